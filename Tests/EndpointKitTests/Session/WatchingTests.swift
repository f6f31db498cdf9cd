import Foundation
import Testing

@testable import EndpointKit

final class HookLog: EventMonitor {
  let lines = Locked<[String]>([])
  private func add(_ text: String) { lines.withLock { $0.append(text) } }
  func callDidStart(_ context: RequestContext) { add("start \(context.operationID)") }
  func willAdapt(_ request: HTTPRequest, _ context: RequestContext) { add("willAdapt") }
  func didAdapt(_ request: HTTPRequest, _ context: RequestContext) {
    add("didAdapt \(request.fields["A"] ?? "")")
  }
  func willSend(_ request: HTTPRequest, _ context: RequestContext) {
    add("send \(request.url.path) \(context.attempt)")
  }
  func didReceiveHead(_ response: HTTPResponse, _ context: RequestContext) {
    add("head \(response.status)")
  }
  func didReceiveBody(_ byteCount: Int, _ context: RequestContext) { add("body \(byteCount)") }
  func willRedirect(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    _ context: RequestContext
  ) { add("redirect \(request.url.path)") }
  func didFinishTry(_ attempt: Attempt, metrics: TransportMetrics?, _ context: RequestContext) {
    add("try \(attempt.number) \(attempt.status ?? 0) \(attempt.failure?.rawValue ?? "ok")")
  }
  func willRetry(after delay: Duration, dueTo error: ClientError, _ context: RequestContext) {
    add("retry \(delay)")
  }
  func didSerialize(error: ClientError?, _ context: RequestContext) {
    add("serialized \(error?.kind.rawValue ?? "ok")")
  }
  func callDidFinish(_ context: RequestContext, error: ClientError?) {
    add("finish \(error?.kind.rawValue ?? "ok")")
  }
}

struct WatchingTests {
  @Test func hooksTellTheWholeStoryInOrder() async throws {
    let log = HookLog()
    let transport = ScriptedTransport(
      .json("", status: 503),
      .make(302, ["Location": "/moved"]),
      .json("12")
    )
    let session = Session.test(
      transport,
      interceptor: Interceptor(adapt: { request, _ in request.fields["A"] = "1" }),
      monitors: [log]
    ) {
      var policy = RetryPolicy()
      policy.jitter = 0
      $0.retry = policy
    }
    #expect(try await Call<Int>(session, Endpoint(.get, "/a", id: "op")).value == 12)
    #expect(
      log.lines.withLock { $0 } == [
        "start op", "willAdapt", "didAdapt 1", "send /v1/a 1", "head 503", "body 0",
        "try 1 503 unacceptableStatus", "retry 0.5 seconds", "willAdapt", "didAdapt 1",
        "send /v1/a 2", "head 302", "body 0", "redirect /moved", "send /moved 2", "head 200",
        "body 2", "try 2 200 ok", "serialized ok", "finish ok",
      ]
    )
  }

  @Test func failuresOfEveryStageEndTheStory() async {
    let log = HookLog()
    let session = Session.test(ScriptedTransport(.json("x")), monitors: [log])
    _ = await Call<Int>(session, Endpoint(.get, "/a")).response
    #expect(log.lines.withLock { $0.suffix(2) } == ["serialized decoding", "finish decoding"])
    let failing = Session.test(ScriptedTransport(.json("", status: 400)), monitors: [log])
    _ = await Call<Int>(failing, Endpoint(.get, "/a")).response
    #expect(log.lines.withLock { $0.last } == "finish unacceptableStatus")
  }

  @Test func theCounterGoesUpAndDown() async {
    let seen = Locked<[Int]>([])
    let counter = ActivityCounter { count in seen.withLock { $0.append(count) } }
    let session = Session.test(ScriptedTransport(.json("1")), monitors: [counter])
    _ = await Call<Int>(session, Endpoint(.get, "/a")).response
    #expect(seen.withLock { $0 } == [1, 0])
    #expect(counter.count == 0)
  }

  @Test func logsHoldNoSecrets() async {
    let lines = Locked<[String]>([])
    let logger = RequestLogger(.commands) { line in lines.withLock { $0.append(line) } }
    var endpoint = Endpoint(.post, "/login", id: "login")
    endpoint.query("access_token", "S3CRET")
    endpoint.json(JSONValue.object(["user": "u", "password": "S3CRET"]))
    endpoint.security = .any(.all(.scheme("b"), .scheme("k")))
    let response = TransportResponse.make(200, ["Set-Cookie": "sid=S3CRET"], "1")
    let session = Session.test(
      ScriptedTransport(response),
      signers: ["b": BearerToken("S3CRET"), "k": APIKey("S3CRET", in: .query, named: "api_key")],
      monitors: [logger]
    )
    _ = await Call<Int>(session, endpoint).response
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(!text.contains("S3CRET"))
    #expect(text.contains("→ POST https://api.test/v1/login?access_token=<redacted>"))
    #expect(text.contains("← 200 HTTP/1.1"))
    #expect(text.contains("Authorization: <redacted>"))
    #expect(text.contains(#"{"user":"u","password":"<redacted>"}"#))
    #expect(text.contains("login: POST /login 200"))
  }

  @Test func commandsAreQuotedForTheShell() {
    let url = HTTPURL("https://a.test/x?q='1'")!
    let request = HTTPRequest(
      .put,
      url,
      fields: ["X-Note": "it's"],
      body: .text("a=1&password=p&b='2'")
    )
    #expect(
      request.curlCommand() == """
        curl \\
          --request PUT \\
          --header 'X-Note: it'\\''s' \\
          --data-raw 'a=1&password=p&b='\\''2'\\''' \\
          'https://a.test/x?q='\\''1'\\'''
        """
    )
    var form = request
    form.fields["Content-Type"] = "application/x-www-form-urlencoded"
    #expect(form.curlCommand().contains("password=<redacted>"))
    #expect(HTTPRequest(.get, url, body: .file(path: "/f")).curlCommand().contains("@/f"))
    #expect(HTTPRequest(.head, url).curlCommand().contains("--head"))
  }

  @Test func errorDescriptionsHoldNeitherQueryNorCredentials() async throws {
    var endpoint = Endpoint(.get, "/a", id: "op")
    endpoint.query("token", "S3CRET")
    endpoint.security = .any(.scheme("b"))
    let session = Session.test(
      ScriptedTransport(.json("S3CRET", status: 400)),
      signers: ["b": BearerToken("S3CRET")]
    )
    let error = try #require(await failure(of: Call<Int>(session, endpoint)))
    #expect(
      "\(error)"
        == "op: the server answered 400 Bad Request (unacceptableStatus, status 400, GET https://api.test/v1/a)"
    )
    for signer in [BearerToken("S3CRET"), APIKey("S3CRET")] as [Any] {
      #expect(!"\(signer)".contains("S3CRET"))
      #expect(!String(reflecting: signer).contains("S3CRET"))
      var dumped = ""
      dump(signer, to: &dumped)
      #expect(!dumped.contains("S3CRET"))
    }
  }
}
