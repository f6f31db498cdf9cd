/// Text of a document made safe for comments.
///
/// Whatever the text holds, each line of the result is one line to Swift: carriage returns, line
/// separators and control characters end or hide nothing.
enum DocText {
  /// The lines of a text, without trailing blanks, without blank lines at either end, and with no
  /// more than one blank line in a row.
  static func lines(_ text: String) -> [String] {
    var text = text
    var lines =
      text.withUTF8 { bytes in
        bytes.allSatisfy { isPlain($0) || $0 == 0x0A } ? plainLines(bytes) : nil
      } ?? carefulLines(text)
    if lines.first?.isEmpty == true { lines.removeFirst() }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The text on one line.
  static func oneLine(_ text: String) -> String {
    if isPlainLine(text) { return text }
    return joined(lines(text)[...])
  }

  /// The first paragraph on one line.
  static func firstParagraph(_ text: String) -> String {
    if isPlainLine(text) { return text }
    return joined(lines(text).prefix { !$0.isEmpty })
  }

  private static func joined(_ lines: ArraySlice<String>) -> String {
    lines.lazy.map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Text inside a code voice: on one line, and with nothing that ends it.
  static func code(_ text: String) -> String {
    let line = oneLine(text)
    let inner = hasBacktick(line) ? line.replacing("`", with: "'") : line
    return String(joining: "`", inner, "`")
  }

  private static func hasBacktick(_ text: String) -> Bool {
    text.withBytes { $0.contains(UInt8(ascii: "`")) }
  }

  /// An address that can stand inside a link; `nil` for what is none.
  static func url(_ text: String) -> String? {
    let isAddress = text.withBytes { bytes in
      bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
          UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "`"), UInt8(ascii: "\\"):
          false
        default: byte > 0x20 && byte < 0x7F
        }
      }
    }
    return isAddress && !text.isEmpty ? text : nil
  }

  /// Whether a text is one line of printable ASCII without blanks at its ends.
  static func isPlainLine(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first != 0x20 && bytes.last != 0x20
      && (bytes.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) } ?? false)
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private static func plainLines(_ bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var lines: [String] = []
    var start = 0
    func append(_ end: Int) {
      var end = end
      while end > start, bytes[end - 1] == 0x20 { end -= 1 }
      if end == start, lines.last?.isEmpty == true { return }
      lines.append(
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
      )
    }
    for index in bytes.indices where bytes[index] == 0x0A {
      append(index)
      start = index + 1
    }
    append(bytes.count)
    return lines
  }

  private static func carefulLines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var afterReturn = false
    func finish() {
      while line.last == " " { line.removeLast() }
      if !(line.isEmpty && lines.last?.isEmpty == true) { lines.append(String(line)) }
      line = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        if !afterReturn { finish() }
      case "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        finish()
      case "\t":
        line.append(contentsOf: "  ".unicodeScalars)
      default:
        if keeps(scalar) { line.append(scalar) }
      }
      afterReturn = scalar == "\r"
    }
    finish()
    return lines
  }

  private static func keeps(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return true }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned: return false
    // Joiners shape emoji and scripts; every other format character reorders or hides text.
    case .format: return scalar.value == 0x200D || scalar.value == 0x200C
    default: return true
    }
  }
}
