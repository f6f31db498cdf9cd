import Diagnostics
import OpenAPI
import Testing

@Suite struct MediaRangeTests {
  private func read(_ key: String) -> (ranges: [MediaRange], outcome: Outcome) {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a:
          get:
            responses:
              "200": {description: "", content: {"\(key)": {schema: {type: string}}}}
      """
    )
    return (outcome.document?.operations.first?.responses[0].content.map(\.range) ?? [], outcome)
  }

  @Test(
    arguments: [
      ("application/json", "application", "json", nil, true),
      ("Application/JSON; Charset=UTF-8", "application", "json", nil, true),
      ("application/vnd.github.v3+json", "application", "vnd.github.v3+json", "json", true),
      ("text/*", "text", "*", nil, false),
      ("*/*", "*", "*", nil, false),
      (#"multipart/form-data; boundary=\"a;b\""#, "multipart", "form-data", nil, false),
    ] as [(String, String, String, String?, Bool)]
  )
  func aMediaTypeIsTakenApart(
    key: String,
    type: String,
    subtype: String,
    suffix: String?,
    isJSON: Bool
  ) {
    let (ranges, outcome) = read(key)
    #expect(ranges.map(\.type) == [type])
    #expect(ranges.first?.subtype == subtype)
    #expect(ranges.first?.suffix == suffix)
    #expect(ranges.first?.isJSON == isJSON)
    #expect(outcome.findings.isEmpty)
  }

  @Test(arguments: [
    ("json", ["application/json"]), ("*", ["*/*"]), ("application/json;", ["application/json"]),
    (" application/json ", ["application/json"]), ("application / json", ["application/json"]),
    ("application/json; charset", ["application/json"]), ("wrong", ["application/json"]),
    ("application/json, text/plain", ["application/json", "text/plain"]),
    (#"application/json\r\nX-Evil: 1"#, ["application/json"]), ("", ["application/json"]),
  ])
  func aMalformedOneIsRepairedAndReported(key: String, expected: [String]) {
    let (ranges, outcome) = read(key)
    #expect(ranges.map(\.text) == expected)
    #expect(outcome.codes(.warning) == [.malformedMediaType])
  }
}
