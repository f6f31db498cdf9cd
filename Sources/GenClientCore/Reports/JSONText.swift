/// Just enough of JSON to write reports, with members in the order given.
indirect enum JSONText: Sendable {
  case string(String)
  case int(Int)
  /// A number as it is to be written.
  case number(String)
  case bool(Bool)
  case null
  case array([JSONText])
  case object([(String, JSONText?)])

  /// The value on several lines, indented by two spaces a level; members without a value are left
  /// out.
  var pretty: String { pretty(indent: "") }

  private func pretty(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .string(let value): return Self.quote(value)
    case .int(let value): return String(value)
    case .number(let text): return text
    case .bool(let value): return String(value)
    case .null: return "null"
    case .array(let elements):
      if elements.isEmpty { return "[]" }
      let isFlat = elements.allSatisfy(\.isScalar)
      let texts = elements.map { $0.pretty(indent: inner) }
      let line = "[" + texts.joined(separator: ", ") + "]"
      if isFlat, line.count <= 80 { return line }
      return "[\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let texts = members.compactMap { key, value in
        value.map { "\(inner)\(Self.quote(key)): \($0.pretty(indent: inner))" }
      }
      return texts.isEmpty ? "{}" : "{\n" + texts.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  /// The value on one line.
  var line: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.compactMap { key, value in value.map { "\(Self.quote(key)):\($0.line)" } }
        .joined(separator: ",") + "}"
    default: pretty
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
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
