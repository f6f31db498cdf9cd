import SpecTree
import Testing

@Suite struct ScalarTests {
  @Test(arguments: [
    // Null.
    ("null", Node.Kind.null), ("Null", .null), ("NULL", .null), ("~", .null), ("", .null),
    ("nULL", .string), ("none", .string), ("nil", .string), ("~~", .string),
    // Booleans.
    ("true", .bool), ("True", .bool), ("TRUE", .bool), ("false", .bool), ("False", .bool),
    ("FALSE", .bool), ("tRUE", .string), ("TrUE", .string), ("truE", .string), ("yes", .string),
    ("no", .string), ("NO", .string), ("on", .string), ("off", .string), ("y", .string),
    ("n", .string), ("t", .string), ("trues", .string),
    // Integers.
    ("0", .int), ("-0", .int), ("+12", .int), ("0123", .int), ("0o17", .int), ("0x1F", .int),
    ("0xff", .int), ("00", .int), ("99999999999999999999", .int), ("0o8", .string),
    ("0xfg", .string), ("0x", .string), ("0o", .string), ("-0x1", .string), ("1_000", .string),
    ("0b1", .string), ("1,000", .string), ("+", .string), ("1a", .string),
    // Numbers with a fraction or an exponent.
    ("1.5", .float), ("1.", .float), (".5", .float), ("-.5e+3", .float), ("1e3", .float),
    ("1.10", .float), ("0.0", .float), ("12e03", .float), (".inf", .float), ("-.Inf", .float),
    ("+.INF", .float), (".nan", .float), (".NaN", .float), (".NAN", .float), (".", .string),
    ("..", .string), ("1e", .string), ("1e+", .string), ("e3", .string), ("1.2.3", .string),
    ("-.nan", .string), (".Nan", .string), ("inf", .string), ("nan", .string), (".infx", .string),
    // What YAML 1.1 took for something else.
    ("2024-01-01", .string), ("2024-01-01T10:00:00Z", .string), ("12:30:45", .string),
    ("1:20", .string), ("=", .string),
  ])
  func plainScalarsResolveByTheCoreSchema(text: String, kind: Node.Kind) throws {
    let node = try #require(try tree("key: \(text)\n")["key"])
    #expect(node.kind == kind)
    #expect(node.text == text)
    #expect(!node.isQuoted)
  }

  @Test(arguments: ["null", "true", "1", "1.5", "0x1F", "~", ".inf", ""])
  func quotedScalarsAreStrings(text: String) throws {
    for quoted in ["'\(text)'", "\"\(text)\""] {
      let node = try #require(try tree("key: \(quoted)\n")["key"])
      #expect(node.kind == .string)
      #expect(node.string == text)
      #expect(node.isQuoted)
    }
  }

  @Test(arguments: ["1.10", "NO", "2024-01-01", "0123", "true", "1e3", "0x1F"])
  func anyScalarReadsAsTheTextThatIsWritten(text: String) throws {
    #expect(try tree("version: \(text)\n")["version"]?.string == text)
  }

  @Test(
    arguments: [
      ("10", 10), ("-7", -7), ("+7", 7), ("0123", 123), ("0o17", 15), ("0x1F", 31),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("10.0", 10),
      ("1e3", 1000), ("9223372036854775808", nil), ("1.5", nil), (".inf", nil), (".nan", nil),
      ("0xFFFFFFFFFFFFFFFFFF", nil), ("ten", nil), ("'10'", nil),
    ] as [(String, Int?)]
  )
  func integersAreExactOrAbsent(text: String, value: Int?) throws {
    let node = try #require(try tree("key: \(text)\n")["key"])
    #expect(node.int == value)
  }

  @Test(
    arguments: [
      ("10", 10), ("-1.5", -1.5), ("1.", 1), (".5", 0.5), ("1e3", 1000), (".inf", .infinity),
      ("-.inf", -.infinity), ("9223372036854775808", 9_223_372_036_854_775_808), ("0x10", 16),
      ("0o10", 8), ("1e400", .infinity), ("text", nil), ("'1'", nil),
    ] as [(String, Double?)]
  )
  func numbersAreDoubles(text: String, value: Double?) throws {
    let node = try #require(try tree("key: \(text)\n")["key"])
    #expect(node.double == value)
  }

  @Test func notANumberIsNotANumber() throws {
    #expect(try tree("key: .nan\n")["key"]?.double?.isNaN == true)
  }

  @Test(
    arguments: [("true", true), ("False", false), ("TRUE", true), ("'true'", nil), ("yes", nil)]
      as [(String, Bool?)]
  )
  func onlyTheCoreSchemasWordsAreBooleans(text: String, value: Bool?) throws {
    #expect(try tree("key: \(text)\n")["key"]?.bool == value)
  }

  @Test(arguments: [
    ("|\n  one\n  two\n", "one\ntwo\n"), ("|-\n  one\n", "one"), ("|+\n  one\n", "one\n\n"),
    (">\n  one\n  two\n", "one two\n"), ("one\n  two", "one two"), ("'it''s'", "it's"),
    ("\"a\\tb\\u00e9\\x41\"", "a\tbéA"), ("\"one\n  two\"", "one two"), ("日本語", "日本語"),
    ("\"\\U0001F600\"", "😀"), ("plain # comment", "plain"), ("a#b", "a#b"), ("a:b", "a:b"),
  ])
  func textIsUnfoldedAndUnescaped(source: String, text: String) throws {
    #expect(try tree("key: \(source)\nnext: 1\n")["key"]?.string == text)
  }

  @Test(arguments: [
    ("!!str 1", Node.Kind.string, "1"), ("!!int 1", .int, "1"), ("!!int '1'", .int, "1"),
    ("!!float 1", .float, "1"), ("!!bool 'true'", .bool, "true"), ("!!null ''", .null, ""),
    ("! 1", .string, "1"), ("!!binary aGk=", .string, "aGk="),
    ("!!timestamp 2024-01-01", .string, "2024-01-01"), ("!!str", .string, ""),
    ("!<tag:yaml.org,2002:str> 1", .string, "1"),
  ])
  func tagsDecideTheKind(source: String, kind: Node.Kind, text: String) throws {
    let outcome = Outcome("key: \(source)\n")
    #expect(outcome.root?["key"]?.kind == kind)
    #expect(outcome.root?["key"]?.text == text)
    #expect(outcome.findings == [])
  }

  @Test func unknownTagsAreIgnoredWithAWarning() {
    let outcome = Outcome("a: !Ref 1\nb: !Map {x: 1}\n")
    #expect(outcome.root?.sketch == "{a:1,b:{x:1}}")
    #expect(outcome.findings == ["1:4 yaml-tag", "2:4 yaml-tag"])
  }

  @Test(arguments: ["200", "true", "1.5", "null", "~", "0x1F", "2024-01-01", "a b"])
  func keysKeepTheirText(key: String) throws {
    let root = try tree("\(key): 1\n'x': 2\n")
    #expect(root.entries.first?.key == key)
    #expect(root[key]?.int == 1)
  }

  @Test func containersHaveNoText() throws {
    let root = try tree("a: {b: 1}\n")
    #expect(root["a"]?.text == "")
    #expect(root["a"]?.string == nil)
    #expect(root["a"]?.int == nil)
    #expect(root["a"]?.bool == nil)
  }

  @Test func nullHasTextButNoString() throws {
    let root = try tree("a: ~\nb:\n")
    #expect(root["a"]?.text == "~")
    #expect(root["a"]?.string == nil)
    #expect(root["b"]?.isNull == true)
  }
}
