/// Spelling of names and literals in Swift source.
enum SwiftName {
  /// A declared name, in backticks where the word is reserved.
  static func escaped(_ name: String) -> String {
    reservedWords.contains(name) ? "`\(name)`" : name
  }

  /// A name after a dot, where most reserved words stand for themselves (SE-0071).
  static func member(_ name: String) -> String {
    memberReservedWords.contains(name) ? "`\(name)`" : name
  }

  /// An argument label, where only `inout`, `var` and `let` need backticks (SE-0001).
  static func label(_ name: String) -> String {
    labelReservedWords.contains(name) ? "`\(name)`" : name
  }

  private static let labelReservedWords: Set<String> = ["inout", "var", "let"]

  private static let memberReservedWords: Set<String> = ["init", "self", "Type", "Protocol"]

  /// Keywords that cannot stand as an identifier in a declaration.
  static let reservedWords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
    "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    "Type", "Protocol",
  ]
}

/// Swift literals for text that a document brings.
enum SwiftLiteral {
  /// A string literal on one line; nothing in the text can end it, interpolate or hide.
  static func string(_ text: String) -> String {
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
