import EndpointCurl
import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the handler's documentation promises, promise by promise.
@Suite struct HandlerTests {
  static func onlyA2(_ request: ServerRequest) -> ServerResponse {
    request.bearer == "A2".secret ? .json("{}") : .invalidToken
  }

  // MARK: The token endpoint fails

  @Test func aBusyTokenEndpointIsAskedAgain() async throws {
    let count = Counter()
    let stage = try await Stage { _ in
      count.next() < 3 ? .text("busy", status: 503) : .token("A2".secret)
    } resource: {
      Self.onlyA2($0)
    }
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.count == 3)
    await stage.server.stop()
  }

  @Test func aTokenEndpointThatStaysAwayFailsCallsButNotTheSession() async throws {
    let isUp = Locked(false)
    let stage = try await Stage { _ in
      isUp.withLock { $0 } ? .token("A2".secret) : ServerResponse(framing: .raw, steps: [.reset])
    } resource: {
      Self.onlyA2($0)
    }
    let response = await stage.get()
    #expect(response.error?.kind == .authorization)
    #expect(response.error?.status == 401)
    #expect(response.oauthError?.kind == .unavailable)
    // More where curl itself repeats on a connection that it found closed.
    #expect(stage.tokenRequests.count >= 3)
    #expect(stage.handler.token?.refreshToken == "R1".secret)
    #expect(!stage.events.all.contains { if case .sessionEnded = $0 { true } else { false } })
    isUp.withLock { $0 = true }
    #expect(await stage.get().status == 200)
    await stage.server.stop()
  }

  @Test func aLongPauseFailsCallsAtOnceAndIsKept() async throws {
    let stage = try await Stage { _ in
      var response = ServerResponse.text("slow down", status: 429)
      response.fields["Retry-After"] = "3600"
      return response
    } resource: {
      Self.onlyA2($0)
    }
    for _ in 0..<3 {
      let response = await stage.get()
      #expect(response.oauthError?.kind == .unavailable)
      #expect(response.oauthError?.retryAfter == .seconds(3600))
    }
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  // MARK: Ahead of expiry

  static func expiring(in seconds: Double, lifetime: Double = 3600) -> OAuth2Token {
    OAuth2Token(
      accessToken: "A1".secret,
      refreshToken: "R1".secret,
      issuedAt: Date().addingTimeInterval(seconds - lifetime),
      expiresAt: Date().addingTimeInterval(seconds)
    )
  }

  @Test func aTokenIsReplacedBeforeItEnds() async throws {
    let stage = try await Stage(start: Self.expiring(in: 600)) {
      $0.leeway = .seconds(900)
    } token: { _ in
      .token("A2".secret, expiresIn: "3600")
    } resource: { _ in
      .json("{}")
    }
    let responses = await stage.get(times: 5)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(stage.tokenRequests.count == 1)
    #expect(stage.resourceRequests.allSatisfy { $0.bearer == "A2".secret })
    await stage.server.stop()
  }

  @Test func whereThatFailsTheOldTokenIsUsedToItsEnd() async throws {
    let stage = try await Stage(start: Self.expiring(in: 600)) {
      $0.leeway = .seconds(900)
    } token: { _ in
      .status(503)
    } resource: { _ in
      .json("{}")
    }
    let responses = await stage.get(times: 5)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(stage.tokenRequests.count == 3)
    #expect(stage.resourceRequests.allSatisfy { $0.bearer == "A1".secret })
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.count == 3)
    await stage.server.stop()
  }

  @Test func aTokenThatNobodyCanReplaceIsUsedBeyondItsEnd() async throws {
    var token = Self.expiring(in: -100)
    token.refreshToken = nil
    let stage = try await Stage(start: token) { _ in
      .status(500)
    } resource: { _ in
      .json("{}")
    }
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  @Test func aStoredTokenOfUnknownLifeCanBeDistrusted() async throws {
    let stage = try await Stage {
      $0.assumesUnexpired = false
    } token: { _ in
      .token("A2".secret)
    } resource: {
      Self.onlyA2($0)
    }
    #expect(await stage.get().status == 200)
    #expect(stage.resourceRequests.map(\.bearer) == ["A2".secret])
    await stage.server.stop()
  }

  // MARK: Refusals

  @Test func aLateRefusalIsRepeatedAtOnce() async throws {
    let late = Gate(2)
    let stage = try await Stage { _ in
      .token("A2".secret, refresh: "R2".secret)
    } resource: { request in
      // The slow call is refused only after the other has succeeded with the new token.
      if request.path == "/slow", request.bearer == "A1".secret { await late.pass() }
      return Self.onlyA2(request)
    }
    async let slow = stage.get("/slow")
    await stage.server.requests(count: 1)
    #expect(await stage.get("/quick").status == 200)
    await late.pass()
    #expect(await slow.status == 200)
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  @Test func aRefusalOfAnotherRealmIsNotOurs() async throws {
    let stage = try await Stage {
      $0.realm = "mine"
    } token: { _ in
      .token("A2".secret)
    } resource: { _ in
      .status(401, fields: ["WWW-Authenticate": "Bearer realm=\"theirs\""])
    }
    let response = await stage.get()
    #expect(response.error?.kind == .unacceptableStatus)
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  @Test func aRefusalWithoutChallengeCanBeLeftAlone() async throws {
    let stage = try await Stage {
      $0.refreshesWithoutChallenge = false
    } token: { _ in
      .token("A2".secret)
    } resource: { _ in
      .status(401)
    }
    #expect(await stage.get().error?.kind == .unacceptableStatus)
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  @Test func aCallWithItsOwnCredentialKeepsIt() async throws {
    let stage = try await Stage { _ in
      .token("A2".secret)
    } resource: { _ in
      .status(401)
    }
    let call = stage.session.call(stage.call("/item"), as: .data)
      .header("Authorization", "Bearer mine")
    #expect(await call.response.error?.kind == .unacceptableStatus)
    #expect(stage.resourceRequests.map(\.bearer) == ["mine"])
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  // MARK: Where tokens go

  @Test func untrustedOriginsGetNoToken() async throws {
    let stage = try await Stage {
      $0.trustedOrigins = [Origin("https://api.example")].compactMap { $0 }.reduce(into: []) {
        $0.insert($1)
      }
    } token: { _ in
      .token("A2".secret)
    } resource: { _ in
      .status(401)
    }
    #expect(await stage.get().error?.kind == .unacceptableStatus)
    #expect(stage.resourceRequests.map(\.bearer) == [nil])
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  @Test(arguments: [false, true])
  func tokensDoNotTravelInClear(isAllowed: Bool) async throws {
    var settings = OAuth2Settings(clientID: "client")
    settings.tokenURL = "https://id.example/token"
    settings.allowsPlainHTTP = isAllowed
    let stub = StubTransport { _ in .json("{}") }
    let handler = OAuth2Handler(settings, transport: stub)
    await handler.signIn(OAuth2Token(accessToken: "A1".secret))
    var request = HTTPRequest(.get, try #require(HTTPURL("http://api.example/item")))
    let context = RequestContext(id: 1, request: request)
    if isAllowed {
      try await handler.adapt(&request, context: context)
      #expect(request.fields["Authorization"] == "Bearer A1".secret)
    } else {
      let error = await #expect(throws: OAuth2Error.self) {
        try await handler.adapt(&request, context: context)
      }
      #expect(error?.kind == .configuration)
    }
  }

  // MARK: Scope

  static func needs(_ scopes: String, unless token: String) -> LoopbackServer.Handler {
    { request in
      request.bearer == token
        ? .json("{}")
        : .status(
          403,
          fields: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\", scope=\"\(scopes)\""]
        )
    }
  }

  @Test func missingScopeIsNamedAndNothingIsRefreshed() async throws {
    let stage = try await Stage { _ in
      .token("A2".secret)
    } resource: { request in
      await Self.needs(request.path == "/named" ? "admin" : "", unless: "none")(request)
    }
    let named = await stage.get("/named", scopes: ["repo"])
    #expect(named.error?.kind == .authorization)
    #expect(named.error?.status == 403)
    #expect(named.oauthError?.kind == .insufficientScope)
    #expect(named.oauthError?.scopes == ["admin"])
    // Where the server names none, the document does.
    #expect(await stage.get("/unnamed", scopes: ["repo"]).oauthError?.scopes == ["repo"])
    #expect(stage.tokenRequests.isEmpty)
    await stage.server.stop()
  }

  @Test func missingScopeIsAskedForByUnionWhileOthersGoOn() async throws {
    let asked = Collected<OAuth2SignIn>()
    let answer = Gate(2)
    var start = OAuth2Token(accessToken: "A1".secret, scopes: ["read"])
    start.refreshToken = "R1".secret
    let stage = try await Stage(start: start) {
      $0.scopes = ["basic"]
      $0.signIn = { request in
        asked.append(request)
        await answer.pass()
        return OAuth2Token(accessToken: "wide", refreshToken: "R9".secret, scopes: request.scopes)
      }
    } token: { _ in
      .status(500)
    } resource: { request in
      request.path == "/admin" ? await Self.needs("admin", unless: "wide")(request) : .json("{}")
    }
    async let first = stage.get("/admin")
    async let second = stage.get("/admin")
    while asked.all.isEmpty { await Task.yield() }
    #expect(await stage.get("/plain").status == 200)
    await answer.pass()
    #expect(await first.status == 200)
    #expect(await second.status == 200)
    #expect(asked.all.count == 1)
    #expect(asked.all.first?.reason == .moreScope)
    #expect(asked.all.first?.scopes == ["basic", "read", "admin"])
    #expect(stage.resourceRequests.first { $0.path == "/plain" }?.bearer == "A1".secret)
    await stage.server.stop()
  }

  // MARK: Signing in and out

  @Test func aPersonIsAskedOnceHoweverManyCallsWait() async throws {
    let asked = Collected<OAuth2SignIn.Reason>()
    let stage = try await Stage(start: nil) {
      $0.signIn = { request in
        asked.append(request.reason)
        try await Task.sleep(for: .milliseconds(50))
        return OAuth2Token(accessToken: "A2".secret, refreshToken: "R2".secret)
      }
    } token: { _ in
      .status(500)
    } resource: {
      Self.onlyA2($0)
    }
    let responses = await stage.get(times: 20)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(asked.all == [.noToken])
    #expect(try await stage.store.token(for: stage.handler.key)?.accessToken == "A2".secret)
    await stage.server.stop()
  }

  @Test func afterARejectedGrantThePersonIsAskedAndCallsGoOn() async throws {
    let asked = Collected<OAuth2SignIn.Reason>()
    let stage = try await Stage {
      $0.signIn = { request in
        asked.append(request.reason)
        return OAuth2Token(accessToken: "A2".secret, refreshToken: "R2".secret)
      }
    } token: { _ in
      .json("{\"error\":\"invalid_grant\"}", status: 400)
    } resource: {
      Self.onlyA2($0)
    }
    let responses = await stage.get(times: 5)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(asked.all == [.grantEnded])
    await stage.server.stop()
  }

  @Test func aPersonWhoDeclinesFailsTheCalls() async throws {
    let stage = try await Stage(start: nil) {
      $0.signIn = { _ in throw OAuth2Error(.accessDenied, "not today") }
    } token: { _ in
      .status(500)
    } resource: {
      Self.onlyA2($0)
    }
    let responses = await stage.get(times: 3)
    #expect(responses.allSatisfy { $0.oauthError?.kind == .accessDenied })
    #expect(stage.resourceRequests.isEmpty)
    await stage.server.stop()
  }

  @Test func aTokenGivenToTheHandlerFreesWaitingCalls() async throws {
    let stage = try await Stage { _ in
      .token("late", delay: .seconds(30))
    } resource: {
      Self.onlyA2($0)
    }
    async let waiting = stage.get()
    await stage.server.requests(count: 2)
    await stage.handler.signIn(OAuth2Token(accessToken: "A2".secret, refreshToken: "R2".secret))
    #expect(await waiting.status == 200)
    #expect(stage.handler.token?.accessToken == "A2".secret)
    #expect(try await stage.store.token(for: stage.handler.key)?.accessToken == "A2".secret)
    await stage.server.stop()
  }

  @Test func signingOutFailsWaitingCallsAndForgets() async throws {
    let authorization = AuthorizationServer()
    let token = authorization.issueToken()
    let stage = try await Stage(start: token) {
      $0.revocationURL = $0.tokenURL?.replacing("/token", with: "/revoke")
    } token: { _ in
      .token("late", delay: .seconds(30))
    } resource: { request in
      await authorization.respond(to: request) ?? .status(401)
    }
    async let waiting = stage.get()
    await stage.server.requests(count: 2)
    try await stage.handler.signOut()
    #expect(await waiting.oauthError?.kind == .signedOut)
    #expect(stage.handler.token == nil)
    #expect(try await stage.store.token(for: stage.handler.key) == nil)
    #expect(authorization.refusal(of: bearing(token.accessToken)) != nil)
    #expect(await stage.get().oauthError?.kind == .signInRequired)
    await stage.server.stop()
  }

  private func bearing(_ token: String) -> ServerRequest {
    ServerRequest(.get, "/", fields: ["Authorization": "Bearer \(token)"])
  }

  @Test func aTokenCanBeHadForOtherUses() async throws {
    let stage = try await Stage(start: Self.expiring(in: -1)) { _ in
      .token("A2".secret, refresh: "R2".secret, expiresIn: "60")
    } resource: { _ in
      .status(500)
    }
    #expect(try await stage.handler.validToken().accessToken == "A2".secret)
    try await stage.handler.refresh()
    #expect(
      stage.tokenRequests.map { $0.formValue("refresh_token") } == ["R1".secret, "R2".secret]
    )
    await stage.server.stop()
  }

  // MARK: Cancellation

  @Test func aCancelledCallLeavesTheQueueAndDisturbsNobody() async throws {
    let stage = try await Stage { _ in
      .token("A2".secret, refresh: "R2".secret, delay: .milliseconds(150))
    } resource: {
      Self.onlyA2($0)
    }
    // The first one begins the refresh; it is the one to be cancelled.
    let first = Task { await stage.get("/first") }
    await stage.server.requests(count: 2)
    let others = (0..<4).map { index in Task { await stage.get("/\(index)") } }
    first.cancel()
    #expect(await first.value.error?.kind == .cancelled)
    others[2].cancel()
    for (index, other) in others.enumerated() where index != 2 {
      #expect(await other.value.status == 200)
    }
    #expect(await others[2].value.error?.kind == .cancelled)
    #expect(stage.tokenRequests.count == 1)
    #expect(stage.handler.core.withLock { $0.waiters.isEmpty && $0.tasks.isEmpty })
    await stage.server.stop()
  }

  @Test func cancellingEverythingAtRandomLosesNothing() async throws {
    let stage = try await Stage {
      $0.maximumConcurrentReplays = 3
      $0.refreshBudget.count = 1000
    } token: { _ in
      .token("A2".secret, refresh: "R2".secret, delay: .milliseconds(5))
    } resource: { request in
      Bool.random() ? .json("{}") : .invalidToken
    }
    for _ in 0..<10 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask {
            let task = Task { await stage.get() }
            try? await Task.sleep(for: .microseconds(Int.random(in: 0..<8000)))
            task.cancel()
            _ = await task.value
          }
        }
      }
    }
    let rest = stage.handler.core.withLock { ($0.waiters.count, $0.state.parkedCount) }
    #expect(rest == (0, 0))
    #expect(stage.session.activeCalls == 0)
    await stage.server.stop()
  }

  // MARK: Many

  @Test func aLimitKeepsParkedCallsFromHittingTheServerAtOnce() async throws {
    let gate = Gate(60)
    let under = Locked((now: 0, most: 0))
    let stage = try await Stage {
      $0.maximumConcurrentReplays = 5
    } token: { _ in
      .token("A2".secret, refresh: "R2".secret, delay: .milliseconds(100))
    } resource: { request in
      guard request.bearer == "A2".secret else {
        await gate.pass()
        return .invalidToken
      }
      under.withLock { under in
        under.now += 1
        under.most = max(under.most, under.now)
      }
      try? await Task.sleep(for: .milliseconds(5))
      under.withLock { $0.now -= 1 }
      return .json("{}")
    }
    let responses = await stage.get(times: 60)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(under.withLock { $0.most } <= 5)
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  @Test func sessionsShareAHandler() async throws {
    let gate = Gate(6)
    let stage = try await Stage { _ in
      .token("A2".secret, refresh: "R2".secret, delay: .milliseconds(50))
    } resource: { request in
      guard request.bearer == "A2".secret else {
        await gate.pass()
        return .invalidToken
      }
      return .json("{}")
    }
    let other = Session(
      server: Server(stage.server.url),
      transport: CurlTransport(),
      signers: ["oauth": stage.handler]
    )
    let endpoint = stage.call("/other")
    async let first = stage.get(times: 3)
    async let second = withTaskGroup(of: Int?.self) { group in
      for _ in 0..<3 { group.addTask { await other.response(for: endpoint).status } }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(await first.allSatisfy { $0.status == 200 })
    #expect(await second == [200, 200, 200])
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  // MARK: Grants without a person

  @Test func aClientCredentialIsGotAndRenewedByItself() async throws {
    let count = Counter()
    let stage = try await Stage(start: nil) {
      $0.grant = .clientCredentials
    } token: { request in
      request.formValue("grant_type") == "client_credentials"
        ? .token("C\(count.next())") : .status(400)
    } resource: { request in
      request.bearer == "C1" && request.path == "/two" ? .invalidToken : .json("{}")
    }
    let responses = await stage.get(times: 5)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(await stage.get("/two").status == 200)
    #expect(stage.tokenRequests.count == 2)
    await stage.server.stop()
  }

  @Test func theServersMetadataIsEnough() async throws {
    var configuration = AuthorizationServer.Configuration()
    configuration.passwords = ["user": "pw"]
    let authorization = AuthorizationServer(configuration)
    let server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
    let url = try server.start()
    var settings = OAuth2Settings(clientID: "app")
    settings.grant = .password(username: "user", password: "pw")
    let transport = CurlTransport()
    let handler = OAuth2Handler(
      settings,
      discovery: "\(url)/.well-known/openid-configuration",
      transport: transport
    )
    let session = Session(server: Server(url), transport: transport, signers: ["oidc": handler])
    var endpoint = Endpoint(.get, "/item", id: "item")
    endpoint.security = .any(.scheme("oidc"))
    #expect(await session.response(for: endpoint).status == 200)
    await server.stop()
  }

  @Test func eventsReachEveryListener() async throws {
    let stage = try await Stage { _ in
      .token("A2".secret)
    } resource: {
      Self.onlyA2($0)
    }
    let (first, second) = (stage.handler.events, stage.handler.events)
    #expect(await stage.get().status == 200)
    for stream in [first, second] {
      var iterator = stream.makeAsyncIterator()
      guard case .refreshed? = await iterator.next() else {
        Issue.record("a listener was not told of the refresh")
        continue
      }
    }
    await stage.server.stop()
  }
}
