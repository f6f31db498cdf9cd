import Testing

@testable import EndpointKit

@Suite struct JSONWriterTests {
  @Test(arguments: [
    ("", #""""#), ("abc", #""abc""#), ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{C}\r\u{1}\u{1F}", #""\b\t\n\f\r\u0001\u001f""#), ("é😀", "\"é😀\""),
    ("eight888 and more\nthan that", #""eight888 and more\nthan that""#),
  ])
  func escapesWhatMustBe(_ value: String, _ expected: String) throws {
    #expect(try JSONWriter.text(value) == expected)
    #expect(try decode(String.self, expected) == value)
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (1.5, "1.5"), (0.1, "0.1"), (-2.5e-3, "-0.0025"),
      (1e16, "10000000000000000"), (1.5e20, "150000000000000000000"), (1e21, "1e21"),
      (1.25e30, "1.25e30"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-9, "1.5e-9"),
      (9_007_199_254_740_992, "9007199254740992"), (123_456_789.125, "123456789.125"),
      (.greatestFiniteMagnitude, "1.7976931348623157e308"), (.leastNonzeroMagnitude, "5e-324"),
    ] as [(Double, String)]
  )
  func writesDoublesInTheirShortestForm(_ value: Double, _ expected: String) throws {
    #expect(try JSONWriter.text(value) == expected)
    #expect(try decode(Double.self, expected) == value)
  }

  @Test func writesSinglePrecisionInItsOwnShortestForm() throws {
    #expect(try JSONWriter.text(Float(0.1)) == "0.1")
    #expect(try JSONWriter.text(Float(16_777_216)) == "16777216")
  }

  @Test(arguments: [Int.min, -1, 0, 9, 10, 99, 100, 12_345, Int.max])
  func writesIntegers(_ value: Int) throws {
    #expect(try JSONWriter.text(value) == String(value))
    #expect(try JSONWriter.text(UInt64.max) == "18446744073709551615")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesWhatIsNoNumberUnlessTold(_ value: Double) throws {
    #expect(throws: JSONEncodingError.self) { try JSONWriter.encode([value]) }
    var options = JSONEncodingOptions()
    options.nonFinite = .null
    #expect(try JSONWriter.text([value], options: options) == "[null]")
    options.nonFinite = .strings
    #expect(try JSONWriter.text([value], options: options).hasPrefix("[\""))
  }

  @Test func writesDictionariesSortedByKey() throws {
    #expect(try JSONWriter.text(["b": 2, "a": 1, "c": 3]) == #"{"a":1,"b":2,"c":3}"#)
  }

  @Test func putsCommasBetweenElementsAndMembers() throws {
    #expect(try JSONWriter.text([[], [1], [1, 2]]) == "[[],[1],[1,2]]")
    #expect(try JSONWriter.text([["a": "["], ["b": "{"]]) == #"[{"a":"["},{"b":"{"}]"#)
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeKey("list")
    try writer.writeArray([1, 2]) { value, json in json.writeInteger(value * 2) }
    writer.writeKey("none")
    writer.writeNull()
    writer.endObject()
    #expect(
      writer.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"list":[2,4],"none":null}"#
    )
  }

  @Test func growsBeyondItsFirstBuffer() throws {
    let values = (0..<5000).map { "value number \($0)" }
    #expect(try decode([String].self, JSONWriter.text(values)) == values)
  }
}
