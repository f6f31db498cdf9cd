import EndpointCurl
import EndpointKit

/// One check a grant, in the order in which they run.
struct Grants: Sendable {
  let server: String
  let tokenFile: String
  let transport = CurlTransport()
  // The mark that Tests/Secrets/check looks for is in both.
  private let secret = "s:e&c+r%t/éplantedsecret"
  private let password = "wonder land&+%plantedsecret"

  var all: [(String, @Sendable () async throws -> Void)] {
    [
      ("the server's metadata", metadata),
      ("authorization code with PKCE, confidential client, loopback", confidentialCode),
      ("authorization code with PKCE, public client, loopback", publicCode),
      ("authorization code, custom scheme", customScheme),
      ("a person who says no", refusal),
      ("a code without its verifier is refused", missingVerifier),
      ("client credentials, both ways to prove the client", clientCredentials),
      ("a wrong secret says so", wrongSecret),
      ("password", passwordGrant),
      ("refresh with rotation; a used refresh token ends the grant", rotation),
      ("revocation and introspection", revocation),
      ("device code", deviceCode),
      ("access tokens end while calls go on: 50 calls, one refresh", storm),
      ("scope that is missing is named", scope),
      ("a token kept in a file signs the next run", kept),
      ("a revoked grant ends the session once", ended),
    ]
  }

  // MARK: Parts

  private func settings(_ client: String, isPublic: Bool = false) -> OAuth2Settings {
    var settings = OAuth2Settings(clientID: client, clientSecret: isPublic ? nil : secret)
    settings.issuer = server
    settings.redirectURIs = ["http://127.0.0.1/callback", "app://callback"]
    return settings
  }

  private func client(_ settings: OAuth2Settings) -> OAuth2Client {
    OAuth2Client(settings, transport: transport)
  }

  private func expect(_ holds: Bool, _ what: String) throws {
    guard holds else { throw Failure(what) }
  }

  private func expect(
    _ kind: OAuth2Error.Kind,
    _ work: () async throws -> Void
  ) async throws {
    do {
      try await work()
    } catch let error as OAuth2Error {
      return try expect(error.kind == kind, "\(kind) was expected, not \(error)")
    }
    throw Failure("\(kind) was expected, but nothing failed")
  }

  /// Signs in through the server's own pages, and agrees or not.
  private func authorize(_ url: String, agrees: Bool = true) async throws -> Browser.Page {
    let browser = Browser(transport: transport)
    let login = try await browser.open(url)
    try expect(login.text.contains("Sign in"), "no login form at \(login.url): \(login.status)")
    let consent = try await browser.submit(
      login,
      [("username", "alice"), ("password", password)]
    )
    try expect(consent.text.contains("authorizationForm"), "no consent form: \(consent.text)")
    return try await browser.submit(consent, agrees ? [("allow", "Authorize")] : [])
  }

  private func signIn(
    _ settings: OAuth2Settings,
    scopes: [String] = ["read"]
  ) async throws -> OAuth2Token {
    try await client(settings).signInInBrowser(scopes: scopes, timeout: .seconds(60)) { url in
      Task { try await authorize(url) }
    }
  }

  private func session(_ handler: OAuth2Handler) -> Session {
    Session(server: Server(server), transport: transport, signers: ["oauth2": handler])
  }

  private func call(_ path: String, _ scope: String = "read") -> Endpoint {
    var endpoint = Endpoint(.get, path, id: path)
    endpoint.security = .any(.scheme("oauth2", scope))
    return endpoint
  }

  // MARK: Checks

  @Sendable private func metadata() async throws {
    let metadata = try await client(settings("web")).metadata()
    try expect(metadata.issuer == server, "the issuer is \(metadata.issuer)")
    try expect(
      metadata.tokenEndpoint == "\(server)/o/token/",
      "\(metadata.tokenEndpoint ?? "none")"
    )
    try expect(metadata.codeChallengeMethods?.contains("S256") == true, "no S256")
  }

  @Sendable private func confidentialCode() async throws {
    let token = try await signIn(settings("web"))
    try expect(token.refreshToken != nil && token.scopes == ["read"], "\(token)")
  }

  @Sendable private func publicCode() async throws {
    let token = try await signIn(settings("tool", isPublic: true))
    try expect(token.refreshToken != nil, "\(token)")
  }

  @Sendable private func customScheme() async throws {
    let client = client(settings("web"))
    let request = try await client.authorizationRequest(redirectURI: "app://callback")
    let page = try await authorize(request.url)
    guard let redirect = page.foreign else { throw Failure("no redirect: \(page.status)") }
    _ = try await client.token(for: request, redirectedTo: redirect)
  }

  @Sendable private func refusal() async throws {
    try await expect(.accessDenied) {
      _ = try await client(settings("web")).signInInBrowser(timeout: .seconds(60)) { url in
        Task { try await authorize(url, agrees: false) }
      }
    }
  }

  @Sendable private func missingVerifier() async throws {
    let client = client(settings("web"))
    let first = try await client.authorizationRequest(redirectURI: "app://callback")
    let redirect = try await authorize(first.url).foreign ?? ""
    // Another request has another verifier; only the state is made to fit.
    let second = try await client.authorizationRequest(redirectURI: "app://callback")
    let forged = redirect.replacing("state=\(first.state)", with: "state=\(second.state)")
    try await expect(.invalidGrant) {
      _ = try await client.token(for: second, redirectedTo: forged)
    }
  }

  @Sendable private func clientCredentials() async throws {
    var settings = settings("machine")
    for way in [ClientAuthentication.basic, .post] {
      settings.clientAuthentication = way
      let token = try await client(settings).clientCredentials(scopes: ["read", "write"])
      try expect(token.scopes == ["read", "write"] && token.expiresAt != nil, "\(token)")
    }
  }

  @Sendable private func wrongSecret() async throws {
    var settings = settings("machine")
    settings.clientSecret = "wrong"
    try await expect(.invalidClient) { _ = try await client(settings).clientCredentials() }
  }

  @Sendable private func passwordGrant() async throws {
    let client = client(settings("legacy"))
    let token = try await client.password(username: "alice", password: password)
    try expect(token.refreshToken != nil, "\(token)")
    try await expect(.invalidGrant) {
      _ = try await client.password(username: "alice", password: "wrong")
    }
  }

  @Sendable private func rotation() async throws {
    let client = client(settings("legacy"))
    let first = try await client.password(username: "alice", password: password)
    let second = try await client.refresh(first)
    try expect(second.refreshToken != first.refreshToken, "the refresh token did not change")
    try await expect(.invalidGrant) { _ = try await client.refresh(first) }
    try await expect(.invalidGrant) { _ = try await client.refresh(second) }
  }

  @Sendable private func revocation() async throws {
    let client = client(settings("legacy"))
    let token = try await client.password(username: "alice", password: password)
    let status = try await client.introspect(token.accessToken)
    try expect(status.isActive && status.username == "alice", "\(status)")
    try await client.revoke(token)
    try expect(try await !client.introspect(token.accessToken).isActive, "still active")
    try await client.revoke(token)
  }

  @Sendable private func deviceCode() async throws {
    var settings = settings("tv", isPublic: true)
    settings.deviceAuthorizationURL = "\(server)/o/device-authorization/"
    let token = try await client(settings).signInOnDevice(scopes: ["read"]) { device in
      let browser = Browser(transport: transport)
      let place =
        device.verificationURI.hasPrefix("http")
        ? device.verificationURI : server + device.verificationURI
      let login = try await browser.open(place)
      let form = try await browser.submit(login, [("username", "alice"), ("password", password)])
      let confirm = try await browser.submit(form, [("user_code", device.userCode)])
      let end = try await browser.submit(confirm, [("action", "accept")])
      try expect(end.status == 200, "the device was not confirmed: \(end.status) \(end.url)")
    }
    try expect(!token.accessToken.isEmpty, "\(token)")
  }

  @Sendable private func storm() async throws {
    let handler = OAuth2Handler(settings("legacy"), transport: transport)
    let events = handler.events
    await handler.signIn(
      try await handler.client.password(username: "alice", password: password)
    )
    let session = session(handler)
    try expect(await session.response(for: call("/item")).status == 200, "the first call failed")
    _ = try await Browser(transport: transport).open("\(server)/expire")
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<50 { group.addTask { await session.response(for: call("/item")).status } }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    try expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
    try await handler.signOut()
    var refreshes = 0
    for await event in events {
      if case .refreshed = event { refreshes += 1 }
      if case .signedOut = event { break }
    }
    try expect(refreshes == 1, "\(refreshes) refreshes")
  }

  @Sendable private func scope() async throws {
    let handler = OAuth2Handler(
      settings("machine").granting(.clientCredentials),
      transport: transport
    )
    let response = await session(handler).response(for: call("/change", "write"))
    let reason = response.error?.underlying as? OAuth2Error
    try expect(reason?.kind == .insufficientScope, "\(response)")
    try expect(reason?.scopes == ["write"], "\(reason?.scopes ?? [])")
  }

  @Sendable private func kept() async throws {
    let store = FileTokenStore(path: tokenFile)
    let first = OAuth2Handler(settings("web"), store: store, transport: transport)
    await first.signIn(try await signIn(settings("web")))
    let next = OAuth2Handler(
      settings("web"),
      store: FileTokenStore(path: tokenFile),
      transport: transport
    )
    try expect(await session(next).response(for: call("/item")).status == 200, "not signed")
    try await next.refresh()
    try expect(next.token?.refreshToken != first.token?.refreshToken, "nothing was refreshed")
    // The first one finds what the second has put there.
    try expect(await session(first).response(for: call("/item")).status == 200, "not adopted")
    try expect(first.token?.accessToken == next.token?.accessToken, "refreshed twice")
  }

  @Sendable private func ended() async throws {
    let handler = OAuth2Handler(settings("web"), transport: transport)
    let token = try await signIn(settings("web"))
    await handler.signIn(token)
    try await handler.client.revoke(token)
    let session = session(handler)
    for kind in [OAuth2Error.Kind.invalidGrant, .signInRequired] {
      let reason = await session.response(for: call("/item")).error?.underlying as? OAuth2Error
      try expect(reason?.kind == kind, "\(kind) was expected, not \(reason.map { "\($0)" } ?? "-")")
    }
  }
}

extension OAuth2Settings {
  func granting(_ grant: OAuth2Grant) -> OAuth2Settings {
    var result = self
    result.grant = grant
    return result
  }
}
