import Foundation
import Testing

@testable import EndpointKit

struct RetryTests {
  static func policy(_ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryPolicy {
    var policy = RetryPolicy()
    policy.random = { 0 }
    change(&policy)
    return policy
  }

  static func error(
    _ status: Int? = nil,
    _ fields: HTTPFields = [:],
    kind: ClientError.Kind = .unacceptableStatus
  ) -> ClientError {
    var error = ClientError(kind, "test")
    error.response = status.map {
      HTTPResponse(status: $0, fields: fields, url: HTTPURL("https://api.test/")!)
    }
    return error
  }

  static func context(
    _ method: HTTPMethod = .get,
    attempt: Int = 1,
    elapsed: Duration = .zero
  ) -> RequestContext {
    var context = RequestContext(
      id: 1,
      attempt: attempt,
      request: HTTPRequest(method, HTTPURL("https://api.test/")!)
    )
    context.elapsed = elapsed
    return context
  }

  static func delay(_ decision: RetryDecision) -> Duration? {
    if case .retry(let delay) = decision.storage { return delay ?? .zero }
    return nil
  }

  @Test(arguments: [
    (408, true), (429, true), (500, true), (502, true), (503, true), (504, true), (400, false),
    (401, false), (403, false), (404, false), (501, false),
  ])
  func statusesThatMayPassAreRetried(_ status: Int, _ retries: Bool) {
    let decision = Self.policy().decide(Self.context(), Self.error(status))
    #expect((Self.delay(decision) != nil) == retries)
  }

  @Test func pausesGrowUpToALimitAndJitterShortensThem() {
    let policy = Self.policy { $0.limit = 20 }
    let delays = (1...8).map {
      Self.delay(policy.decide(Self.context(attempt: $0), Self.error(503)))
    }
    #expect(delays == [0.5, 1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
    let half = Self.policy { $0.random = { 1 } }
    #expect(half.backoff(before: 1) == .milliseconds(250))
  }

  @Test func triesEndAtTheLimit() {
    let policy = Self.policy()
    #expect(Self.delay(policy.decide(Self.context(attempt: 2), Self.error(503))) != nil)
    #expect(Self.delay(policy.decide(Self.context(attempt: 3), Self.error(503))) == nil)
  }

  @Test func onlyIdempotentCallsAreRetriedUnlessNothingWasSent() {
    let policy = Self.policy()
    #expect(Self.delay(policy.decide(Self.context(.post), Self.error(503))) == nil)
    #expect(Self.delay(policy.decide(Self.context(.put), Self.error(503))) != nil)
    var refused = Self.error(kind: .network)
    #expect(Self.delay(policy.decide(Self.context(.post), refused)) == nil)
    refused.networkCondition = .connect
    #expect(Self.delay(policy.decide(Self.context(.post), refused)) != nil)
    let all = Self.policy { $0.retriesNonIdempotent = true }
    #expect(Self.delay(all.decide(Self.context(.post), Self.error(503))) != nil)
  }

  @Test(arguments: [
    (ClientError.Kind.network, true), (.timeout, true), (.tls, false), (.cancelled, false),
    (.decoding, false), (.bodyTooLarge, false),
  ])
  func failuresOfTheNetworkAreRetried(_ kind: ClientError.Kind, _ retries: Bool) {
    let decision = Self.policy().decide(Self.context(), Self.error(kind: kind))
    #expect((Self.delay(decision) != nil) == retries)
  }

  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    arguments: [
      (429, ["Retry-After": "1"], 1.0), (503, ["Retry-After": "0"], 0),
      (503, ["Retry-After": "Sun, 06 Nov 1994 08:49:39 GMT", "Date": date], 2),
      (503, ["Retry-After": "Sun, 06 Nov 1994 08:49:00 GMT", "Date": date], 0),
      (503, ["Retry-After": "nonsense"], 0.5), (429, ["Retry-After": "86400"], nil),
      (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "784111780", "Date": date], 3),
      (429, ["X-RateLimit-Reset": "784111787", "Date": date], 10),
      (403, ["X-RateLimit-Remaining": "5", "X-RateLimit-Reset": "784111780", "Date": date], nil),
      (429, ["RateLimit-Remaining": "0", "RateLimit-Reset": "7"], 7),
    ] as [(Int, [String: String], Double?)]
  )
  func theServersWishCounts(_ status: Int, _ fields: [String: String], _ seconds: Double?) {
    let list = HTTPFields(fields.map { HTTPField(name: $0.key, value: $0.value) })
    let decision = Self.policy().decide(Self.context(), Self.error(status, list))
    #expect(Self.delay(decision) == seconds.map { .seconds($0) })
  }

  @Test func theErrorTellsTheServersWish() {
    #expect(Self.error(429, ["Retry-After": "86400"]).retryAfter == .seconds(86400))
    #expect(Self.error(429).retryAfter == nil)
  }

  @Test func theDeadlineEndsRetries() {
    let policy = Self.policy { $0.totalDeadline = .seconds(10) }
    #expect(
      Self.delay(policy.decide(Self.context(elapsed: .seconds(9)), Self.error(503))) != nil
    )
    #expect(
      Self.delay(policy.decide(Self.context(elapsed: .seconds(9.5)), Self.error(503))) == nil
    )
  }

  // MARK: In a session

  @Test func triesAndPausesAreOnTheResponse() async throws {
    let clock = TestClock()
    let transport = ScriptedTransport(
      .make(429, ["Retry-After": "1"]),
      .make(503, ["Retry-After": "2"]),
      .json("1")
    )
    let session = Session.test(transport) {
      $0.clock = clock.clock
      $0.retry = Self.policy()
    }
    let response = await Call<Int>(session, Endpoint(.get, "/a")).response
    #expect(try response.get() == 1)
    #expect(clock.sleeps == [.seconds(1), .seconds(2)])
    #expect(response.history.map(\.status) == [429, 503, 200])
    #expect(response.history.map(\.pause) == [.seconds(1), .seconds(2), .zero])
    #expect(response.history.map(\.number) == [1, 2, 3])
  }

  @Test func theWishThatIsTooLongComesBackAtOnce() async {
    let transport = ScriptedTransport(.make(429, ["Retry-After": "86400"]))
    let session = Session.test(transport) { $0.retry = Self.policy() }
    let error = await failure(of: Call<Int>(session, Endpoint(.get, "/c")))
    #expect(error?.status == 429)
    #expect(error?.retryAfter == .seconds(86400))
    #expect(transport.requests.count == 1)
  }

  @Test func retriersSeeStatusFieldsAndBody() async throws {
    let transport = ScriptedTransport { request, _ in
      request.fields["Authorization"] == "A2"
        ? .json("{}") : .json(#"{"code":"token_expired"}"#, status: 400)
    }
    let token = Locked("A1")
    let interceptor = Interceptor(
      adapt: { request, _ in request.fields["Authorization"] = token.withLock { $0 } },
      retry: { context, error in
        guard error.status == 400, let body = error.body,
          (try? JSONReader.decode(JSONValue.self, from: body))?["code"] == "token_expired"
        else { return .doNotRetry }
        token.withLock { $0 = "A2" }
        return .retry
      }
    )
    let session = Session.test(transport, interceptor: interceptor)
    let response = await Call<JSONValue>(session, Endpoint(.get, "/item")).response
    #expect(response.status == 200)
    #expect(transport.requests.map { $0.fields["Authorization"] } == ["A1", "A2"])
  }

  @Test func aRetrierCanReplaceTheErrorAndKeepsTheEvidence() async {
    struct SignedOut: Error {}
    let interceptor = Interceptor(retry: { _, _ in .doNotRetry(with: SignedOut()) })
    let session = Session.test(
      ScriptedTransport(.json("x", status: 401)),
      interceptor: interceptor
    )
    let error = await failure(of: Call<Int>(session, Endpoint(.get, "/")))
    #expect(error?.kind == .interception)
    #expect(error?.underlying is SignedOut)
    #expect(error?.status == 401)
    #expect(error?.body == Data("x".utf8))
    #expect(error?.history.count == 1)
  }

  @Test func retriersThatNeverStopAreStopped() async {
    let transport = ScriptedTransport(.json("", status: 401))
    let session = Session.test(transport, interceptor: Interceptor(retry: { _, _ in .retry })) {
      $0.maximumTries = 7
    }
    let error = await failure(of: Call<Int>(session, Endpoint(.get, "/")))
    #expect(error?.status == 401)
    #expect(transport.requests.count == 7)
  }

  @Test func adaptersRunInOrderOnEachTryAndTheFirstDecisionWins() async {
    func part(_ name: String, _ decision: RetryDecision) -> Interceptor {
      Interceptor(
        adapt: { request, _ in request.fields["Order"] = (request.fields["Order"] ?? "") + name },
        retry: { context, _ in context.attempt == 1 ? decision : .doNotRetry }
      )
    }
    let transport = ScriptedTransport(.json("", status: 500))
    let session = Session.test(
      transport,
      interceptor: Interceptor(
        adapters: [part("c", .retry)],
        interceptors: [part("d", .retry(after: .seconds(5))), part("e", .retry)]
      )
    )
    let call = Call<Int>(session, Endpoint(.get, "/")).interceptor(part("a", .doNotRetry))
      .interceptor(part("b", .doNotRetry))
    let error = await failure(of: call)
    #expect(transport.requests.map { $0.fields["Order"] } == ["abcde", "abcde"])
    #expect(error?.history.first?.pause == .seconds(5))
  }

  @Test func aBodyIsSentAgainWholeAndAOneShotOneIsNot() async throws {
    let transport = ScriptedTransport { request, number in
      let text = try await bodyText(request)
      #expect(text?.contains("file") == true)
      return .json("1", status: number == 1 ? 503 : 200)
    }
    let session = Session.test(transport) { $0.retry = Self.policy() }
    var endpoint = Endpoint(.put, "/")
    endpoint.multipart(parts: [.file("f", FilePart(data: Data("file".utf8), filename: "f"))])
    #expect(try await Call<Int>(session, endpoint).value == 1)
    let types = transport.requests.map { $0.fields["Content-Type"] }
    #expect(types[0] == types[1])

    let sent = Locked(false)
    endpoint.upload(
      .stream(
        BodyStream(next: {
          sent.withLock { sent in
            defer { sent = true }
            return sent ? nil : Data("file".utf8)
          }
        })
      )
    )
    let second = ScriptedTransport { request, _ in
      _ = try await bodyText(request)
      return .json("1", status: 503)
    }
    let error = await failure(
      of: Call<Int>(Session.test(second) { $0.retry = Self.policy() }, endpoint)
    )
    #expect(error?.kind == .bodyNotReplayable)
    #expect(error?.status == 503)
    #expect((error?.underlying as? ClientError)?.kind == .unacceptableStatus)
    #expect(second.requests.count == 1)
  }

  @Test func anIdempotencyKeyStaysTheSameAndAllowsRetries() async throws {
    let transport = ScriptedTransport(.json("1", status: 503), .json("1"))
    let session = Session.test(transport) {
      $0.retry = Self.policy()
      $0.idempotencyKeyField = "Idempotency-Key"
    }
    #expect(try await Call<Int>(session, Endpoint(.post, "/")).value == 1)
    let keys = transport.requests.map { $0.fields["Idempotency-Key"] }
    #expect(keys.count == 2)
    #expect(keys[0] != nil)
    #expect(keys[0] == keys[1])
    _ = await Call<Int>(session, Endpoint(.get, "/")).response
    #expect(transport.requests.last?.fields.contains("Idempotency-Key") == false)
    _ = await Call<Int>(session, Endpoint(.post, "/")).idempotencyKey("mine").response
    #expect(transport.requests.last?.fields["Idempotency-Key"] == "mine")
  }

  @Test func aDeadlineLimitsTriesAndTheirTimeouts() async {
    let clock = TestClock()
    let transport = ScriptedTransport(.json("", status: 503))
    let session = Session.test(transport) {
      $0.clock = clock.clock
      $0.retry = Self.policy { $0.limit = 10 }
    }
    let error = await failure(
      of: Call<Int>(session, Endpoint(.get, "/")).deadline(.seconds(3))
    )
    #expect(error?.kind == .timeout)
    #expect(
      transport.options.map(\.timeout) == [.seconds(3), .seconds(2.5), .seconds(1.5)]
    )
  }

  @Test func lostConnectionsAreRetriedOnceAtOnce() async {
    let transport = ScriptedTransport { _, _ in
      var error = ClientError(.network, "reset")
      error.networkCondition = .connectionLost
      throw error
    }
    let session = Session.test(transport, interceptor: ConnectionLostRetryPolicy())
    #expect(await failure(of: Call<Int>(session, Endpoint(.get, "/")))?.kind == .network)
    #expect(transport.requests.count == 2)
    #expect(await failure(of: Call<Int>(session, Endpoint(.post, "/")))?.kind == .network)
    #expect(transport.requests.count == 3)
  }
}
