import Foundation
import Testing

@testable import EndpointKit

struct StoreTests {
  // MARK: Cookies

  static func store(
    _ cookies: [String],
    from url: String = "https://api.test/v1/login",
    now: Double = 1000
  ) -> CookieStore {
    let store = CookieStore(limit: 5, wallClock: { now })
    var response = HTTPResponse(status: 200, url: HTTPURL(url)!)
    for cookie in cookies { response.fields.append("Set-Cookie", cookie) }
    store.store(from: response)
    return store
  }

  @Test(arguments: [
    ("a=1", "https://api.test/v1/x", true), ("a=1", "https://api.test/v1", true),
    ("a=1", "https://api.test/v2", false), ("a=1", "https://www.api.test/v1/x", false),
    ("a=1; Path=/", "https://api.test/", true), ("a=1; Path=/x", "https://api.test/xy", false),
    ("a=1; Path=/x", "https://api.test/x/y", true),
    ("a=1; Domain=api.test; Path=/", "https://www.api.test/", true),
    ("a=1; Domain=.api.test; Path=/", "https://api.test/", true),
    ("a=1; Domain=test; Path=/", "https://other.test/", false),
    ("a=1; Domain=other.test; Path=/", "https://other.test/", false),
    ("a=1; Domain=pi.test; Path=/", "https://api.test/", false),
    ("a=1; Path=/; Secure", "http://api.test/", false), ("a=1; Path=/", "http://api.test/", true),
    ("a=1; Path=/; Max-Age=0", "https://api.test/", false),
    ("a=1; Path=/; Max-Age=10", "https://api.test/", true),
    ("a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:01 GMT", "https://api.test/", false),
    ("a=1; Path=/; Expires=Thu, 01-Jan-2099 00:00:01 GMT", "https://api.test/", true),
    ("a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=5", "https://api.test/", true),
    ("=1; Path=/", "https://api.test/", false), ("noequals", "https://api.test/v1/", false),
  ])
  func cookiesGoWhereTheyBelong(_ cookie: String, _ url: String, _ goes: Bool) {
    let cookies = Self.store([cookie]).cookies(for: HTTPURL(url)!)
    #expect(cookies.map { "\($0.name)=\($0.value)" } == (goes ? ["a=1"] : []))
  }

  @Test func aSecureCookieCannotBeSetOverPlainHTTP() {
    let store = Self.store(["a=1; Secure; Path=/"], from: "http://api.test/")
    #expect(store.cookies(for: HTTPURL("https://api.test/")!).isEmpty)
  }

  @Test func cookiesAreReplacedRemovedAndBounded() {
    let store = Self.store(["a=1", "b=2; Path=/v1/login", "a=3", "c=4", "c=; Max-Age=-1"])
    let url = HTTPURL("https://api.test/v1/login")!
    #expect(store.cookies(for: url).map { "\($0.name)=\($0.value)" } == ["b=2", "a=3"])
    let many = Self.store((0..<9).map { "n\($0)=x" })
    #expect(many.cookies(for: url).count == 5)
  }

  @Test func aSessionKeepsCookiesOnlyIfAsked() async {
    let transport = ScriptedTransport(
      .make(200, ["Set-Cookie": "sid=1; Path=/", "Content-Type": "application/json"], "1")
    )
    var endpoint = Endpoint(.get, "/")
    endpoint.cookie("own", "x")
    let without = Session.test(transport)
    for _ in 0..<2 { _ = await without.response(for: endpoint) }
    let with = Session.test(transport) { $0.cookies = CookieStore() }
    for _ in 0..<2 { _ = await with.response(for: endpoint) }
    #expect(
      transport.requests.map { $0.fields["Cookie"] } == ["own=x", "own=x", "own=x", "own=x; sid=1"]
    )
  }

  // MARK: Conditional cache

  static func cached(
    _ cache: ConditionalCache,
    signers: [String: any RequestSigner] = [:],
    _ fields: HTTPFields = ["ETag": "\"v1\"", "Content-Type": "application/json", "X-Seen": "1"]
  ) -> (Session, ScriptedTransport) {
    let transport = ScriptedTransport { request, number in
      if request.fields["If-None-Match"] == "\"v1\"" || request.fields.contains("If-Modified-Since")
      {
        var response = TransportResponse.make(304, ["X-Seen": "\(number)", "ETag": "\"v1\""])
        response.head.url = request.url
        return response
      }
      var response = TransportResponse.make(200, fields, "\(number)")
      response.head.url = request.url
      return response
    }
    return (Session.test(transport, signers: signers) { $0.cache = cache }, transport)
  }

  @Test func anUnchangedResponseIsGivenAgain() async throws {
    let (session, transport) = Self.cached(ConditionalCache())
    let call = Call<Int>(session, Endpoint(.get, "/a"))
    #expect(try await call.value == 1)
    let second = await call.response
    #expect(try second.get() == 1)
    #expect(second.status == 200)
    #expect(second.head?.fields["X-Seen"] == "2")
    #expect(transport.requests[1].fields["If-None-Match"] == "\"v1\"")
    #expect(try await call.query("q", 1).value == 3)
    #expect(try await call.header("Accept", "text/csv, application/json").value == 4)
    let own = await call.header("If-None-Match", "\"v1\"").response
    #expect(own.error?.status == 304)
  }

  @Test func credentialsDoNotShareEntries() async throws {
    let cache = ConditionalCache()
    var endpoint = Endpoint(.get, "/a")
    endpoint.security = .any(.scheme("b"))
    let (first, _) = Self.cached(cache, signers: ["b": BearerToken("1")])
    let (second, other) = Self.cached(cache, signers: ["b": BearerToken("2")])
    _ = try await Call<Int>(first, endpoint).value
    _ = try await Call<Int>(second, endpoint).value
    #expect(other.requests[0].fields.contains("If-None-Match") == false)
  }

  @Test(
    arguments: [
      ["ETag": "\"v1\"", "Cache-Control": "private, no-store"], [:],
      ["ETag": "\"v1\"", "Vary": "*"],
    ] as [HTTPFields]
  )
  func someResponsesAreNotKept(_ fields: HTTPFields) async throws {
    let (session, transport) = Self.cached(ConditionalCache(), fields)
    for _ in 0..<2 { _ = try await Call<Int>(session, Endpoint(.get, "/a")).value }
    #expect(transport.requests[1].fields.contains("If-None-Match") == false)
  }

  @Test func theCacheStaysSmall() async throws {
    let cache = ConditionalCache(sizeLimit: 40, entryLimit: 20)
    let transport = ScriptedTransport { request, _ in
      var response = TransportResponse.make(
        200,
        ["ETag": "\"v\"", "Content-Type": "application/json"],
        String(repeating: "1", count: request.url.path.hasSuffix("big") ? 30 : 18)
      )
      response.head.url = request.url
      return response
    }
    let session = Session.test(transport) { $0.cache = cache }
    for path in ["/a", "/b", "/a", "/c", "/a", "/b", "/big", "/big"] {
      _ = await session.response(for: Endpoint(.get, path))
    }
    #expect(cache.size == 36)
    let conditional = transport.requests.map { $0.fields.contains("If-None-Match") }
    // c drove b out, since a was used after b; big is never kept.
    #expect(conditional == [false, false, true, false, true, false, false, false])
    cache.removeAll()
    #expect(cache.size == 0)
  }
}
