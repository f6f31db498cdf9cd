import Foundation
import Testing

@testable import EndpointKit

struct RedirectTests {
  static func transport(
    _ hops: [(path: String, status: Int, location: String)]
  ) -> ScriptedTransport {
    ScriptedTransport { request, _ in
      let hop = hops.first { $0.path == request.url.description || $0.path == request.url.path }
      guard let hop else {
        var ok = TransportResponse.json("1")
        ok.head.url = request.url
        return ok
      }
      return .make(hop.status, ["Location": hop.location])
    }
  }

  @Test(arguments: [
    (301, HTTPMethod.get, HTTPMethod.get, false), (302, .get, .get, false),
    (303, .get, .get, false), (307, .get, .get, false), (308, .get, .get, false),
    (301, .head, .head, false), (303, .head, .head, false), (301, .post, .get, false),
    (302, .post, .get, false), (303, .post, .get, false), (307, .post, .post, true),
    (308, .post, .post, true), (301, .put, .put, true), (302, .put, .put, true),
    (303, .put, .get, false), (307, .put, .put, true), (303, .delete, .get, false),
    (308, .patch, .patch, true),
  ])
  func methodAndBodyChangeAsTheRFCSays(
    _ status: Int,
    _ method: HTTPMethod,
    _ expected: HTTPMethod,
    _ keepsBody: Bool
  ) async throws {
    let transport = Self.transport([("/v1/a", status, "/ok")])
    var endpoint = Endpoint(method, "/a")
    if method != .get, method != .head { endpoint.json("body") }
    _ = await Session.test(transport).response(for: endpoint)
    let last = try #require(transport.requests.last)
    #expect(transport.requests.count == 2)
    #expect(last.method == expected)
    #expect(last.url.description == "https://api.test/ok")
    #expect(try await bodyText(last) == (keepsBody ? "\"body\"" : nil))
    #expect(last.fields.contains("Content-Type") == keepsBody)
  }

  /// Where a redirect leads, as seen from `https://api.test`.
  enum Destination: String, CaseIterable {
    case sameOrigin = "https://api.test/ok"
    case otherHost = "https://other.test/ok"
    case otherPort = "https://api.test:8443/ok"
    case plain = "http://api.test/ok"
  }

  /// Every status, method and destination: RFC 9110, §15.4, and what stays at home.
  @Test(arguments: [301, 302, 303, 307, 308], Destination.allCases)
  func everyRedirectKeepsToTheRules(_ status: Int, _ destination: Destination) async throws {
    for method in [HTTPMethod.get, .head, .post, .put, .patch, .delete, .options] {
      let hasBody = [.post, .put, .patch].contains(method)
      let transport = Self.transport([("/v1/a", status, destination.rawValue)])
      var endpoint = Endpoint(method, "/a")
      endpoint.security = .any(.scheme("bearer"))
      if hasBody { endpoint.json("body") }
      let session = Session.test(transport, signers: ["bearer": BearerToken("t")])
      let response = await session.response(for: endpoint)
      guard destination != .plain else {
        #expect(response.error?.kind == .redirect)
        #expect(transport.requests.count == 1)
        continue
      }
      let becomesGet =
        status == 303 ? method != .head : (status == 301 || status == 302) && method == .post
      try #require(transport.requests.count == 2)
      let last = transport.requests[1]
      #expect(last.method == (becomesGet ? .get : method))
      #expect(try await bodyText(last) == (hasBody && !becomesGet ? "\"body\"" : nil))
      #expect(last.url.description == destination.rawValue)
      let signed = destination == .sameOrigin ? "Bearer t" : nil
      #expect(last.fields["Authorization"] == signed)
    }
  }

  @Test(arguments: [
    ("/ok", true), ("https://api.test:443/ok", true), ("https://other.test/ok", false),
    ("https://api.test:8443/ok", false), ("//other.test/ok", false),
  ])
  func credentialsStayOnTheOrigin(_ location: String, _ keeps: Bool) async throws {
    let transport = Self.transport([("/v1/a", 302, location)])
    var endpoint = Endpoint(.get, "/a")
    endpoint.security = .any(.all(.scheme("bearer"), .scheme("key"), .scheme("cookie")))
    endpoint.cookie("c", "1")
    let session = Session.test(
      transport,
      signers: [
        "bearer": BearerToken("t"), "key": APIKey("k", named: "X-Odd-Key"),
        "cookie": APIKey("s", in: .cookie, named: "sid"),
      ]
    )
    _ = await Call<Int>(session, endpoint).header("X-Api-Key", "mine").header("X-Plain", "p").value(
      orNil: true
    )
    let last = try #require(transport.requests.last)
    #expect(transport.requests.count == 2)
    #expect(transport.requests[0].fields["Authorization"] == "Bearer t")
    #expect(transport.requests[0].fields["Cookie"] == "c=1; sid=s")
    for name in ["Authorization", "Cookie", "X-Odd-Key", "X-Api-Key"] {
      #expect(last.fields.contains(name) == keeps, "\(name)")
    }
    #expect(last.fields["X-Plain"] == "p")
  }

  @Test func credentialsComeBackOnlyBySigningAnew() async throws {
    let transport = Self.transport([
      ("https://api.test/v1/a", 302, "https://other.test/b"),
      ("https://other.test/b", 302, "https://api.test/c"),
    ])
    var endpoint = Endpoint(.get, "/a")
    endpoint.security = .any(.scheme("bearer"))
    let session = Session.test(transport, signers: ["bearer": BearerToken("t")])
    _ = await session.response(for: endpoint)
    #expect(
      transport.requests.map { $0.fields["Authorization"] } == ["Bearer t", nil, "Bearer t"]
    )
  }

  @Test func trustedOriginsAreSignedToo() async throws {
    let transport = Self.transport([("/v1/a", 302, "https://other.test/b")])
    var endpoint = Endpoint(.get, "/a")
    endpoint.security = .any(.scheme("bearer"))
    let session = Session.test(transport, signers: ["bearer": BearerToken("t")]) {
      $0.trustedOrigins = [Origin("https://other.test")!]
    }
    _ = await session.response(for: endpoint)
    #expect(transport.requests.map { $0.fields["Authorization"] } == ["Bearer t", "Bearer t"])
  }

  @Test(arguments: ["http://api.test/ok", "http://other.test/"])
  func aStepDownToPlainHTTPIsRefusedUnlessAllowed(_ location: String) async {
    let transport = Self.transport([("/v1/a", 302, location)])
    let call = Call<Int>(Session.test(transport), Endpoint(.get, "/a"))
    let error = await failure(of: call)
    #expect(error?.kind == .redirect)
    #expect(error?.status == 302)
    #expect(transport.requests.count == 1)
    var policy = RedirectPolicy()
    policy.allowsDowngrade = true
    #expect(await failure(of: call.redirects(policy)) == nil)
  }

  @Test(arguments: ["ftp://x/", "https://user:pw@other.test/", "http://", "https://a b/"])
  func locationsThatAreNoPlainURLAreRefused(_ location: String) async {
    let transport = Self.transport([("/v1/a", 302, location)])
    let error = await failure(of: Call<Int>(Session.test(transport), Endpoint(.get, "/a")))
    #expect(error?.kind == .redirect)
  }

  @Test func tenRedirectsAreFollowedAndNoMore() async {
    let loop = Self.transport([("/v1/a", 302, "/v1/a")])
    let error = await failure(of: Call<Int>(Session.test(loop), Endpoint(.get, "/a")))
    #expect(error?.kind == .redirect)
    #expect(loop.requests.count == 11)
  }

  @Test func redirectsCanBeLeftAlone() async {
    let transport = Self.transport([("/v1/a", 302, "/ok")])
    let call = Call<Int>(Session.test(transport), Endpoint(.get, "/a")).redirects(.none)
    let error = await failure(of: call)
    #expect(error?.kind == .unacceptableStatus)
    #expect(error?.response?.fields["Location"] == "/ok")
    #expect(transport.requests.count == 1)
  }

  @Test func otherOriginsCanBeRefused() async {
    let transport = Self.transport([("/v1/a", 302, "https://other.test/")])
    var policy = RedirectPolicy()
    policy.allowsOtherOrigins = false
    let call = Call<Int>(Session.test(transport), Endpoint(.get, "/a")).redirects(policy)
    #expect(await failure(of: call)?.kind == .redirect)
  }

  @Test func aOneShotBodyCannotFollowButAnUnusedOneCan() async throws {
    func endpoint() -> Endpoint {
      var endpoint = Endpoint(.post, "/a")
      let sent = Locked(false)
      endpoint.upload(
        .stream(
          BodyStream(next: {
            sent.withLock { sent in
              defer { sent = true }
              return sent ? nil : Data("once".utf8)
            }
          })
        )
      )
      return endpoint
    }
    let reading = ScriptedTransport { request, number in
      let text = try await bodyText(request)
      #expect(text == "once")
      return number == 1 ? .make(307, ["Location": "/b"]) : .json("1")
    }
    let error = await failure(of: Call<Int>(Session.test(reading), endpoint()))
    #expect(error?.kind == .bodyNotReplayable)
    #expect(reading.requests.count == 1)
    let lazy = ScriptedTransport { request, number in
      if number == 1 { return .make(307, ["Location": "/b"]) }
      let text = try await bodyText(request)
      #expect(text == "once")
      return .json("1")
    }
    #expect(try await Call<Int>(Session.test(lazy), endpoint()).value == 1)
  }
}

extension Call {
  func value(orNil: Bool) async -> Value? { await response.value }
}
