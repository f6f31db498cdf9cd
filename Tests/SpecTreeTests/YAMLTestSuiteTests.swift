import Diagnostics
import SpecTree
import Testing

/// The YAML test suite, as far as the corpus has it.
@Suite(.enabled(if: Corpus.isPresent)) struct YAMLTestSuiteTests {
  @Test(arguments: tests)
  func comesOutAsTheSuiteOrTheTableOfLimitsSays(test: String) throws {
    let input = try #require(Corpus.bytes(of: "\(Self.folder)/\(test)/in.yaml"))
    let outcome = Outcome(input, as: .yaml)
    let result = Result(outcome, comparedWith: json(of: test))
    #expect(result == Self.limits[test] ?? expected(of: test))
    #expect(outcome.errors.allSatisfy { $0.location != nil })
  }

  @Test func theTableOfLimitsNamesTestsThatExist() {
    #expect(Set(Self.limits.keys).subtracting(Self.tests).isEmpty)
  }

  enum Result: Equatable {
    case accepted, equal, different
    case rejected(Diagnostic.Code)

    init(_ outcome: Outcome, comparedWith json: Node?) {
      if let error = outcome.errors.first {
        self = .rejected(error.code)
      } else if let json, let root = outcome.root {
        self = root.isEqual(to: json) ? .equal : .different
      } else {
        self = .accepted
      }
    }
  }

  private func json(of test: String) -> Node? {
    // Some tests are streams of several documents, whose JSON is several values.
    Corpus.bytes(of: "\(Self.folder)/\(test)/in.json").flatMap { Outcome($0, as: .json).root }
  }

  private func expected(of test: String) -> Result {
    if Corpus.bytes(of: "\(Self.folder)/\(test)/error") != nil { return .rejected(.yamlSyntax) }
    return json(of: test) == nil ? .accepted : .equal
  }

  static let folder = "yaml/yaml-test-suite"

  static let tests = Corpus.files(in: folder).filter { $0.hasSuffix("/in.yaml") }
    .map { String($0.dropLast("/in.yaml".count)) }

  /// Where what comes out differs from the suite, and why.
  static let limits: [String: Result] = {
    var limits: [String: Result] = [:]
    func add(_ result: Result, _ tests: String) {
      for test in tests.split(separator: " ") { limits[String(test)] = result }
    }
    // On purpose: what no API description can mean.
    add(.rejected(.emptyDocument), "8G76 98YD")
    add(.rejected(.yamlComplexKey), "6PBE 9MMW KK5P LX3P M2N8/00 M2N8/01 M5DY Q9WF X38W")
    add(
      .rejected(.yamlMultipleDocuments),
      "35KP 5TYM 6WLZ 9DXL 9KAX 9WXW KSS4 L383 RZT7 U9NS"
    )
    // Refused all the same, for what comes before the defect.
    add(.rejected(.yamlMultipleDocuments), "EB22 RHX7")
    add(.rejected(.yamlComplexKey), "Y79Y/007 Y79Y/009")
    // libyaml: no empty key without a "?".
    add(.rejected(.yamlSyntax), "2JQS CFD4 NHX8 NKF9 SM9W/01")
    // libyaml: no line break between a key and its ":" in flow mappings.
    add(.rejected(.yamlSyntax), "4MUZ/00 4MUZ/01 4MUZ/02 5MUD 9SA2 UT92 VJP3/01")
    // libyaml: no ":" at either end of a plain scalar in flow mappings.
    add(.rejected(.yamlSyntax), "4ABK 58MP 5T43 HM87/00")
    // libyaml: no tabs between indicators, or before the first text of a block.
    add(.rejected(.yamlSyntax), "A2M4 Q5MG Y79Y/001 Y79Y/010")
    // libyaml: no document that begins without a marker after another, or ends before it begins.
    add(.rejected(.yamlSyntax), "7Z25 HWV9 M7A3 QT73")
    // libyaml: no unknown directive, and no "%" at the beginning of a block's line.
    add(.rejected(.yamlSyntax), "6LVF W4TN")
    // libyaml accepts: a comment without a space before it, a lone "-" or a "," too many,
    // a comment that is indented too little, a tab before a flow sequence's element.
    add(.accepted, "9C9N 9JBA S98Z SU5Z Y79Y/003 YJV2")
    // libyaml: "?x" in a flow sequence is a key; trailing blank lines of an indented block.
    add(.different, "HM87/01 L24T/01")
    return limits
  }()
}
