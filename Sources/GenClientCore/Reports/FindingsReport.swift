import Diagnostics

/// The file of `--report`: everything that was approximated, repaired or left out.
enum FindingsReport {
  /// The report as text; JSON where the path ends in `.json`.
  static func text(_ diagnostics: [Diagnostic], path: String) -> String {
    if path.hasSuffix(".json") {
      let lines = DiagnosticRenderer(.json).render(diagnostics).split(separator: "\n")
      return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }
    let summary = DiagnosticRenderer.summary(of: diagnostics) ?? "nothing was approximated"
    return summary + "\n" + DiagnosticRenderer(.xcode).render(diagnostics)
  }
}
