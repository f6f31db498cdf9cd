import Diagnostics
import Testing

@Suite struct DiagnosticSinkTests {
  @Test func keepsReportsInOrder() {
    let sink = DiagnosticSink()
    sink.report(Diagnostic(.warning, "first", "one"))
    sink.report(contentsOf: [
      Diagnostic(.notice, "second", "two"), Diagnostic(.error, "third", "three"),
    ])
    #expect(sink.diagnostics.map(\.code) == ["first", "second", "third"])
  }

  @Test(arguments: [
    (Diagnostic.Severity.notice, false), (.warning, false), (.error, true),
  ])
  func onlyErrorsCountAsErrors(severity: Diagnostic.Severity, expected: Bool) {
    let sink = DiagnosticSink()
    sink.report(Diagnostic(severity, "code", "message"))
    #expect(sink.hasErrors == expected)
    #expect(throwsError { try sink.throwIfErrors() } == expected)
  }

  @Test func losesNothingUnderConcurrentReports() async {
    let sink = DiagnosticSink()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<100 { sink.report(Diagnostic(.notice, "c", "\(task).\(step)")) }
        }
      }
    }
    #expect(Set(sink.diagnostics.map(\.message)).count == 800)
  }

  @Test func ofOneCodeOnlySoManyAreKept() {
    let sink = DiagnosticSink(limitPerCode: 2)
    for number in 1...5 { sink.report(Diagnostic(.warning, "many", "\(number)")) }
    sink.report(Diagnostic(.warning, "other", "6"))
    sink.report(Diagnostic(.error, "many", "7"))
    #expect(sink.diagnostics.map(\.message) == ["1", "2", "6", "7"])
    #expect(sink.omittedCount == 3)
    #expect(sink.hasErrors)
  }

  private func throwsError(_ body: () throws -> Void) -> Bool {
    do { try body() } catch { return true }
    return false
  }
}
