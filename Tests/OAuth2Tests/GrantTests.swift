import EndpointCurl
import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every grant against the authorization server of the test kit.
@Suite struct GrantTests {
  /// A server with a client that has to prove itself.
  struct Setting {
    let authorization: AuthorizationServer
    let server: LoopbackServer
    let url: String
    var settings: OAuth2Settings
    let transport = CurlTransport()

    init(_ adjust: (inout AuthorizationServer.Configuration) -> Void = { _ in }) throws {
      var configuration = AuthorizationServer.Configuration()
      configuration.clients = [
        .init(
          id: "app",
          secret: "s:e&c=r/et".secret,
          redirectURIs: ["http://127.0.0.1/callback", "app://callback"]
        )
      ]
      configuration.scopes = ["read", "write"]
      configuration.deviceInterval = .milliseconds(20)
      adjust(&configuration)
      let authorization = AuthorizationServer(configuration)
      self.authorization = authorization
      server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
      url = try server.start()
      settings = OAuth2Settings(clientID: "app", clientSecret: "s:e&c=r/et".secret)
      settings.issuer = url
      settings.redirectURIs = ["http://127.0.0.1/callback", "app://callback"]
    }

    var client: OAuth2Client { OAuth2Client(settings, transport: transport) }

    /// What a browser does: opens a URL and follows the redirect out of the server.
    func browse(_ url: String) async throws -> String {
      var request = HTTPRequest(.get, try #require(HTTPURL(url)))
      request.fields["Accept"] = "text/html"
      let response = try await transport.send(request, options: .init())
      return response.head.fields["Location"] ?? "\(response.head.status)"
    }
  }

  @Test func authorizationCodeWithACustomScheme() async throws {
    let setting = try Setting()
    let client = setting.client
    let request = try await client.authorizationRequest(
      redirectURI: "app://callback",
      scopes: ["read"]
    )
    #expect(request.url.contains("code_challenge_method=S256"))
    #expect(request.url.contains("state="))
    let redirect = try await setting.browse(request.url)
    #expect(request.isAnswered(by: redirect))
    let token = try await client.token(for: request, redirectedTo: redirect)
    #expect(token.scopes == ["read"])
    #expect(token.refreshToken != nil)
    // A code is good once.
    let error = await #expect(throws: OAuth2Error.self) {
      try await client.token(for: request, redirectedTo: redirect)
    }
    #expect(error?.kind == .invalidGrant)
    await setting.server.stop()
  }

  @Test(arguments: ["state", "issuer", "place", "none"])
  func anAnswerThatIsNotOursIsRefused(what: String) async throws {
    let setting = try Setting()
    let client = setting.client
    _ = try await client.metadata()
    let request = try await client.authorizationRequest(redirectURI: "app://callback")
    var redirect = try await setting.browse(request.url)
    switch what {
    case "state": redirect = redirect.replacing("state=\(request.state)", with: "state=other")
    case "issuer": redirect = redirect.replacing("iss=http", with: "iss=https")
    case "place": redirect = redirect.replacing("app://callback", with: "app://elsewhere")
    default: redirect = "app://callback?code=stolen"
    }
    let error = await #expect(throws: OAuth2Error.self) {
      try await client.token(for: request, redirectedTo: redirect)
    }
    #expect(error?.kind == .forgedRedirect)
    #expect(setting.authorization.statistics.tokenRequests == 0)
    await setting.server.stop()
  }

  @Test func aPersonWhoSaysNoIsAnError() async throws {
    let setting = try Setting { $0.decide = { _ in .deny } }
    let client = setting.client
    let request = try await client.authorizationRequest(redirectURI: "app://callback")
    let redirect = try await setting.browse(request.url)
    let error = await #expect(throws: OAuth2Error.self) {
      try await client.token(for: request, redirectedTo: redirect)
    }
    #expect(error?.kind == .accessDenied)
    #expect(error?.serverDescription == "The person said no")
    await setting.server.stop()
  }

  @Test func theBrowserComesBackToThisMachine() async throws {
    let setting = try Setting()
    let pages = Collected<String>()
    let token = try await setting.client.signInInBrowser(scopes: ["write"]) { url in
      Task {
        let redirect = try await setting.browse(url)
        let base = redirect.prefix { $0 != "?" }
        // What else comes by must not end the wait.
        for noise in ["\(base)?code=x&state=wrong", "\(base.dropLast(8))favicon.ico", "\(base)"] {
          _ = try await setting.browse(noise)
        }
        let place = try #require(HTTPURL(redirect))
        let response = try await setting.transport.send(
          HTTPRequest(.get, place),
          options: .init()
        )
        pages.append(String(decoding: response.body, as: UTF8.self))
      }
    }
    #expect(token.scopes == ["write"])
    while pages.all.isEmpty { await Task.yield() }
    #expect(pages.all.first?.contains("You are signed in") == true)
    await setting.server.stop()
  }

  /// A browser that is run to its end: `open` returns after the person came back.
  @Test(.timeLimit(.minutes(1))) func theBrowserMayBeWaitedFor() async throws {
    let setting = try Setting()
    let token = try await setting.client.signInInBrowser { url in
      _ = try await setting.browse(try await setting.browse(url))
    }
    #expect(token.refreshToken != nil)
    struct NoBrowser: Error {}
    await #expect(throws: NoBrowser.self) {
      try await setting.client.signInInBrowser { _ in throw NoBrowser() }
    }
    await setting.server.stop()
  }

  @Test func theBrowserShowsARefusal() async throws {
    let setting = try Setting { $0.decide = { _ in .deny } }
    let error = await #expect(throws: OAuth2Error.self) {
      try await setting.client.signInInBrowser { url in
        Task {
          let redirect = try await setting.browse(url)
          _ = try await setting.browse(redirect)
        }
      }
    }
    #expect(error?.kind == .accessDenied)
    await setting.server.stop()
  }

  @Test func waitingForTheBrowserEndsInTimeAndOnCancellation() async throws {
    let setting = try Setting()
    let error = await #expect(throws: OAuth2Error.self) {
      try await setting.client.signInInBrowser(timeout: .milliseconds(50)) { _ in }
    }
    #expect(error?.kind == .timedOut)
    let task = Task { try await setting.client.signInInBrowser { _ in } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await setting.server.stop()
  }

  @Test func implicitTokensComeInTheFragment() async throws {
    var setting = try Setting()
    setting.settings.grant = .implicit
    let client = setting.client
    let request = try await client.authorizationRequest(redirectURI: "app://callback")
    let redirect = try await setting.browse(request.url)
    #expect(redirect.contains("#"))
    let token = try await client.token(for: request, redirectedTo: redirect)
    #expect(token.refreshToken == nil)
    #expect(token.expiresAt != nil)
    await setting.server.stop()
  }

  @Test(arguments: ["basic", "post"])
  func clientCredentials(way: String) async throws {
    var setting = try Setting()
    setting.settings.clientAuthentication = way == "post" ? .post : .basic
    let token = try await setting.client.clientCredentials(scopes: ["read"])
    #expect(token.scopes == ["read"])
    #expect(token.refreshToken == nil)
    setting.settings.clientSecret = "wrong"
    let error = await #expect(throws: OAuth2Error.self) {
      try await setting.client.clientCredentials()
    }
    #expect(error?.kind == .invalidClient)
    await setting.server.stop()
  }

  @Test func passwordAndRefreshWithRotation() async throws {
    let setting = try Setting()
    let client = setting.client
    let first = try await client.password(username: "user", password: "password")
    let second = try await client.refresh(first)
    #expect(second.refreshToken != first.refreshToken)
    let narrow = try await client.refresh(second, scopes: ["read"])
    #expect(narrow.scopes == ["read"])
    let wide = await #expect(throws: OAuth2Error.self) {
      try await client.refresh(narrow, scopes: ["read", "write"])
    }
    #expect(wide?.kind == .invalidScope)
    // A used refresh token ends the whole grant.
    let reuse = await #expect(throws: OAuth2Error.self) { try await client.refresh(first) }
    #expect(reuse?.kind == .invalidGrant)
    let after = await #expect(throws: OAuth2Error.self) { try await client.refresh(narrow) }
    #expect(after?.kind == .invalidGrant)
    #expect(setting.authorization.statistics.reuses == 1)
    let wrong = await #expect(throws: OAuth2Error.self) {
      try await client.password(username: "user", password: "guess")
    }
    #expect(wrong?.kind == .invalidGrant)
    await setting.server.stop()
  }

  @Test func deviceCodeWaitsForThePerson() async throws {
    let setting = try Setting()
    let token = try await setting.client.signInOnDevice(scopes: ["read"]) { authorization in
      #expect(authorization.userCode.count == 9)
      #expect(authorization.completeURI?.hasSuffix(authorization.userCode) == true)
      #expect("\(authorization)".contains(authorization.verificationURI))
      Task {
        while setting.authorization.statistics.tokenRequests == 0 {
          try await Task.sleep(for: .milliseconds(2))
        }
        setting.authorization.decideDevice(authorization.userCode, user: "user")
      }
    }
    #expect(token.scopes == ["read"])
    #expect(setting.authorization.statistics.tokenRequests > 1)
    await setting.server.stop()
  }

  @Test func deviceCodeIsRefusedByThePerson() async throws {
    let setting = try Setting()
    let error = await #expect(throws: OAuth2Error.self) {
      try await setting.client.signInOnDevice { authorization in
        setting.authorization.decideDevice(authorization.userCode, user: nil)
      }
    }
    #expect(error?.kind == .accessDenied)
    await setting.server.stop()
  }

  /// RFC 8628 §3.5, with a clock of its own: pending, slower, network away, then the token.
  @Test func deviceCodeKeepsThePausesItIsTold() async throws {
    let setting = try Setting { $0.deviceInterval = .seconds(5) }
    let pauses = Collected<Duration>()
    let authorization = setting.authorization
    var client = setting.client
    client.clock.sleep = { pauses.append($0) }
    authorization.script(
      .error("authorization_pending"),
      .error("slow_down"),
      .error("authorization_pending"),
      .busy(503),
      .busy(503, retryAfter: 45)
    )
    let token = try await client.signInOnDevice { device in
      authorization.decideDevice(device.userCode, user: "user")
    }
    #expect(token.refreshToken != nil)
    #expect(pauses.all == [5, 5, 10, 10, 20, 45].map { .seconds($0) })
    await setting.server.stop()
  }

  @Test func deviceCodeEnds() async throws {
    let setting = try Setting()
    let now = Locked(Date())
    var client = setting.client
    client.clock.wall = { now.withLock { $0 } }
    client.clock.sleep = { _ in now.withLock { $0 += 40 } }
    let error = await #expect(throws: OAuth2Error.self) {
      try await client.signInOnDevice { _ in }
    }
    #expect(error?.kind == .timedOut)
    await setting.server.stop()
  }

  @Test func assertionsAndExchange() async throws {
    let setting = try Setting {
      $0.subject = { $0 == "signed by me" ? "service" : nil }
    }
    let client = setting.client
    let token = try await client.jwtBearer(assertion: "signed by me")
    #expect(try await client.introspect(token.accessToken).subject == "service")
    let error = await #expect(throws: OAuth2Error.self) {
      try await client.jwtBearer(assertion: "signed by another")
    }
    #expect(error?.kind == .invalidGrant)
    var exchange = TokenExchange(subjectToken: token.accessToken)
    exchange.audiences = ["other"]
    exchange.scopes = ["read"]
    let other = try await client.exchange(exchange)
    #expect(other.accessToken != token.accessToken)
    #expect(other.scopes == ["read"])
    #expect(other.parameters["issued_token_type"]?.string == TokenExchange.accessTokenType)
    await setting.server.stop()
  }

  @Test func aClientCanProveItselfByAssertion() async throws {
    var setting = try Setting { $0.subject = { $0.hasSuffix("/token") ? "app" : nil } }
    setting.settings.clientSecret = nil
    setting.settings.clientAuthentication = .assertion { audience in audience }
    #expect(try await setting.client.clientCredentials().accessToken.isEmpty == false)
    await setting.server.stop()
  }

  @Test func revocationAndIntrospection() async throws {
    let setting = try Setting()
    let client = setting.client
    let token = try await client.password(username: "user", password: "password")
    let status = try await client.introspect(token.accessToken, hint: "access_token")
    #expect(status.isActive)
    #expect(status.scopes == ["read", "write"])
    #expect(status.clientID == "app")
    #expect(status.username == "user")
    #expect(status.expiresAt ?? .distantPast > Date())
    try await client.revoke(token)
    #expect(try await !client.introspect(token.accessToken).isActive)
    // Revoking what is gone is no error (RFC 7009 §2.2).
    try await client.revoke(token)
    await setting.server.stop()
  }

  @Test func registrationGivesAClient() async throws {
    var setting = try Setting()
    setting.settings.clientID = ""
    setting.settings.clientSecret = nil
    setting.settings.clientName = "My Tool"
    let registered = try await setting.client.register()
    #expect(registered.members["client_name"] == "My Tool")
    setting.settings = setting.settings.with(registered)
    #expect(setting.settings.clientSecret != nil)
    _ = try await setting.client.password(username: "user", password: "password")
    await setting.server.stop()
  }

  @Test func aClientWithoutIDIsRegisteredOnceWhenItNeedsOne() async throws {
    let registered = Collected<String>()
    var setting = try Setting()
    setting.settings.clientID = ""
    setting.settings.clientSecret = nil
    setting.settings.grant = .password(username: "user", password: "password")
    setting.settings.onRegister = { registered.append($0.clientID) }
    let handler = OAuth2Handler(setting.settings, transport: setting.transport)
    async let first = handler.validToken()
    async let second = handler.client.authorizationRequest(redirectURI: "app://callback")
    _ = try await first
    #expect(try await second.url.contains(registered.all.first ?? "?"))
    #expect(registered.all.count == 1)
    #expect(setting.server.requests.count { $0.path == "/register" } == 1)
    await setting.server.stop()
  }

  @Test func aClientThatCannotBeIdentifiedSaysSo() async throws {
    var settings = OAuth2Settings()
    settings.tokenURL = "https://id.example/token"
    let stub = StubTransport { _ in .json("{}") }
    let error = await #expect(throws: OAuth2Error.self) {
      try await OAuth2Client(settings, transport: stub).clientCredentials()
    }
    #expect(error?.kind == .configuration)
    #expect(error?.reason.contains("registrationURL") == true)
  }

  @Test func parametersAndFieldsAreAdded() async throws {
    var setting = try Setting()
    setting.settings.parameters = ["audience": "api", "grant_type": "ignored"]
    setting.settings.headers = ["X-Tenant": "t1"]
    setting.settings.userAgent = "tool/1"
    let request = try await setting.client.authorizationRequest(
      redirectURI: "app://callback",
      parameters: ["prompt": "login"]
    )
    #expect(request.url.contains("audience=api"))
    #expect(request.url.contains("prompt=login"))
    _ = try await setting.client.clientCredentials()
    let sent = try #require(setting.server.requests.last { $0.path == "/token" })
    #expect(sent.formValue("audience") == "api")
    #expect(
      sent.formItems.filter { $0.name == "grant_type" }.map(\.value) == ["client_credentials"]
    )
    #expect(sent.fields["X-Tenant"] == "t1")
    #expect(sent.fields["User-Agent"] == "tool/1")
    await setting.server.stop()
  }

  @Test func discoveryRefusesAnotherIssuer() async throws {
    var setting = try Setting { $0.issuer = "http://127.0.0.1:1/other" }
    let error = await #expect(throws: OAuth2Error.self) { try await setting.client.metadata() }
    #expect(error?.kind == .badResponse)
    setting.settings.issuer = "http://id.example"
    let clear = await #expect(throws: OAuth2Error.self) { try await setting.client.metadata() }
    #expect(clear?.kind == .configuration)
    await setting.server.stop()
  }

  @Test func endpointsMustNotLeakSecrets() async throws {
    var settings = OAuth2Settings(clientID: "app", clientSecret: "s")
    settings.tokenURL = "http://id.example/token"
    let stub = StubTransport { _ in .json("{\"access_token\":\"a\"}") }
    let error = await #expect(throws: OAuth2Error.self) {
      try await OAuth2Client(settings, transport: stub).clientCredentials()
    }
    #expect(error?.kind == .configuration)
    settings.allowsPlainHTTP = true
    _ = try await OAuth2Client(settings, transport: stub).clientCredentials()
    settings.tokenURL = nil
    let missing = await #expect(throws: OAuth2Error.self) {
      try await OAuth2Client(settings, transport: stub).clientCredentials()
    }
    #expect(missing?.kind == .configuration)
  }
}
