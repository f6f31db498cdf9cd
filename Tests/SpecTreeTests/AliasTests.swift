import Diagnostics
import SpecTree
import Testing

@Suite struct AliasTests {
  @Test(arguments: [
    ("a: &x 1\nb: *x\n", "{a:1,b:1}"), ("a: &x {c: [1]}\nb: *x\n", "{a:{c:[1]},b:{c:[1]}}"),
    ("- &x a\n- &x b\n- *x\n", "[\"a\",\"b\",\"b\"]"), ("&x a: *x\n", "{a:\"a\"}"),
    ("a: &x k\n*x : 1\n", "{a:\"k\",k:1}"), ("a: &x\nb: *x\n", "{a:null,b:null}"),
    ("a: &x 'q'\nb: [*x, *x]\n", "{a:\"q\",b:[\"q\",\"q\"]}"),
  ])
  func aliasesRepeatWhatTheAnchorMarks(text: String, sketch: String) throws {
    #expect(try tree(text).sketch == sketch)
  }

  @Test func anAliasIsLocatedWhereItStandsAndItsContentsWhereTheyStand() throws {
    let root = try tree("a: &x {c: 1}\nb: *x\n")
    let alias = try #require(root["b"])
    #expect(alias.location.description == "t:2:4")
    #expect(alias.pointer.description == "/b")
    #expect(alias["c"]?.location.description == "t:1:11")
    #expect(alias["c"]?.pointer.description == "/a/c")
  }

  @Test(arguments: [
    // Own keys win, wherever << stands.
    ("b: &b {x: 1, y: 2}\nm:\n  <<: *b\n  y: 3\n  z: 4\n", "{x:1,y:3,z:4}"),
    ("b: &b {x: 1, y: 2}\nm:\n  y: 3\n  z: 4\n  <<: *b\n", "{y:3,z:4,x:1}"),
    // Of several, the first wins.
    ("b: &b {x: 1}\nc: &c {x: 2, y: 2}\nm:\n  <<: [*b, *c]\n", "{x:1,y:2}"),
    ("b: &b {x: 1}\nc: &c {x: 2, y: 2}\nm:\n  <<: *b\n  <<: *c\n", "{x:1,y:2}"),
    // What is merged may itself be merged.
    ("b: &b {x: 1}\nc: &c {<<: *b, y: 2}\nm:\n  <<: *c\n  z: 3\n", "{x:1,y:2,z:3}"),
    ("m:\n  <<: {x: 1}\n", "{x:1}"), ("m: {<<: {x: 1}, x: 2}\n", "{x:2}"),
    ("m:\n  <<: []\n  a: 1\n", "{a:1}"), ("m:\n  <<: {}\n", "{}"),
    // In quotes it is a key like any other.
    ("m:\n  '<<': {x: 1}\n", "{<<:{x:1}}"), ("m:\n  !!str <<: 1\n", "{<<:1}"),
  ])
  func mergeKeysTakeOverEntries(text: String, sketch: String) {
    let outcome = Outcome(text)
    #expect(outcome.root?["m"]?.sketch == sketch)
    #expect(outcome.findings == [])
  }

  @Test func mergedEntriesKeepTheirPositions() throws {
    let root = try tree("b: &b {x: 1}\nm:\n  <<: *b\n")
    let entry = try #require(root["m"]?.entry("x"))
    #expect(entry.keyLocation.description == "t:1:8")
    #expect(entry.value.location.description == "t:1:11")
  }

  @Test func inJSONThereAreNoMergeKeys() throws {
    #expect(try tree("{\"<<\": {\"x\": 1}}").sketch == "{<<:{x:1}}")
  }

  @Test func anAliasBombIsAnErrorWhereItGoesOff() throws {
    var text = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...12 {
      let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
      text += "l\(level): &l\(level) [\(aliases)]\n"
    }
    let outcome = Outcome(text)
    let error = try #require(outcome.errors.first)
    #expect(error.code == .yamlAliasBudget)
    #expect(error.location?.line == 6)
  }

  @Test func aMergeBombIsAnError() {
    var text = "l0: &l0 {a: 1, b: 2, c: 3}\n"
    for level in 1...40 {
      let aliases = Array(repeating: "*l\(level - 1)", count: 100).joined(separator: ", ")
      text += "l\(level): &l\(level) {<<: [\(aliases)]}\n"
    }
    var limits = ParsingLimits()
    limits.aliasedNodes = 5000
    #expect(Outcome(text, limits: limits).errors.map(\.code) == [.yamlAliasBudget])
  }

  @Test func aliasesCountTowardsTheDepth() {
    var text = "l0: &l0 [x]\n"
    for level in 1...60 { text += "l\(level): &l\(level) [[[[[[[[[*l\(level - 1)]]]]]]]]]\n" }
    let outcome = Outcome(text)
    #expect(outcome.errors.map(\.code) == [.nestingTooDeep])
  }

  @Test func manyPlainAliasesAreFine() {
    var text = "a: &a {x: 1, y: [1, 2]}\nb:\n"
    for _ in 0..<10_000 { text += "- *a\n" }
    #expect(Outcome(text).root?["b"]?.count == 10_000)
  }
}
