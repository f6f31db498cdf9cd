/// Collects diagnostics from any number of threads.
///
/// Work goes on after a report; who must stop throws a `DiagnosticError` instead. Reports are kept
/// in the order in which they come.
public final class DiagnosticSink: Sendable {
  private let reported = Locked<[Diagnostic]>([])

  public init() {}

  /// Everything reported so far.
  public var diagnostics: [Diagnostic] { reported.withLock { $0 } }

  /// Whether anything reported so far is an error.
  public var hasErrors: Bool {
    reported.withLock { $0.contains { $0.severity == .error } }
  }

  /// Adds one diagnostic.
  public func report(_ diagnostic: Diagnostic) {
    reported.withLock { $0.append(diagnostic) }
  }

  /// Adds several diagnostics, in order.
  public func report(contentsOf diagnostics: some Sequence<Diagnostic>) {
    let batch = Array(diagnostics)
    reported.withLock { $0.append(contentsOf: batch) }
  }

  /// Throws everything reported so far if any of it is an error.
  ///
  /// - Throws: A `DiagnosticError` with all diagnostics, warnings included.
  public func throwIfErrors() throws(DiagnosticError) {
    let all = diagnostics
    if all.contains(where: { $0.severity == .error }) { throw DiagnosticError(all) }
  }
}

/// Thrown when nothing can go on.
public struct DiagnosticError: Error, Hashable, Sendable {
  /// What is wrong; never empty.
  public let diagnostics: [Diagnostic]

  /// An error of several findings.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// An error of one finding.
  public init(_ diagnostic: Diagnostic) { self.diagnostics = [diagnostic] }
}

extension DiagnosticError: CustomStringConvertible {
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
