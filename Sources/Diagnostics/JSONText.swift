/// Just enough of JSON to write reports, with keys in the order given.
indirect enum JSONText {
  case string(String)
  case int(Int)
  case array([JSONText])
  case object([(String, JSONText?)])

  /// The value on one line; members without a value are left out.
  var text: String {
    switch self {
    case .string(let value): return Self.quote(value)
    case .int(let value): return String(value)
    case .array(let elements): return "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let written = members.compactMap { key, value in
        value.map { Self.quote(key) + ":" + $0.text }
      }
      return "{" + written.joined(separator: ",") + "}"
    }
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// One JSON object a diagnostic.
enum JSONForm {
  static func value(_ diagnostic: Diagnostic) -> JSONText {
    .object([
      ("severity", .string(diagnostic.severity.rawValue)),
      ("code", .string(diagnostic.code.rawValue)),
      ("message", .string(diagnostic.message)),
      ("location", diagnostic.location.map(location)),
      ("length", diagnostic.location == nil ? nil : .int(diagnostic.length)),
      ("notes", diagnostic.notes.isEmpty ? nil : .array(diagnostic.notes.map(note))),
      ("fix", diagnostic.fix.map(JSONText.string)),
    ])
  }

  private static func note(_ note: Diagnostic.Note) -> JSONText {
    .object([("message", .string(note.message)), ("location", note.location.map(location))])
  }

  private static func location(_ location: SourceLocation) -> JSONText {
    .object([
      ("file", .string(location.file)), ("line", .int(location.line)),
      ("column", .int(location.column)), ("offset", .int(location.offset)),
    ])
  }
}
