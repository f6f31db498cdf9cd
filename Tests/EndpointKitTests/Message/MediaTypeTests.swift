import Testing

@testable import EndpointKit

struct MediaTypeTests {
  @Test func partsAndParametersAreRead() throws {
    let text = " Application/JSON ; Charset=\"UTF-8\";q=0.5; v=\"a;b\\\"c\""
    let type = try #require(MediaType(text))
    #expect(type.essence == "application/json")
    #expect(type.charset == "utf-8")
    #expect(type[parameter: "v"] == "a;b\"c")
    #expect(type.parameters.count == 2)
    #expect(type.description == "application/json; charset=UTF-8; v=\"a;b\\\"c\"")
  }

  @Test(arguments: ["", "json", "/json", "application/", "a/b/c"])
  func whatIsNoMediaTypeIsRefused(_ text: String) { #expect(MediaType(text) == nil) }

  @Test(arguments: [
    ("*/*", "image/png", true), ("image/*", "image/png", true), ("image/*", "text/png", false),
    ("application/json", "application/json;charset=x", true),
    ("application/json", "application/vnd.acme.v2+json", true),
    ("application/json", "application/problem+json", true),
    ("application/vnd.acme.v2+json", "application/json", true),
    ("application/json", "text/html", false), ("text/plain", "text/html", false),
    ("application/json; v=2", "application/json", false),
    ("application/json; v=2", "application/json; V=2", true),
    ("application/json; charset=utf-8", "application/json", true),
    ("application/xml", "application/atom+xml", true),
  ])
  func rangesCoverTypes(_ range: String, _ type: String, _ covers: Bool) throws {
    let range = try #require(MediaType(range))
    let type = try #require(MediaType(type))
    #expect(range.covers(type, suffixes: true) == covers)
  }

  @Test func specificityRanksRanges() {
    let types: [MediaType] = ["*/*", "image/*", "image/png", "image/png; q=1; v=2"]
    #expect(types.map(\.specificity) == [0, 1, 2, 3])
  }
}
