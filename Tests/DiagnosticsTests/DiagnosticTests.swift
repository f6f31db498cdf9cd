import Diagnostics
import Testing

@Suite struct DiagnosticTests {
  @Test func locationsSortByFileAndPlace() {
    let places = [("b", 1), ("a", 20), ("a", 3)].map {
      SourceLocation(file: $0.0, line: $0.1, column: 1, offset: $0.1)
    }
    #expect(places.sorted().map(\.description) == ["a:3:1", "a:20:1", "b:1:1"])
  }

  @Test func severitiesAreOrdered() {
    #expect(Diagnostic.Severity.allCases.sorted() == [.notice, .warning, .error])
  }

  @Test func diagnosticsDescribeThemselves() {
    let place = SourceLocation(file: "f", line: 1, column: 2, offset: 1)
    #expect(Diagnostic(.error, "c", "wrong", at: place).description == "f:1:2: error: wrong")
    #expect(Diagnostic(.notice, "c", "left out").description == "notice: left out")
    let error = DiagnosticError([.init(.error, "c", "one"), .init(.error, "c", "two")])
    #expect(error.description == "error: one\nerror: two")
  }

  @Test func cataloguesAddUpAndTheFirstEntryOfACodeCounts() {
    func entry(_ code: Diagnostic.Code, _ title: String) -> DiagnosticCatalogue.Entry {
      .init(code, title, "", before: "", after: "")
    }
    let both =
      DiagnosticCatalogue([entry("a", "1"), entry("b", "2")])
      + DiagnosticCatalogue([entry("b", "3"), entry("c", "4")])
    #expect(both.entries.map(\.title) == ["1", "2", "4"])
    #expect(both["b"]?.title == "2")
    #expect(both["d"] == nil)
  }
}
