/// Swift literals for text that a document brings.
enum SwiftLiteral {
  /// A string literal on one line; nothing in the text can end it, interpolate or hide.
  static func string(_ text: String) -> String {
    if isPlain(text) { return String(joining: "\"", text, "\"") }
    var literal = "\""
    literal.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        if isVisible(scalar) {
          literal.unicodeScalars.append(scalar)
        } else {
          literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return literal + "\""
  }

  /// Whether a text is printable ASCII without quotation marks and backslashes.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    } ?? false
  }

  /// Whether a character shows itself as it is: no control, format, separator or private one.
  ///
  /// Combining marks are written as escapes too: at the beginning of a literal they would join
  /// the quotation mark, and two canonically equal texts would look the same.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value >= 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return false
    default:
      return true
    }
  }
}
