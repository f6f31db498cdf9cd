import Diagnostics
import SpecTree

/// A key or a value that a diagnostic is about.
enum DiagnosticPlace {
  case key(Node.Entry)
  case value(Node)

  func diagnostic(
    _ severity: Diagnostic.Severity,
    _ code: Diagnostic.Code,
    _ message: String,
    notes: [Diagnostic.Note] = [],
    fix: String? = nil
  ) -> Diagnostic {
    switch self {
    case .key(let entry): entry.diagnostic(severity, code, message, notes: notes, fix: fix)
    case .value(let node): node.diagnostic(severity, code, message, notes: notes, fix: fix)
    }
  }
}

extension Node {
  var diagnosticPlace: DiagnosticPlace { .value(self) }
}

extension Node.Entry {
  var diagnosticPlace: DiagnosticPlace { .key(self) }
}
