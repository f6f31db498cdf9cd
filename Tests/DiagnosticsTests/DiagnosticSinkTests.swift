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

  private func throwsError(_ body: () throws -> Void) -> Bool {
    do { try body() } catch { return true }
    return false
  }
}
