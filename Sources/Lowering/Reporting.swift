import Diagnostics
import SpecTree

/// Tells of approximations, of each place once.
struct Reporting {
  private let sink: DiagnosticSink
  private var reported: Set<Place> = []

  private struct Place: Hashable {
    var node: Node
    var code: Diagnostic.Code
  }

  init(sink: DiagnosticSink) { self.sink = sink }

  /// Reports something at a node, unless the same was reported there.
  mutating func note(
    _ node: Node,
    _ code: Diagnostic.Code,
    _ message: String,
    severity: Diagnostic.Severity = .notice,
    notes: [Diagnostic.Note] = [],
    fix: String? = nil
  ) {
    guard reported.insert(Place(node: node, code: code)).inserted else { return }
    sink.report(node.diagnostic(severity, code, message, notes: notes, fix: fix))
  }
}
