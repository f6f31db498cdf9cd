import Foundation
import Testing

@testable import EndpointKit

func decode<Value: JSONCodable>(
  _ type: Value.Type,
  _ text: String,
  options: JSONDecodingOptions = .init()
) throws -> Value {
  try JSONReader.decode(type, from: text, options: options)
}

@Suite struct JSONReaderTests {
  @Test(arguments: [
    "", " ", "nul", "tru", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{'a':1}", "[1 2]",
    "01", "-", "+1", ".5", "1.", "1e", "1e+", "--1", "0x1", "NaN", "Infinity", "\"\\x\"",
    "\"\\u12G4\"", "\"abc", "\"a\nb\"", "[1]x", "\u{1}", "[", "{", "{\"a\":", "{\"a\"", "\"\\",
  ])
  func rejectsTextThatIsNoJSON(_ text: String) {
    #expect(throws: JSONDecodingError.self) { try decode(JSONValue.self, text) }
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], "a byte that never occurs"), ([0x22, 0xC0, 0x80, 0x22], "overlong"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "a surrogate"), ([0x22, 0xE2, 0x82, 0x22], "cut short"),
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "beyond U+10FFFF"),
      ([0x22, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x80, 0x22], "a lone continuation"),
    ] as [([UInt8], String)]
  )
  func rejectsInvalidUTF8(_ bytes: [UInt8], _ why: String) {
    #expect(throws: JSONDecodingError.self) { try JSONReader.decode(String.self, from: bytes) }
  }

  @Test(arguments: [
    (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00!""#, "😀!"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\u0000""#, "\0"), (#""naïve 日本語 😀""#, "naïve 日本語 😀"),
    (
      #""a long text without anything special in it, beyond every word""#,
      "a long text without anything special in it, beyond every word"
    ),
    (#""seven77\n""#, "seven77\n"), (#""sixteen bytes 16\t""#, "sixteen bytes 16\t"),
  ])
  func readsStrings(_ text: String, _ expected: String) throws {
    #expect(try decode(String.self, text) == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min), ("1.0", 1), ("-5.00", -5), ("1e3", 1000), ("12e-1", nil),
      ("1200e-2", 12), ("0.0", 0), ("0e99999999999999999999", 0), ("9223372036854775808", nil),
      ("1.5", nil), ("1e19", nil), ("1e999999999999", nil),
      ("123456789012345678", 123_456_789_012_345_678),
      ("1234567890123456789", 1_234_567_890_123_456_789), ("0.1e1", 1),
    ] as [(String, Int?)]
  )
  func readsIntegersExactly(_ text: String, _ expected: Int?) {
    #expect((try? decode(Int.self, text)) == expected)
  }

  @Test func readsTheLimitsOfEveryIntegerType() throws {
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(throws: JSONDecodingError.self) { try decode(UInt64.self, "18446744073709551616") }
    #expect(throws: JSONDecodingError.self) { try decode(UInt64.self, "-1") }
    #expect(try decode(Int32.self, "-2147483648") == .min)
    #expect(throws: JSONDecodingError.self) { try decode(Int32.self, "2147483648") }
    #expect(try decode(UInt8.self, "255") == 255)
    #expect(throws: JSONDecodingError.self) { try decode(UInt8.self, "256") }
    #expect(throws: JSONDecodingError.self) { try decode(UInt.self, "-1") }
  }

  @Test func readsTheGreatestIntegerAsWritersOfDoublesSpellIt() throws {
    #expect(try decode(Int.self, "9.223372036854776e+18") == .max)
    #expect(try decode(UInt64.self, "1.8446744073709552E19") == .max)
    #expect(throws: JSONDecodingError.self) { try decode(Int.self, "9223372036854775808") }
    #expect(throws: JSONDecodingError.self) { try decode(Int.self, "9.3e18") }
  }

  @Test(arguments: [
    "0", "-0.0", "1", "1.5", "0.1", "123456.789", "1e22", "1e23", "9007199254740993",
    "2.2250738585072011e-308", "4.9e-324", "1.7976931348623157e308", "0.30000000000000004",
    "1234567890123456789012345678901234567890", "1e-400", "100000000000000000000000",
    "8.5e-1", "3.14159265358979323846264338327950288", "9007199254740992.5",
  ])
  func readsDoublesCorrectlyRounded(_ text: String) throws {
    let value = try decode(Double.self, text)
    let expected = try #require(Double(text))
    #expect(value.bitPattern == expected.bitPattern)
  }

  @Test(arguments: ["1e400", "-1e400"])
  func rejectsDoublesBeyondTheRange(_ text: String) {
    #expect(throws: JSONDecodingError.self) { try decode(Double.self, text) }
  }

  @Test(arguments: ["1", "\"true\"", "null", "[]"])
  func rejectsOtherTypesForBooleans(_ text: String) {
    #expect(throws: JSONDecodingError.self) { try decode(Bool.self, text) }
  }

  @Test func followsNestingUpToTheLimitAlone() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try decode(JSONValue.self, nested(512)).array != nil)
    let error = #expect(throws: JSONDecodingError.self) { try decode(JSONValue.self, nested(513)) }
    #expect(error?.reason == .tooDeep(limit: 512))
    var options = JSONDecodingOptions()
    options.maximumDepth = 2
    #expect(throws: JSONDecodingError.self) {
      try decode(JSONValue.self, nested(3), options: options)
    }
    // Leaving a level gives it back.
    #expect(try decode(JSONValue.self, "[[],[{}],[]]", options: .init()).array?.count == 3)
  }

  @Test func namesTheplaceOfAFailure() throws {
    let text = #"{"items":[{"n":1},{"n":"two"}]}"#
    let error = #expect(throws: JSONDecodingError.self) {
      try decode([String: [[String: Int]]].self, text)
    }
    #expect(error?.path == [.key("items"), .index(1), .key("n")])
    #expect(error?.offset == 23)
    #expect(error?.reason == .typeMismatch(expected: "an integer", found: .string))
    #expect(
      error?.description
        == "items[1].n: expected an integer, found a string at byte 23, near `\"two\"}]}`"
    )
  }

  @Test func passesOverAByteOrderMark() throws {
    #expect(try JSONReader.decode(Int.self, from: [0xEF, 0xBB, 0xBF, 0x31]) == 1)
  }

  @Test func acceptsWhiteSpaceEverywhere() throws {
    let text = " \t\r\n{ \"a\" :\n[ 1 , 2 ] , \"b\"\t: { } }\n"
    #expect(try decode(JSONValue.self, text) == ["a": [1, 2], "b": [:]])
  }

  @Test func pullsElementsAndMembers() throws {
    var seen: [String] = []
    try Array(#"{"a":[1,2],"b":null,"c":true}"#.utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      try reader.readObject { key, json in
        switch try json.peek() {
        case .array: try json.readArray { seen.append("\(key)\(try $0.readInteger(Int.self))") }
        case .null: seen.append("\(key)\(try json.readNull())")
        default: seen.append("\(key)\(try json.readBool())")
        }
      }
      try reader.finish()
    }
    #expect(seen == ["a1", "a2", "btrue", "ctrue"])
  }

  /// Foundation must read every payload of the corpus as the same values.
  @Test(
    .enabled(if: !Corpus.files("specs/json").isEmpty, "the corpus is absent"),
    arguments: ["stripe", "get", "autorest-examples"]
  )
  func agreesWithFoundation(_ folder: String) throws {
    let files = Corpus.files("specs/json/\(folder)")
    #expect(!files.isEmpty)
    for file in files {
      let data = try Data(contentsOf: file)
      let theirs = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      let ours = try? JSONReader.decode(JSONValue.self, from: data)
      #expect((theirs == nil) == (ours == nil), "\(file.lastPathComponent)")
      if let theirs, let ours {
        #expect(isSame(ours, theirs), "\(file.lastPathComponent)")
      }
    }
  }

  private func isSame(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch ours {
    case .null: theirs is NSNull
    case .bool(let value): (theirs as? Bool) == value
    case .number(let value):
      // Foundation's serialization is not always correctly rounded.
      (theirs as? NSNumber).map { abs($0.doubleValue - value.double) <= abs(value.double) * 1e-15 }
        ?? false
    case .string(let value): (theirs as? String) == value
    case .array(let elements):
      (theirs as? [Any]).map { other in
        other.count == elements.count && zip(elements, other).allSatisfy(isSame)
      } ?? false
    case .object(let members):
      (theirs as? [String: Any]).map { other in
        other.count == members.count
          && members.allSatisfy { member in
            other[member.key].map { isSame(member.value, $0) } ?? false
          }
      } ?? false
    }
  }
}
