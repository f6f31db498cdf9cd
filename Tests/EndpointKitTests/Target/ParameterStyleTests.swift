import Testing

@testable import EndpointKit

/// The table of styles in OpenAPI 3.1 ("Style Examples"), and what it leaves open.
struct ParameterStyleTests {
  static let list: ParameterValue = ["blue", "black", "brown"].parameterValue
  static let object = ParameterValue.object([
    .init("R", .scalar("100")), .init("G", .scalar("200")), .init("B", .scalar("150")),
  ])

  @Test(arguments: [
    (ParameterStyle.simple, false, ParameterValue.scalar("blue"), "blue"),
    (.simple, false, list, "blue,black,brown"), (.simple, true, list, "blue,black,brown"),
    (.simple, false, object, "R,100,G,200,B,150"), (.simple, true, object, "R=100,G=200,B=150"),
    (.label, false, .scalar("blue"), ".blue"), (.label, false, list, ".blue,black,brown"),
    (.label, true, list, ".blue.black.brown"), (.label, false, object, ".R,100,G,200,B,150"),
    (.label, true, object, ".R=100.G=200.B=150"), (.matrix, false, .scalar("blue"), ";color=blue"),
    (.matrix, false, .scalar(""), ";color"), (.matrix, false, list, ";color=blue,black,brown"),
    (.matrix, true, list, ";color=blue;color=black;color=brown"),
    (.matrix, false, object, ";color=R,100,G,200,B,150"),
    (.matrix, true, object, ";R=100;G=200;B=150"),
  ])
  func pathStyles(
    _ style: ParameterStyle,
    _ explode: Bool,
    _ value: ParameterValue,
    _ text: String
  ) {
    var endpoint = Endpoint(.get, "/a/{color}/z")
    endpoint.path("color", value, style: style, explode: explode)
    #expect(endpoint.problem == nil)
    #expect(endpoint.path == "/a/\(text)/z")
  }

  @Test(arguments: [
    (ParameterStyle.form, Bool?.none, ParameterValue.scalar("blue"), "color=blue"),
    (.form, nil, .scalar(""), "color="), (.form, false, list, "color=blue,black,brown"),
    (.form, nil, list, "color=blue&color=black&color=brown"),
    (.form, false, object, "color=R,100,G,200,B,150"), (.form, nil, object, "R=100&G=200&B=150"),
    (.spaceDelimited, nil, list, "color=blue%20black%20brown"),
    (.spaceDelimited, false, object, "color=R%20100%20G%20200%20B%20150"),
    (.spaceDelimited, true, list, "color=blue&color=black&color=brown"),
    (.pipeDelimited, nil, list, "color=blue%7Cblack%7Cbrown"),
    (.pipeDelimited, false, object, "color=R%7C100%7CG%7C200%7CB%7C150"),
    (.deepObject, nil, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    (
      .deepObject, nil,
      .object([
        .init("a", .object([.init("b", .scalar("1"))])), .init("l", ["x", "y"].parameterValue),
        .init("o", .array([.object([.init("k", .scalar("v"))])])), .init("n", .absent),
      ]),
      "color%5Ba%5D%5Bb%5D=1&color%5Bl%5D%5B%5D=x&color%5Bl%5D%5B%5D=y&color%5Bo%5D%5B0%5D%5Bk%5D=v"
    ), (.form, nil, .array([]), ""), (.form, false, .array([]), ""), (.form, nil, .object([]), ""),
    (.form, nil, .absent, ""), (.deepObject, nil, .array([]), ""),
  ])
  func queryStyles(
    _ style: ParameterStyle,
    _ explode: Bool?,
    _ value: ParameterValue,
    _ text: String
  ) {
    var endpoint = Endpoint(.get, "/")
    endpoint.query("color", value, style: style, explode: explode)
    #expect(endpoint.query == text)
  }

  @Test func commasBetweenItemsAreRawAndInsideThemEncoded() {
    var endpoint = Endpoint(.get, "/list")
    endpoint.query("a", ["x", "y,z"], explode: false)
    endpoint.query("b", ["x", "y"])
    let colour = ParameterValue.object([.init("r", 1.parameterValue), .init("g", 2.parameterValue)])
    endpoint.query("c", colour, explode: false)
    endpoint.query("d", colour)
    #expect(endpoint.query == "a=x,y%2Cz&b=x&b=y&c=r,1,g,2&r=1&g=2")
  }

  @Test func scalarsHaveOneForm() {
    var endpoint = Endpoint(.get, "/q")
    endpoint.query("flag", true)
    endpoint.query("big", 9_007_199_254_740_993)
    endpoint.query("ratio", 0.1)
    endpoint.query("blob", Data([0xFB, 0xFF]))
    endpoint.query("none", String?.none)
    #expect(endpoint.query == "flag=true&big=9007199254740993&ratio=0.1&blob=%2B%2F8%3D")
  }

  @Test(arguments: [
    (false, "a%26b%3Dc%2Bd%23%2F%3F%25%20%C3%A9"), (true, "a%26b=c%2Bd%23/?%25%20%C3%A9"),
  ])
  func queryValuesNeverLeaveTheirPlace(_ allowReserved: Bool, _ text: String) {
    var endpoint = Endpoint(.get, "/")
    endpoint.query("q", "a&b=c+d#/?% \u{e9}", allowReserved: allowReserved)
    endpoint.query("x[y]&", 1)
    #expect(endpoint.query == "q=\(text)&x%5By%5D%26=1")
  }

  @Test func allowReservedKeepsTripletsThatAreEncodedAlready() {
    var endpoint = Endpoint(.get, "/")
    endpoint.query("q", "a%20b%2", allowReserved: true)
    #expect(endpoint.query == "q=a%20b%252")
  }

  @Test func contentTypedParametersAreJSON() {
    var endpoint = Endpoint(.get, "/{p}")
    endpoint.path("p", ["a", "b"], content: "application/json")
    endpoint.query("where", JSONValue.object(["a": 1]), content: "application/json")
    endpoint.query("t", "plain", content: "text/plain")
    endpoint.header("X-Filter", ["a"], content: "application/json")
    #expect(endpoint.path == "/%5B%22a%22%2C%22b%22%5D")
    #expect(endpoint.query == "where=%7B%22a%22%3A1%7D&t=plain")
    #expect(endpoint.fields["x-filter"] == "[\"a\"]")
  }

  @Test func headersAreSimpleAndRaw() {
    var endpoint = Endpoint(.get, "/")
    endpoint.header("X-List", ["a b", "c"])
    endpoint.header("X-Object", Self.object, explode: true)
    endpoint.header("X-None", Int?.none)
    #expect(endpoint.fields["X-List"] == "a b,c")
    #expect(endpoint.fields["X-Object"] == "R=100,G=200,B=150")
    #expect(!endpoint.fields.contains("X-None"))
    #expect(endpoint.problem == nil)
    endpoint.header("X-Bad", "a\r\nEvil: 1")
    #expect(endpoint.problem?.contains("X-Bad") == true)
  }

  @Test func cookiesShareOneField() {
    var endpoint = Endpoint(.get, "/c")
    endpoint.cookie("session", "a b;c")
    endpoint.cookie("theme", String?.none)
    endpoint.cookie("ids", [1, 2], explode: false)
    endpoint.cookie("e", [1, 2])
    #expect(endpoint.cookieText.string == "session=a%20b%3Bc; ids=1,2; e=1; e=2")
    endpoint.cookie("raw", "a=b", style: .cookie)
    #expect(endpoint.cookieText.string.hasSuffix("; raw=a=b"))
    #expect(endpoint.problem == nil)
    endpoint.cookie("bad", "a; admin=1", style: .cookie)
    #expect(endpoint.problem?.contains("bad") == true)
    #expect(!endpoint.cookieText.string.contains("admin"))
  }
}
