import ClientModel

/// Text of a document as the lines of a doc comment.
///
/// Whatever the text holds, each physical line of the result is one line to Swift: carriage
/// returns, line separators and control characters end or hide nothing.
enum DocComment {
  /// The lines of a comment without `///`, wrapped to the width.
  ///
  /// - Parameters:
  ///   - documentation: summary, discussion and link.
  ///   - fallback: the summary where the document has none.
  ///   - sections: what follows the discussion, such as parameters, already one item a line.
  ///   - width: the columns available after `/// `.
  static func lines(
    _ documentation: Documentation,
    fallback: String? = nil,
    sections: [String] = [],
    width: Int
  ) -> [String] {
    let summary = documentation.summary.map(clean) ?? []
    let discussion = documentation.discussion.map(clean) ?? []
    var lines: [String] = []
    func append(_ paragraph: [String]) {
      if !lines.isEmpty { lines.append("") }
      lines += paragraph
    }
    if !summary.isEmpty {
      append(wrap(sentence(oneLine(summary)), width: width))
    } else if discussion.isEmpty, let fallback {
      append(wrap(fallback, width: width))
    }
    if !discussion.isEmpty, discussion != summary {
      append(reflow(discussion, width: width))
    }
    if let url = documentation.url.flatMap(cleanURL) {
      append(["[Documentation](\(url))"])
    }
    if !sections.isEmpty {
      append(sections.flatMap { wrap($0, width: width, indent: hangingIndent($0)) })
    }
    return lines
  }

  /// Splits text into lines at every kind of line end and drops what could hide or reorder text.
  static func clean(_ text: String) -> [String] {
    var text = text
    var lines =
      text.withUTF8 { bytes in
        bytes.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A } ? plainLines(bytes) : nil
      } ?? carefulLines(text)
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Joins text into one line, for messages.
  static func oneLine(_ text: String) -> String { oneLine(clean(text)) }

  private static func oneLine(_ lines: [String]) -> String {
    lines.count == 1 ? lines[0] : lines.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Lines of printable ASCII, without trailing blanks or repeated blank lines.
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

  private static func cleanURL(_ url: String) -> String? {
    let isPlain = url.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"()<>".utf8.contains(byte)
    }
    return isPlain && !url.isEmpty ? url : nil
  }

  /// Ends a summary with a full stop.
  private static func sentence(_ text: String) -> String {
    guard let last = text.utf8.last else { return text }
    return ".!?:;".utf8.contains(last) ? text : text + "."
  }

  /// Wraps long paragraphs, but leaves code blocks, tables and list structure as they are.
  private static func reflow(_ lines: [String], width: Int) -> [String] {
    var result: [String] = []
    var inFence = false
    for line in lines {
      let content = line.utf8.drop { $0 == 0x20 }
      if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) {
        inFence.toggle()
        result.append(line)
      } else if inFence || line.utf8.count <= width || content.first == UInt8(ascii: "|")
        || line.hasPrefix("    ")
      {
        result.append(line)
      } else {
        result += wrap(line, width: width, indent: hangingIndent(line))
      }
    }
    if inFence { result.append("```") }
    return result
  }

  /// The column at which the text of a list item begins.
  private static func hangingIndent(_ line: String) -> Int {
    let bytes = Array(line.utf8.prefix(16))
    let spaces = bytes.prefix { $0 == 0x20 }.count
    let content = bytes.dropFirst(spaces)
    if let first = content.first, "-*+".utf8.contains(first), content.dropFirst().first == 0x20 {
      return spaces + 2
    }
    let digits = content.prefix { (0x30...0x39).contains($0) }.count
    if digits > 0, digits < 4, content.dropFirst(digits).starts(with: ". ".utf8) {
      return spaces + digits + 2
    }
    return spaces
  }

  /// Breaks a line at spaces so that no piece is wider than the width, where that is possible.
  static func wrap(_ line: String, width: Int, indent: Int = 0) -> [String] {
    if line.utf8.count <= width { return [line] }
    let lead = line.utf8.prefix { $0 == 0x20 }.count
    var current = Array(repeating: UInt8(ascii: " "), count: lead)
    var isStart = true
    var lines: [String] = []
    for word in line.utf8.dropFirst(lead).split(separator: 0x20) {
      if !isStart, current.count + 1 + word.count > width, !opensBlock(word) {
        lines.append(String(decoding: current, as: UTF8.self))
        current = Array(repeating: UInt8(ascii: " "), count: indent)
      } else if !isStart {
        current.append(0x20)
      }
      current += word
      isStart = false
    }
    lines.append(String(decoding: current, as: UTF8.self))
    return lines
  }

  /// Whether a word at the beginning of a line would start a list, heading or quotation.
  private static func opensBlock(_ word: Substring.UTF8View.SubSequence) -> Bool {
    guard let first = word.first, let last = word.last else { return false }
    if (0x30...0x39).contains(first) {
      return last == UInt8(ascii: ".") || last == UInt8(ascii: ")")
    }
    return "-*+#>=|".utf8.contains(first)
  }
}
