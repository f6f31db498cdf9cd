import Diagnostics
import SpecTree

extension Document.Version {
  /// The versions that are read, for messages.
  public static let supported = "2.0, 3.0, 3.1 and 3.2"

  /// Finds the version of a document.
  ///
  /// - Throws: A `DiagnosticError` where there is none, or none that is known.
  static func detect(_ root: Node, sink: DiagnosticSink) throws(DiagnosticError)
    -> Document.Version
  {
    guard root.kind == .mapping else {
      throw DiagnosticError(
        root.diagnostic(
          .error,
          .notADescription,
          "an API description should be an object, not \(DocumentReader.describe(root))"
        )
      )
    }
    guard let entry = root.entry("openapi") ?? root.entry("swagger") else {
      throw DiagnosticError(noVersion(root))
    }
    guard let text = entry.value.string else {
      throw DiagnosticError(
        entry.value.diagnostic(
          .error,
          .unsupportedVersion,
          "`\(entry.key)` should be a version, not \(DocumentReader.describe(entry.value))",
          fix: "supported are \(supported)"
        )
      )
    }
    guard let generation = generation(text, key: entry.key) else {
      throw DiagnosticError(
        entry.value.diagnostic(
          .error,
          .unsupportedVersion,
          "version `\(text)` is not supported",
          fix: "supported are \(supported)"
        )
      )
    }
    if !isWellFormed(text) {
      sink.report(
        entry.value.diagnostic(
          .warning,
          .oddVersion,
          "`\(text)` is no version number; the document is read as"
            + " \(DocumentReader.name(of: generation))"
        )
      )
    }
    return Document.Version(generation: generation, text: text)
  }

  private static func noVersion(_ root: Node) -> Diagnostic {
    for entry in root.entries {
      let near = Suggestion.nearest(to: entry.key, in: ["openapi", "swagger"])
      if let near, entry.value.isScalar {
        return entry.diagnostic(
          .error,
          .notADescription,
          "the document does not say its version: it has no `openapi`",
          fix: "did you mean `\(near)` in place of `\(entry.key)`?"
        )
      }
    }
    return root.diagnostic(
      .error,
      .notADescription,
      "this is no API description: it has neither `openapi` nor `swagger`",
      fix: "add `openapi: 3.1.0` if it is one"
    )
  }

  private static func generation(_ text: String, key: String) -> Document.Version.Generation? {
    let trimmed = text.trimmed
    let parts = trimmed.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard let major = parts.first.map(String.init) else { return nil }
    let minor = parts.count > 1 ? String(parts[1].prefix { $0.isNumber }) : ""
    switch (major, minor) {
    // A lone `2` or `3` is a number that lost its zero.
    case ("2", "0"), ("2", ""): return key == "swagger" ? .swagger2 : nil
    case ("3", "0"), ("3", ""): return .openAPI30
    case ("3", "1"): return .openAPI31
    case ("3", "2"): return .openAPI32
    default: return nil
    }
  }

  /// Whether a text is `N.N` or a semantic version.
  private static func isWellFormed(_ text: String) -> Bool {
    let (numbers, label) = text.split(at: "-")
    let parts = numbers.split(separator: ".", omittingEmptySubsequences: false)
    let isLabel = label.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2E
        || $0 == 0x2D
    }
    return (2...3).contains(parts.count) && isLabel
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
  }
}
