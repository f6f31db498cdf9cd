import Diagnostics
import SpecTree
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    ("{\"a\": [1, -2.5e3, true, false, null, \"x\"]}", "{a:[1,-2.5e3,true,false,null,\"x\"]}"),
    (" [ ] ", "[]"), ("\t{\r\n}", "{}"), ("[[], {}]", "[[],{}]"),
    ("{\"\\u0061\\\\\\\"\\/\": \"\\b\\f\\n\\r\\t\"}", "{a\\\"/:\"\u{8}\u{C}\n\r\t\"}"),
    ("[\"\\ud83d\\ude00é😀\"]", "[\"😀é😀\"]"), ("[\"\u{7F}\u{2028}\"]", "[\"\u{7F}\u{2028}\"]"),
    ("\u{FEFF}{\"a\": 1}", "{a:1}"), ("{\"yes\": \"no\"}", "{yes:\"no\"}"),
  ])
  func documentsAreReadAsWritten(text: String, sketch: String) {
    let outcome = Outcome(text)
    #expect(outcome.root?.sketch == sketch)
    #expect(outcome.findings == [])
  }

  @Test(arguments: [
    ("{\"a\": 1,}", "1:9", "expected a key in double quotes"),
    ("{\"a\" 1}", "1:6", "expected \":\""), ("{\"a\": }", "1:7", "expected a value"),
    ("[1 2]", "1:4", "expected \",\" or \"]\""), ("[1,]", "1:4", "expected a value"),
    ("{\"a\": 1 \"b\": 2}", "1:9", "expected \",\" or \"}\""), ("[01]", "1:2", "begin with 0"),
    ("[1.]", "1:4", "after the decimal point"), ("[1e]", "1:4", "in the exponent"),
    ("[-]", "1:3", "expected a digit"), ("[+1]", "1:2", "expected a value"),
    ("[.5]", "1:2", "expected a value"), ("[tru]", "1:2", "expected a value"),
    ("[\"\\q\"]", "1:3", "no such escape"), ("[\"\\u12G4\"]", "1:3", "four hexadecimal digits"),
    ("[\"abc", "1:2", "never closed"), ("[1", "1:3", "the document ends where"),
    ("{\"a\": 1", "1:8", "the document ends where"), ("[1] x", "1:5", "nothing may follow"),
    ("[\n  1,\n  é\n]", "3:3", "expected a value"), ("[\"é\", x]", "1:7", "expected a value"),
    ("['a']", "1:2", "expected a value"), ("{a: 1}", "1:2", "expected a key in double quotes"),
    ("[1] // x", "1:5", "nothing may follow"), ("[NaN]", "1:2", "expected a value"),
  ])
  func whatIsNotJSONIsRefusedAtTheDefect(text: String, place: String, words: String) {
    let outcome = Outcome(text, as: .json)
    #expect(outcome.findings == ["\(place) json-syntax"])
    #expect(outcome.errors.first?.message.contains(words) == true, "\(outcome.errors)")
  }

  @Test(arguments: [
    ("[\"a\nb\"]", "1:4 control-character"), ("[\"\u{1}\"]", "1:3 control-character"),
    ("", "1:1 empty-document"), ("  \n", "1:1 empty-document"),
  ])
  func whatNoTextHoldsIsRefused(text: String, finding: String) {
    #expect(Outcome(text, as: .json).findings == [finding])
  }

  @Test(arguments: ["\\ud83d", "\\ude00", "\\ud83dx", "\\ud83d\\u0041"])
  func halfOfASurrogatePairIsReplacedWithAWarning(escape: String) {
    let outcome = Outcome("[\"\(escape)\"]")
    #expect(outcome.findings == ["1:3 json-lone-surrogate"])
    #expect(outcome.root?[0]?.string?.unicodeScalars.first == "\u{FFFD}")
  }

  @Test(arguments: [
    ("{openapi: 3.1.0, info: {title: x}}", [String]()), ("[a, b]", []), ("{}\n# end\n", []),
    ("{'a': 1}", []), ("{\"a\": \"b\n  c\"}", []),
    ("{\"a\": 1, \"b\": 2,}", ["1:17 json-syntax"]), ("{\"a\": 1, b: 2}", ["1:10 json-syntax"]),
    ("{\"a\": 1 # why\n}", ["1:9 json-syntax"]),
  ])
  func flowStyleYAMLIsReadAndBrokenJSONWarnedAbout(text: String, findings: [String]) {
    let outcome = Outcome(text)
    #expect(outcome.root != nil)
    #expect(outcome.findings == findings)
    #expect(outcome.warnings.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [
    ("{\"a\": 1, \"b\": [1, 2}", "1:20 json-syntax"), ("{\"a\": 1", "1:8 json-syntax"),
    ("{a: 1", "1:6 yaml-syntax"),
  ])
  func whatIsNeitherIsReportedAsWhatItBeginsAs(text: String, finding: String) {
    #expect(Outcome(text).findings == [finding])
  }

  @Test(arguments: [(499, true), (500, true), (501, false)])
  func nestingIsLimited(depth: Int, isAccepted: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    for format in [DocumentFormat.json, .yaml, .automatic] {
      let outcome = Outcome(text, as: format)
      #expect((outcome.root != nil) == isAccepted)
      if !isAccepted { #expect(outcome.findings == ["1:501 nesting-too-deep"]) }
    }
  }

  @Test func absurdNestingIsRefusedAtOnce() {
    for opening in ["[", "{\"a\":", "- ", "{a: "] {
      let text = String(repeating: opening, count: 100_000)
      #expect(Outcome(text).errors.map(\.code) == [.nestingTooDeep])
    }
  }
}
