import Testing

@testable import EndpointKit

@Suite struct JSONValueTests {
  @Test func keepsNumbersApartAndExact() throws {
    let text = #"[1,1.0,true,1e0,9007199254740993,123456789012345678901234567890,-0,0.10]"#
    let value = try decode(JSONValue.self, text)
    #expect(value.description == text)
    #expect(value[0] != value[1])
    #expect(value[0] != value[2])
    #expect(value[1] == value[3])
    #expect(value[1].hashValue == value[3].hashValue)
    #expect(value[4]?.int == 9_007_199_254_740_993)
    #expect(value[5]?.int == nil)
    #expect(value[6]?.int == 0)
    #expect(value[7] == .number(try #require(JSONNumber(text: "0.1"))))
  }

  @Test(arguments: ["", "01", "1.", " 1", "1 ", "NaN", "1,2", "+1"])
  func refusesTextsThatAreNoNumbers(_ text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test func makesNumbersFromValues() {
    #expect(JSONNumber(1.0)?.text == "1.0")
    #expect(JSONNumber(0.5)?.text == "0.5")
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    #expect(JSONNumber(UInt64.max).exactly(UInt64.self) == .max)
    #expect(JSONNumber(UInt64.max).int == nil)
  }

  @Test func objectsKeepTheirOrderAndCompareWithoutIt() throws {
    let value = try decode(JSONValue.self, #"{"b":1,"a":2,"b":3}"#)
    #expect(value.description == #"{"b":3,"a":2}"#)
    #expect(value == ["a": 2, "b": 3])
    #expect(value.hashValue == (["a": 2, "b": 3] as JSONValue).hashValue)
    #expect(value != ["a": 2, "b": 4])
    #expect(value != ["a": 2])
  }

  @Test func largeObjectsFindRepeatedKeys() throws {
    let keys = (0..<300).map { "\"key \($0)\":\($0)" } + ["\"key 7\":\"last\"", "\"key 299\":0"]
    let value = try decode(JSONValue.self, "{\(keys.joined(separator: ","))}")
    #expect(value.object?.count == 300)
    #expect(value["key 7"] == "last")
    #expect(value["key 299"] == 0)
    #expect(value["key 150"] == 150)
  }

  @Test func stringsThatAreOnlyEquivalentStayApart() throws {
    let value = try decode(JSONValue.self, "{\"e\u{301}\":1,\"\u{E9}\":2}")
    #expect(value.object?.count == 2)
    #expect(value["\u{E9}"] == 2)
    #expect(JSONValue.string("e\u{301}") != JSONValue.string("\u{E9}"))
  }

  @Test func readsAndChangesByKeyAndIndex() {
    var value: JSONValue = ["a": [1, ["b": nil]], "c": 1.5, "d": "x"]
    #expect(value["a"]?[1]?["b"] == .null)
    #expect(value["a"]?[7] == nil)
    #expect(value["missing"]?["deeper"] == nil)
    #expect(value["c"]?.double == 1.5)
    #expect(value["d"]?.string == "x")
    value["d"] = nil
    value["e"] = true
    #expect(value.object?.keys == ["a", "c", "e"])
    var scalar: JSONValue = 1
    scalar["k"] = 2
    #expect(scalar == ["k": 2])
  }

  @Test func convertsToAndFromTypes() throws {
    #expect(try JSONValue.array([1, 2]).decode([Int].self) == [1, 2])
    #expect(throws: JSONDecodingError.self) { try JSONValue.string("x").decode(Int.self) }
    #expect(try JSONValue(encoding: ["a": [1]]) == ["a": [1]])
  }
}
