/// Collects diagnostics from any number of threads.
///
/// Work goes on after a report; who must stop throws a `DiagnosticError` instead. Reports are kept
/// in the order in which they come. Of one code and severity only so many are kept, so that a hostile document
/// cannot fill the memory with its faults; the rest is counted.
public final class DiagnosticSink: Sendable {
  private struct Kind: Hashable {
    var code: Diagnostic.Code
    var severity: Diagnostic.Severity
  }

  private struct Reports {
    var kept: [Diagnostic] = []
    var counts: [Kind: Int] = [:]
    var omitted = 0
    var hasErrors = false
  }

  private let reports = Locked(Reports())
  private let limitPerCode: Int

  /// An empty sink.
  ///
  /// - Parameter limitPerCode: How many diagnostics of one code and severity to keep.
  public init(limitPerCode: Int = 10_000) { self.limitPerCode = limitPerCode }

  /// What was reported so far, less what is beyond the limit.
  public var diagnostics: [Diagnostic] { reports.withLock { $0.kept } }

  /// How many diagnostics were beyond the limit.
  public var omittedCount: Int { reports.withLock { $0.omitted } }

  /// Whether anything reported so far is an error.
  public var hasErrors: Bool { reports.withLock { $0.hasErrors } }

  /// Adds one diagnostic.
  public func report(_ diagnostic: Diagnostic) {
    report(contentsOf: CollectionOfOne(diagnostic))
  }

  /// Adds several diagnostics, in order.
  public func report(contentsOf diagnostics: some Sequence<Diagnostic>) {
    let batch = Array(diagnostics)
    reports.withLock { reports in
      for diagnostic in batch { keep(diagnostic, in: &reports) }
    }
  }

  private func keep(_ diagnostic: Diagnostic, in reports: inout Reports) {
    if diagnostic.severity == .error { reports.hasErrors = true }
    let kind = Kind(code: diagnostic.code, severity: diagnostic.severity)
    let count = reports.counts[kind, default: 0]
    guard count < limitPerCode else {
      reports.omitted += 1
      return
    }
    reports.counts[kind] = count + 1
    reports.kept.append(diagnostic)
  }

  /// Throws everything reported so far if any of it is an error.
  ///
  /// - Throws: A `DiagnosticError` with all diagnostics, warnings included.
  public func throwIfErrors() throws(DiagnosticError) {
    if hasErrors { throw DiagnosticError(diagnostics) }
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
