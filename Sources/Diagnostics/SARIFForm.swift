/// A SARIF 2.1.0 log (OASIS standard), the interchange format of static analysis.
enum SARIFForm {
  static func log(_ diagnostics: [Diagnostic], catalogue: DiagnosticCatalogue, version: String)
    -> JSONText
  {
    .object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run(diagnostics, catalogue, version)])),
    ])
  }

  private static func run(
    _ diagnostics: [Diagnostic],
    _ catalogue: DiagnosticCatalogue,
    _ version: String
  ) -> JSONText {
    var codes: [Diagnostic.Code] = []
    for diagnostic in diagnostics where !codes.contains(diagnostic.code) {
      codes.append(diagnostic.code)
    }
    let driver = JSONText.object([
      ("name", .string("gen-client")),
      ("version", version.isEmpty ? nil : .string(version)),
      ("rules", .array(codes.map { rule($0, catalogue[$0]) })),
    ])
    return .object([
      ("tool", .object([("driver", driver)])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(diagnostics.map(result))),
    ])
  }

  private static func rule(_ code: Diagnostic.Code, _ entry: DiagnosticCatalogue.Entry?)
    -> JSONText
  {
    .object([
      ("id", .string(code.rawValue)),
      ("shortDescription", entry.map { message($0.title) }),
      ("fullDescription", entry.map { message($0.explanation) }),
    ])
  }

  private static func result(_ diagnostic: Diagnostic) -> JSONText {
    let level =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .notice: "note"
      }
    let advice = diagnostic.fix.map { " Fix: \($0)." } ?? ""
    let related = diagnostic.notes.compactMap { note in
      note.location.map { place($0, length: 1, message: note.message) }
    }
    return .object([
      ("ruleId", .string(diagnostic.code.rawValue)),
      ("level", .string(level)),
      ("message", message(diagnostic.message + "." + advice)),
      (
        "locations",
        diagnostic.location.map { .array([place($0, length: diagnostic.length, message: nil)]) }
      ),
      ("relatedLocations", related.isEmpty ? nil : .array(related)),
    ])
  }

  private static func place(_ location: SourceLocation, length: Int, message note: String?)
    -> JSONText
  {
    .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(uri(location.file)))])),
          (
            "region",
            .object([
              ("startLine", .int(location.line)), ("startColumn", .int(location.column)),
              ("endColumn", .int(location.column + max(1, length))),
            ])
          ),
        ])
      ),
      ("message", note.map(message)),
    ])
  }

  private static func message(_ text: String) -> JSONText { .object([("text", .string(text))]) }

  /// A path as a relative or `file:` URI.
  private static func uri(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in path.utf8 {
      if plain.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return (path.hasPrefix("/") ? "file://" : "") + String(decoding: encoded, as: UTF8.self)
  }
}
