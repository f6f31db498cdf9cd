import Testing

@testable import EndpointKit

struct EndpointPathTests {
  @Test func valuesArePlacedByNameInAnyOrder() {
    var endpoint = Endpoint(.get, "/repos/{owner}/{repo}/files/{number}")
    endpoint.path("number", 5)
    endpoint.path("repo", "r")
    endpoint.path("owner", "o")
    #expect(endpoint.path == "/repos/o/r/files/5")
    #expect(endpoint.problem == nil)
  }

  @Test(arguments: [
    ("a/b?c&d%20\u{e9}#", "/keys/a%2Fb%3Fc%26d%2520%C3%A9%23/"), ("..a", "/keys/..a/"),
    ("a\r\nb", "/keys/a%0D%0Ab/"), ("{x}", "/keys/%7Bx%7D/"), ("a b+c", "/keys/a%20b%2Bc/"),
    (";v=1", "/keys/%3Bv%3D1/"), ("a\\b", "/keys/a%5Cb/"),
  ])
  func valuesAreEncodedOnceAndTheTrailingSlashStays(_ value: String, _ path: String) {
    var endpoint = Endpoint(.get, "/keys/{key}/")
    endpoint.path("key", value)
    #expect(endpoint.path == path)
    #expect(endpoint.problem == nil)
  }

  @Test(arguments: ["", ".", ".."])
  func valuesThatWouldChangeTheRouteAreProblems(_ value: String) {
    var endpoint = Endpoint(.get, "/keys/{key}/")
    endpoint.path("key", value)
    #expect(endpoint.problem != nil)
  }

  @Test func dotsTogetherAreAProblemEvenAcrossParameters() {
    var endpoint = Endpoint(.get, "/{a}{b}/x")
    endpoint.path("a", ".")
    endpoint.path("b", ".")
    #expect(endpoint.problem?.contains("'..'") == true)
  }

  @Test func emptyListsInPathsAreProblems() {
    var endpoint = Endpoint(.get, "/x/{ids}")
    endpoint.path("ids", [Int]())
    #expect(endpoint.problem?.contains("ids") == true)
  }

  @Test func aSegmentCanMixParametersAndText() {
    var endpoint = Endpoint(.get, "/files/{name}.{ext}/{name}")
    endpoint.path("name", "a/b")
    endpoint.path("ext", "tar.gz")
    #expect(endpoint.path == "/files/a%2Fb.tar.gz/a%2Fb")
    #expect(endpoint.problem == nil)
  }

  @Test func theTemplatesFragmentIsNotSentAndTheQueryIs() throws {
    var endpoint = Endpoint(.get, "/files/{id}#link")
    endpoint.path("id", "a#b")
    endpoint.query("fields", "x")
    #expect(endpoint.path == "/files/a%23b")
    var problem: String?
    let base = ServerBase(try #require(HTTPURL("https://a.test")))
    let url = base.url(of: endpoint, problem: &problem)
    #expect(url.description == "https://a.test/files/a%23b?fields=x")
    #expect(Endpoint(.get, "/plain#other").path == "/plain")
  }

  @Test func missingAndSurplusParametersAreProblems() {
    var missing = Endpoint(.get, "/a/{b}/{c}")
    missing.path("b", 1)
    #expect(missing.problem == "path parameter 'c' has no value")
    var surplus = Endpoint(.get, "/a/{b}")
    surplus.path("b", 1)
    surplus.path("c", 1)
    #expect(surplus.problem?.contains("'c'") == true)
  }

  @Test func allowReservedKeepsWhatCannotEndTheSegment() {
    var endpoint = Endpoint(.get, "/a/{b}")
    endpoint.path("b", "x:y@z/..?#", allowReserved: true)
    #expect(endpoint.path == "/a/x:y@z%2F..%3F%23")
  }

  @Test func acceptListsEachTypeOnceInOrder() {
    var endpoint = Endpoint(.get, "/")
    endpoint.accept("application/json")
    endpoint.accept("image/*", "application/json", "application/problem+json")
    #expect(endpoint.acceptText == "application/json, image/*, application/problem+json")
  }

  @Test(arguments: [
    ("https://eu.example.test:8443/v2", "/list", "https://eu.example.test:8443/v2/list"),
    ("https://a.test", "/list", "https://a.test/list"),
    ("https://a.test/", "/list/", "https://a.test/list/"),
    ("https://a.test/v1/", "list", "https://a.test/v1/list"),
    ("https://a.test/v1", "/x?fixed=1", "https://a.test/v1/x?fixed=1&q=2"),
  ])
  func serversGoInFrontOfPaths(_ server: String, _ path: String, _ url: String) throws {
    let base = ServerBase(try #require(HTTPURL(server)))
    var endpoint = Endpoint(.get, path)
    if path.hasSuffix("=1") { endpoint.query("q", 2) }
    var problem: String?
    #expect(base.url(of: endpoint, problem: &problem).description == url)
    #expect(problem == nil)
  }

  @Test(arguments: [
    ("https://uploads.test/up", "https://uploads.test/up/x"), ("/v2", "https://a.test/v2/x"),
    ("v2", "https://a.test/v1/v2/x"), ("../v3/", "https://a.test/v3/x"),
    ("//b.test", "https://b.test/x"),
  ])
  func operationServersMayBeRelative(_ reference: String, _ url: String) throws {
    let base = ServerBase(try #require(HTTPURL("https://a.test/v1")))
    let server = try #require(base.resolving(.init(reference)))
    var problem: String?
    #expect(server.url(of: Endpoint(.get, "/x"), problem: &problem).description == url)
  }
}
