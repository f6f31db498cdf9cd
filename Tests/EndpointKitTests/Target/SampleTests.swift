import EndpointKit
import EndpointTesting
import Testing

struct SampleTests {
  static let responses = SampleResponses(
    json: #"""
      {"get": [
        {"status": 200, "contentType": "application/json", "json": {"a": [1, "\u2028"]}},
        {"status": 200, "contentType": "text/csv", "text": "a\n1"},
        {"status": 404, "contentType": "application/problem+json", "json": {}}],
       "DELETE /x": [{"status": 204}],
       "odd": [{"status": 302}, {"status": 500}]}
      """#
  )

  enum Own: SampledTarget {
    case get(accept: String), remove, odd, unknown

    var samples: SampleResponses { SampleTests.responses }
    var endpoint: Endpoint {
      switch self {
      case .get(let accept):
        var endpoint = Endpoint(.get, "/x", id: "get")
        endpoint.accept(accept)
        return endpoint
      case .remove: return Endpoint(.delete, "/x")
      case .odd: return Endpoint(.get, "/odd", id: "odd")
      case .unknown: return Endpoint(.get, "/unknown")
      }
    }
  }

  @Test(
    arguments: [
      ("application/json", "application/json"), ("text/csv", "text/csv"), ("text/*", "text/csv"),
      ("*/*", "application/json"), ("image/png", "application/json"),
    ]
  )
  func theMediaTypeIsOneThatIsAccepted(_ accept: String, _ type: String) {
    #expect(Own.get(accept: accept).sample?.contentType == type)
  }

  @Test func bodiesAreJSONOrText() {
    #expect(Own.get(accept: "*/*").sample?.body == "{\"a\":[1,\"\u{2028}\"]}")
    #expect(Own.get(accept: "text/csv").sample?.body == "a\n1")
    #expect(Own.remove.sample == SampleResponse(status: 204, contentType: nil))
  }

  @Test func statusesAreAskedFor() {
    let target = Own.get(accept: "application/json")
    #expect(target.sample(status: 404)?.body == "{}")
    #expect(target.sample(status: 500) == nil)
    #expect(Own.odd.sample?.status == 302)
    #expect(Own.unknown.sample == nil)
    #expect(MultiTarget(target).sample(status: 404)?.status == 404)
    #expect(MultiTarget(Endpoint(.get, "/")).sample(status: 404) == nil)
    #expect(SampleResponses(json: "{").responses(of: "get").isEmpty)
  }

  @Test func stubsAnswerWithThem() async throws {
    let transports = [StubTransport.samples(), .samples(after: .milliseconds(1))]
    for transport in transports {
      let session = Session(server: "http://stub.test", transport: transport)
      let target = Own.get(accept: "application/json")
      #expect(try await session.value(of: target, as: .json) == ["a": [1, "\u{2028}"]])
      let missing = await session.response(for: Own.unknown, as: .json)
      #expect(missing.error?.kind == .requestEncoding)
      #expect(missing.error?.reason.contains("GET /unknown") == true)
    }
  }

  @Test func closuresChooseTheStatus() async throws {
    let transport = StubTransport { exchange in
      if exchange.target is Own { return try .sample(of: exchange.target, status: 404) }
      return .json("[]")
    }
    let session = Session(server: "http://stub.test", transport: transport)
    let refused = await session.response(for: Own.get(accept: "*/*"), as: .json)
    #expect(refused.status == 404)
    #expect(try await session.value(of: Endpoint(.get, "/"), as: .json) == [])
    let hand = StubTransport { try .sample(of: $0.target, status: 200) }
    let byHand = Session(server: "http://stub.test", transport: hand)
    #expect(
      await byHand.response(for: Endpoint(.get, "/"), as: .json).error?.kind == .requestEncoding
    )
  }
}
