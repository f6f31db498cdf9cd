import Diagnostics
import Testing

@Suite struct DiagnosticRendererTests {
  static let lines = ["swagger: 2", "info: {title: x}", "\ttitle: \"日本\" # end"]

  static let duplicate = Diagnostic(
    .warning,
    "duplicate-key",
    "the key \"title\" occurs twice",
    at: SourceLocation(file: "a b.yaml", line: 3, column: 2, offset: 29),
    length: 5,
    notes: [
      .init(
        "first used here",
        at: SourceLocation(file: "a b.yaml", line: 2, column: 8, offset: 18)
      ),
      .init("the last one counts"),
    ],
    fix: "remove one"
  )

  static let placeless = Diagnostic(.error, "no-input", "no document was given")

  private func renderer(_ format: DiagnosticRenderer.Format) -> DiagnosticRenderer {
    var renderer = DiagnosticRenderer(format)
    renderer.sourceLine = { file, line in
      file == "a b.yaml" && Self.lines.indices.contains(line - 1) ? Self.lines[line - 1] : nil
    }
    return renderer
  }

  @Test func peopleSeeTheLineAndWhatToDo() {
    #expect(
      renderer(.human).render([Self.duplicate, Self.placeless]) == """
        a b.yaml:3:2: warning: the key "title" occurs twice [duplicate-key]
           3 |  title: "日本" # end
             |  ^~~~~
        a b.yaml:2:8: note: first used here
           2 | info: {title: x}
             |        ^
        note: the last one counts
        fix: remove one
        error: no document was given [no-input]

        """
    )
  }

  @Test func coloursAreThereOnlyWhenAskedFor() {
    var renderer = renderer(.human)
    #expect(!renderer.render([Self.duplicate]).contains("\u{1B}"))
    renderer.usesColour = true
    let text = renderer.render([Self.duplicate])
    #expect(text.contains("\u{1B}[1;35mwarning: \u{1B}[0m"))
    #expect(withoutEscapes(text) == self.renderer(.human).render([Self.duplicate]))
  }

  private func withoutEscapes(_ text: String) -> String {
    text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst() }.joined()
  }

  @Test(arguments: [
    ("short", 2, 3, "short", " ^~~"), ("short", 5, 9, "short", "    ^"),
    ("short", 6, 1, "short", "     ^"), ("", 1, 1, "", "^"), ("日本語", 2, 1, "日本語", "  ^~"),
    ("e\u{301}x", 3, 1, "e\u{301}x", " ^"), ("a\u{1B}[31mb", 9, 1, "a\u{FFFD}[31mb", "       ^"),
    ("\u{202E}abc", 2, 1, "\u{FFFD}abc", " ^"), ("a\tb", 3, 1, "a b", "  ^"),
  ])
  func excerptsUnderlineThePlace(
    line: String,
    column: Int,
    length: Int,
    text: String,
    underline: String
  ) {
    var renderer = DiagnosticRenderer()
    renderer.sourceLine = { _, _ in line }
    let place = SourceLocation(file: "f", line: 1, column: column, offset: 0)
    let output = renderer.render([Diagnostic(.error, "c", "m", at: place, length: length)])
    let printed = output.split(separator: "\n").map(String.init)
    #expect(printed.dropFirst() == ["   1 | \(text)", "     | \(underline)"])
  }

  @Test func longLinesAreCutAroundThePlace() {
    var renderer = DiagnosticRenderer()
    renderer.sourceLine = { _, _ in
      String(repeating: "a", count: 5000) + "X" + String(repeating: "b", count: 5000)
    }
    let place = SourceLocation(file: "f", line: 1, column: 5001, offset: 5000)
    let printed = renderer.render([Diagnostic(.error, "c", "m", at: place)])
      .split(separator: "\n").map { Array($0) }
    #expect(printed[1].count < 120)
    #expect(printed[2].last == "^")
    #expect(printed[1][printed[2].count - 1] == "X")
  }

  @Test func messagesStayOnTheirLineAndCannotSteerTheTerminal() {
    let hostile = Diagnostic(.error, "c", "one\ntwo\u{1B}[2J\u{202E}")
    #expect(renderer(.human).render([hostile]) == "error: one two\u{FFFD}[2J\u{FFFD} [c]\n")
    #expect(renderer(.xcode).render([hostile]) == "error: one two\u{FFFD}[2J\u{FFFD}\n")
  }

  @Test func xcodeSeesOneLineEach() {
    var notice = Self.placeless
    notice.severity = .notice
    #expect(
      renderer(.xcode).render([Self.duplicate, notice]) == """
        a b.yaml:3:2: warning: the key "title" occurs twice; remove one
        a b.yaml:2:8: note: first used here
        a b.yaml:3:2: note: the last one counts
        note: no document was given

        """
    )
  }

  @Test func programsSeeOneJSONObjectALine() {
    #expect(
      renderer(.json).render([Self.duplicate, Self.placeless]) == #"""
        {"severity":"warning","code":"duplicate-key","message":"the key \"title\" occurs twice",\#
        "location":{"file":"a b.yaml","line":3,"column":2,"offset":29},"length":5,\#
        "notes":[{"message":"first used here",\#
        "location":{"file":"a b.yaml","line":2,"column":8,"offset":18}},\#
        {"message":"the last one counts"}],"fix":"remove one"}
        {"severity":"error","code":"no-input","message":"no document was given"}

        """#
    )
  }

  @Test func jsonEscapesWhatItMust() {
    let text = renderer(.json).render([Diagnostic(.error, "c", "\\\"\n\r\t\u{1}\u{7F}é😀\u{2028}")])
    #expect(text.contains(#""message":"\\\"\n\r\t\u0001\u007fé😀\u2028""#))
  }

  @Test func sarifNamesRulesResultsAndPlaces() {
    var renderer = renderer(.sarif)
    renderer.toolVersion = "1.2.3"
    renderer.catalogue = DiagnosticCatalogue([
      .init("duplicate-key", "Key used twice", "Only one counts.", before: "a", after: "b")
    ])
    let text = renderer.render([Self.duplicate, Self.placeless, Self.placeless])
    let parts = [
      #""version":"2.1.0""#, #""driver":{"name":"gen-client","version":"1.2.3""#,
      #"{"id":"duplicate-key","shortDescription":{"text":"Key used twice"},"#,
      #"{"id":"no-input"}]"#,
      #""ruleId":"duplicate-key","level":"warning""#, #""uri":"a%20b.yaml""#,
      #""region":{"startLine":3,"startColumn":2,"endColumn":7}"#,
      #""relatedLocations":[{"physicalLocation""#, #""message":{"text":"first used here"}"#,
      #"{"ruleId":"no-input","level":"error","message":{"text":"no document was given."}}"#,
    ]
    for part in parts { #expect(text.contains(part), "\(part)") }
    #expect(text.components(of: #""id":"no-input""#) == 1)
  }

  @Test(
    arguments: [
      ([], nil), ([.error], "1 error"), ([.warning, .error, .error], "2 errors, 1 warning"),
      ([.notice, .notice], "2 notices"),
    ] as [([Diagnostic.Severity], String?)]
  )
  func theSummaryCounts(severities: [Diagnostic.Severity], summary: String?) {
    let diagnostics = severities.map { Diagnostic($0, "c", "m") }
    #expect(DiagnosticRenderer.summary(of: diagnostics) == summary)
  }
}

extension String {
  /// How often a part occurs.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
