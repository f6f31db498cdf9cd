/// Turns diagnostics into text for people, for Xcode, or for programs.
public struct DiagnosticRenderer: Sendable {
  /// A way to write diagnostics down.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The message, the line it speaks of with the place underlined, notes, and what to do.
    case human
    /// One line each, as Xcode and most editors parse it.
    case xcode
    /// One JSON object a line.
    case json
    /// One SARIF 2.1.0 log, as code hosting services read it.
    case sarif
  }

  /// How to write.
  public var format: Format
  /// Whether to colour `human` output with ANSI escapes.
  public var usesColour = false
  /// The text of a line of a file, by the file's path in the diagnostic and the line from 1.
  ///
  /// Excerpts come from it. Where it returns `nil`, there is no excerpt.
  public var sourceLine: @Sendable (_ file: String, _ line: Int) -> String? = { _, _ in nil }
  /// Describes the codes in a SARIF log.
  public var catalogue = DiagnosticCatalogue()
  /// The tool's version in a SARIF log.
  public var toolVersion = ""

  /// A renderer of plain text, without excerpts until `sourceLine` is set.
  public init(_ format: Format = .human) { self.format = format }

  /// Writes diagnostics down, in the order given.
  ///
  /// - Returns: Text that is empty or ends in a newline.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    switch format {
    case .human:
      let form = HumanForm(usesColour: usesColour, sourceLine: sourceLine)
      return diagnostics.map(form.render).joined()
    case .xcode: return diagnostics.map(XcodeForm.render).joined()
    case .json: return diagnostics.map { JSONForm.value($0).text + "\n" }.joined()
    case .sarif:
      return SARIFForm.log(diagnostics, catalogue: catalogue, version: toolVersion).text + "\n"
    }
  }

  /// How many of each severity there are, as `2 errors, 1 warning`.
  ///
  /// - Returns: `nil` where there are none.
  public static func summary(of diagnostics: [Diagnostic]) -> String? {
    let parts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      guard count > 0 else { return nil }
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// `file:line:column: severity: message`, a line each.
enum XcodeForm {
  static func render(_ diagnostic: Diagnostic) -> String {
    // Xcode knows no notices.
    let severity = diagnostic.severity == .notice ? "note" : diagnostic.severity.rawValue
    let advice = diagnostic.fix.map { "; \($0)" } ?? ""
    var lines = [line(diagnostic.location, severity, diagnostic.message + advice)]
    lines += diagnostic.notes.map { line($0.location ?? diagnostic.location, "note", $0.message) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ place: SourceLocation?, _ severity: String, _ message: String)
    -> String
  {
    SafeText.line("\(place.map { "\($0): " } ?? "")\(severity): \(message)")
  }
}
