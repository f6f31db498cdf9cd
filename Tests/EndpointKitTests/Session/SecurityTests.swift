import Testing

@testable import EndpointKit

struct SecurityTests {
  static func sent(
    _ security: Security,
    _ signers: [String: any RequestSigner]
  ) async -> (fields: HTTPFields?, error: ClientError?) {
    let transport = ScriptedTransport(.json("1"))
    var endpoint = Endpoint(.get, "/me")
    endpoint.security = security
    let response = await Session.test(transport, signers: signers).response(for: endpoint)
    return (transport.requests.first?.fields, response.error)
  }

  @Test func operationsWithoutSecurityAreNeverSigned() async {
    let result = await Self.sent(.none, ["bearer": BearerToken("t")])
    #expect(result.error == nil)
    #expect(result.fields?.contains("Authorization") == false)
  }

  @Test func optionalSecuritySignsWhereItCan() async {
    let with = await Self.sent(.optional(.scheme("bearer")), ["bearer": BearerToken("t")])
    #expect(with.fields?["Authorization"] == "Bearer t")
    let empty = await Self.sent(.optional(.scheme("bearer")), ["bearer": BearerToken("")])
    #expect(empty.error == nil)
    #expect(empty.fields?.contains("Authorization") == false)
    let without = await Self.sent(.optional(.scheme("bearer")), [:])
    #expect(without.error == nil)
    #expect(without.fields?.contains("Authorization") == false)
  }

  @Test func neededCredentialsThatAreMissingStopTheCall() async {
    let none = await Self.sent(.any(.scheme("oauth2", "repo"), .scheme("key")), [:])
    #expect(none.error?.kind == .authorization)
    #expect(none.error?.reason.contains("oauth2 or key") == true)
    #expect(none.fields == nil)
    let empty = await Self.sent(.any(.scheme("bearer")), ["bearer": BearerToken("")])
    #expect(empty.error?.kind == .authorization)
    #expect(empty.fields == nil)
  }

  @Test func aClientCertificateIsTheTransportsBusiness() async {
    let security = Security.any(.all(.scheme("certificate"), .scheme("bearer")))
    let bearer = BearerToken("t")
    let result = await Self.sent(security, ["certificate": MutualTLS(), "bearer": bearer])
    #expect(result.error == nil)
    #expect(result.fields?["Authorization"] == "Bearer t")
    let without = await Self.sent(security, ["bearer": bearer])
    #expect(without.error?.kind == .authorization)
    #expect(without.fields == nil)
  }

  @Test func theFirstAlternativeWithAllCredentialsSigns() async {
    let security = Security.any(
      .all(.scheme("a"), .scheme("b")),
      .scheme("bearer"),
      .scheme("c")
    )
    let keys: [String: any RequestSigner] = [
      "a": APIKey("1", named: "A"), "b": APIKey("", named: "B"), "bearer": BearerToken("t"),
      "c": APIKey("3", named: "C"),
    ]
    let result = await Self.sent(security, keys)
    #expect(result.fields?["Authorization"] == "Bearer t")
    #expect(result.fields?.contains("A") == false)
    #expect(result.fields?.contains("C") == false)
    var all = keys
    all["b"] = APIKey("2", named: "B")
    let both = await Self.sent(security, all)
    #expect(both.fields?["A"] == "1")
    #expect(both.fields?["B"] == "2")
    #expect(both.fields?.contains("Authorization") == false)
  }

  @Test func signersLearnTheRequirementAndTheEndOfTheCall() async {
    final class Spy: RequestSigner {
      let log = Locked<[String]>([])
      func hasCredential(for context: RequestContext) async -> Bool { true }
      func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
        let scopes = context.requirement?.scopes ?? []
        log.withLock { $0.append("sign \(context.attempt) \(scopes)") }
      }
      func retry(_ context: RequestContext, dueTo error: ClientError) async -> RetryDecision {
        log.withLock { $0.append("retry \(error.status ?? 0)") }
        return context.attempt < 2 ? .retry : .doNotRetry
      }
      func callEnded(_ context: RequestContext) { log.withLock { $0.append("end") } }
    }
    let spy = Spy()
    let transport = ScriptedTransport(.json("", status: 401))
    var endpoint = Endpoint(.get, "/me")
    endpoint.security = .any(.scheme("s", "read", "write"))
    let response = await Session.test(transport, signers: ["s": spy]).response(for: endpoint)
    #expect(response.error?.status == 401)
    #expect(
      spy.log.withLock { $0 } == [
        #"sign 1 ["read", "write"]"#, "retry 401", #"sign 2 ["read", "write"]"#, "retry 401",
        "end",
      ]
    )
  }

  @Test func aSignerThatFailsEndsTheCallAsAuthorization() async {
    struct Broken: RequestSigner {
      struct Failure: Error {}
      func hasCredential(for context: RequestContext) async -> Bool { true }
      func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
        throw Failure()
      }
    }
    let result = await Self.sent(.any(.scheme("s")), ["s": Broken()])
    #expect(result.error?.kind == .authorization)
    #expect(result.error?.underlying is Broken.Failure)
    #expect(result.fields == nil)
  }
}
