/// Text from documents, made safe to print.
///
/// A description may hold terminal escapes or characters that reorder the line; neither must reach
/// the reader's terminal.
enum SafeText {
  /// The text on one line, without anything that moves the cursor or turns the reading direction.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { !isHarmless($0) }) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { safe.append(display(scalar)) }
    return String(safe)
  }

  /// The scalar to show in place of one of the document's.
  static func display(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar == "\n" || scalar == "\r" || scalar == "\t" { return " " }
    return isHarmless(scalar) ? scalar : "\u{FFFD}"
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0..<0xA0: false
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  /// How many terminal columns a scalar takes.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x300: 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: 1
      }
    }
  }
}
