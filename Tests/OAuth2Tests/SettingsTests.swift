import Testing

@testable import EndpointKit

@Suite struct SettingsTests {
  @Test func readsEveryKeyOfTheDictionary() throws {
    let settings = try OAuth2Settings([
      "client_id": "id", "client_secret": "secret", "client_name": "Name",
      "logo_uri": "https://app.example/logo", "authorize_uri": "https://id.example/a",
      "token_uri": "https://id.example/t", "refresh_uri": "https://id.example/r",
      "device_authorize_uri": "https://id.example/d", "registration_uri": "https://id.example/c",
      "revocation_uri": "https://id.example/v", "introspection_uri": "https://id.example/i",
      "issuer": "https://id.example", "redirect_uris": ["app://callback", "http://127.0.0.1/cb"],
      "scope": "one two", "secret_in_body": true, "use_pkce": false,
      "parameters": ["audience": "api", "max_age": 60], "headers": ["X-A": "b"],
      "custom_user_agent": "agent", "token_assume_unexpired": false,
      "authorization_scheme": "token", "realm": "r", "account": "me", "keychain": false,
      "keychain_access_group": "group", "keychain_access_mode": "mode",
      "keychain_account_for_client_credentials": "c", "keychain_account_for_tokens": "t",
      "title": "My Service", "verbose": true,
    ])
    #expect(settings.clientID == "id")
    #expect(settings.clientSecret == "secret")
    #expect(settings.clientName == "Name")
    #expect(settings.logoURI == "https://app.example/logo")
    #expect(settings.authorizationURL == "https://id.example/a")
    #expect(settings.tokenURL == "https://id.example/t")
    #expect(settings.refreshURL == "https://id.example/r")
    #expect(settings.deviceAuthorizationURL == "https://id.example/d")
    #expect(settings.registrationURL == "https://id.example/c")
    #expect(settings.revocationURL == "https://id.example/v")
    #expect(settings.introspectionURL == "https://id.example/i")
    #expect(settings.issuer == "https://id.example")
    #expect(settings.redirectURIs == ["app://callback", "http://127.0.0.1/cb"])
    #expect(settings.scopes == ["one", "two"])
    guard case .post = settings.clientAuthentication else {
      Issue.record("secret_in_body has no effect")
      return
    }
    #expect(!settings.usesPKCE)
    #expect(settings.parameters == ["audience": "api", "max_age": "60"])
    #expect(settings.headers == ["X-A": "b"])
    #expect(settings.userAgent == "agent")
    #expect(!settings.assumesUnexpired)
    #expect(settings.authorizationScheme == "token")
    #expect(settings.realm == "r")
    #expect(settings.account == "me")
    #expect(!settings.keychain.isEnabled)
    #expect(settings.keychain.accessGroup == "group")
    #expect(settings.keychain.accessMode == "mode")
    #expect(settings.keychain.accountForClientCredentials == "c")
    #expect(settings.keychain.accountForTokens == "t")
  }

  @Test(
    arguments: [
      ("clientid", "client_id"), ("client_secrets", "client_secret"), ("token_url", "token_uri"),
      ("redirect_uri", "redirect_uris"), ("scopes", "scope"), ("usePKCE", "use_pkce"),
      ("secretInBody", "secret_in_body"), ("authorise_uri", "authorize_uri"),
      ("colour", nil),
    ] as [(String, String?)]
  )
  func refusesAnUnknownKeyAndSuggestsTheRightOne(key: String, meant: String?) throws {
    let error = try #require(
      #expect(throws: OAuth2Error.self) { try OAuth2Settings([key: "x"]) }
    )
    #expect(error.kind == .configuration)
    #expect(error.reason.contains("\"\(key)\""))
    #expect(error.reason.contains("did you mean") == (meant != nil))
    if let meant { #expect(error.reason.contains("\"\(meant)\"")) }
  }

  @Test(
    arguments: [
      ["client_id": 1], ["use_pkce": "yes"], ["redirect_uris": 3], ["parameters": "a"],
      ["scope": true], ["headers": ["a": []]],
    ] as [[String: JSONValue]]
  )
  func refusesAValueOfTheWrongType(dictionary: [String: JSONValue]) throws {
    let error = #expect(throws: OAuth2Error.self) { try OAuth2Settings(dictionary) }
    #expect(error?.kind == .configuration)
    #expect(error?.reason.contains(dictionary.keys.first ?? "?") == true)
  }

  @Test func takesSecretsFromTheEnvironment() throws {
    let environment = ["APP_SECRET": "s3cret", "APP_ID": "id"]
    let settings = try OAuth2Settings(
      ["client_id_env": "APP_ID", "client_secret_env": "APP_SECRET"],
      environment: environment
    )
    #expect(settings.clientID == "id")
    #expect(settings.clientSecret == "s3cret")
    let error = #expect(throws: OAuth2Error.self) {
      try OAuth2Settings(["client_secret_env": "OTHER"], environment: environment)
    }
    #expect(error?.reason.contains("OTHER") == true)
  }

  @Test func takesAllSettingsFromTheEnvironment() throws {
    let settings = try OAuth2Settings(
      environmentPrefix: "GITHUB_",
      environment: [
        "GITHUB_CLIENT_ID": "id", "GITHUB_CLIENT_SECRET": "secret", "GITHUB_SCOPE": "a b",
        "GITHUB_REDIRECT_URIS": "app://x http://127.0.0.1/", "GITHUB_SECRET_IN_BODY": "true",
        "GITHUB_PARAMETERS": "{\"audience\":\"api\"}", "GITHUB_TOKEN": "not a setting",
      ]
    )
    #expect(settings.clientID == "id")
    #expect(settings.scopes == ["a", "b"])
    #expect(settings.redirectURIs == ["app://x", "http://127.0.0.1/"])
    #expect(settings.parameters == ["audience": "api"])
    guard case .post = settings.clientAuthentication else {
      Issue.record("SECRET_IN_BODY has no effect")
      return
    }
    let error = #expect(throws: OAuth2Error.self) {
      try OAuth2Settings(environmentPrefix: "X_", environment: ["X_USE_PKCE": "maybe"])
    }
    #expect(error?.reason.contains("X_USE_PKCE") == true)
  }

  static let code = OAuth2Flow(
    .authorizationCode,
    authorizationURL: "https://id.example/a",
    tokenURL: "https://id.example/t",
    refreshURL: "https://id.example/r",
    scopes: ["read"]
  )
  static let machine = OAuth2Flow(.clientCredentials, tokenURL: "https://id.example/m")

  @Test func takesEndpointsFromTheFlowThatFitsTheGrant() {
    var settings = OAuth2Settings(clientID: "id")
    #expect(settings.with([Self.code, Self.machine]).tokenURL == "https://id.example/t")
    #expect(settings.with([Self.code, Self.machine]).grant == nil)
    settings.grant = .clientCredentials
    #expect(settings.with([Self.code, Self.machine]).tokenURL == "https://id.example/m")
    settings.grant = nil
    guard case .clientCredentials = settings.with([Self.machine, Self.code]).grant else {
      Issue.record("the first flow of the document does not decide")
      return
    }
    settings.tokenURL = "https://other.example/t"
    #expect(settings.with(Self.code).tokenURL == "https://other.example/t")
    #expect(settings.with(Self.code).refreshURL == "https://id.example/r")
  }

  @Test func nothingPrintedHoldsASecret() {
    let secret = "PLANTED-7f3a"
    var settings = OAuth2Settings(clientID: "id", clientSecret: secret)
    settings.grant = .password(username: "u", password: secret)
    settings.parameters = ["key": secret]
    settings.headers = ["X-Key": secret]
    let token = OAuth2Token(
      accessToken: secret,
      refreshToken: secret,
      idToken: secret,
      parameters: ["x": .string(secret)]
    )
    let printable: [Any] = [
      settings, token, settings.grant as Any, PKCE(verifier: secret),
      TokenExchange(subjectToken: secret),
      RegisteredClient(clientID: "id", clientSecret: secret, members: [:]),
      [token], ["token": token], Optional(token) as Any,
    ]
    for value in printable {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      #expect(!text.contains(secret), "\(type(of: value))")
    }
  }
}
