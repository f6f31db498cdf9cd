import Diagnostics
import SpecTree
import Testing

@Suite struct DuplicateKeyTests {
  @Test(arguments: [
    ("a: 1\nb: 2\na: 3\n", "{b:2,a:3}", ["3:1"]),
    ("a: 1\na: 2\na: 3\n", "{a:3}", ["2:1", "3:1"]),
    ("x:\n  a: {b: 1, b: 2}\n", "{x:{a:{b:2}}}", ["2:13"]),
    ("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}, \"a\": 3}", "{b:{c:2},a:3}", ["1:24", "1:33"]),
    ("200: 1\n'200': 2\n", "{200:2}", ["2:1"]),
    ("{\"a\": 1, \"\\u0061\": 2}", "{a:2}", ["1:10"]),
  ])
  func theLastOneCountsAndBothAreLocated(text: String, sketch: String, places: [String]) {
    let outcome = Outcome(text)
    #expect(outcome.root?.sketch == sketch)
    #expect(outcome.findings == places.map { "\($0) duplicate-key" })
    #expect(outcome.warnings.allSatisfy { $0.severity == .warning && $0.notes.count == 1 })
  }

  @Test func theNoteNamesTheEarlierPlace() {
    let warning = Outcome("b:\n  a: 1\n  a: 2\n").warnings.first
    #expect(warning?.message == "the key \"a\" occurs twice; the last one counts")
    #expect(warning?.notes.first?.location?.description == "t:2:3")
  }

  @Test func theSameKeyInDifferentMappingsIsNoDuplicate() {
    #expect(Outcome("a: {x: 1}\nb: {x: 1, a: {x: 1}}\n").findings == [])
  }

  @Test func canonicallyEquivalentKeysAreDifferentKeys() {
    let outcome = Outcome("caf\u{E9}: 1\ncafe\u{301}: 2\n")
    #expect(outcome.findings == [])
    #expect(outcome.root?["caf\u{E9}"]?.int == 1)
    #expect(outcome.root?["cafe\u{301}"]?.int == 2)
  }

  @Test func duplicatesAreFoundAmongManyKeys() {
    var text = ""
    for key in 0..<1000 { text += "key\(key): \(key)\n" }
    let outcome = Outcome(text + "key500: -1\n")
    #expect(outcome.findings == ["1001:1 duplicate-key"])
    #expect(outcome.root?.count == 1000)
    #expect(outcome.root?["key500"]?.int == -1)
    #expect(outcome.root?["key999"]?.int == 999)
    #expect(outcome.root?["key1000"] == nil)
  }
}
