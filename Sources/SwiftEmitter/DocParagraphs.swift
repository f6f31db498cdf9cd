/// Wrapping of Markdown: paragraphs and list items are filled, all else stays as it is.
enum DocParagraphs {
  /// Takes a line of a comment; the bytes are gone afterwards.
  typealias Line = (UnsafeBufferPointer<UInt8>) -> Void

  /// Fills the paragraphs that have a line wider than the width.
  static func wrap(_ lines: [String], width: Int, into output: Line) {
    var paragraph: [String] = []
    var fence: Character?
    func add(_ line: String) {
      line.withBytes { output($0) }
    }
    func finish() {
      if paragraph.contains(where: { !fits($0, width) }) {
        let indent = hangingIndent(paragraph[0])
        let first = paragraph[0]
        let rest = paragraph.dropFirst().map { String($0.drop { $0 == " " }) }
        let whole = rest.isEmpty ? first : first + " " + rest.joined(separator: " ")
        wrap(whole, width: width, indent: indent, into: output)
      } else {
        for line in paragraph { add(line) }
      }
      paragraph.removeAll(keepingCapacity: true)
    }
    for line in lines {
      let mark = fenceMark(line)
      if fence != nil || mark != nil {
        finish()
        add(line)
        if let open = fence {
          if mark == open { fence = nil }
        } else {
          fence = mark
        }
      } else {
        switch kind(of: line, afterText: !paragraph.isEmpty, width: width) {
        case .fixed:
          finish()
          add(line)
        case .item:
          finish()
          paragraph.append(isField(line) ? escapingField(line) : line)
        case .text:
          paragraph.append(line)
        }
      }
    }
    finish()
    if let fence { add(String(repeating: fence, count: 3)) }
  }

  private enum Kind { case text, item, fixed }

  private static func kind(of line: String, afterText: Bool, width: Int) -> Kind {
    let bytes = line.utf8
    let lead = bytes.prefix { $0 == 0x20 }.count
    let content = bytes.dropFirst(lead)
    guard let first = content.first else { return .fixed }
    // Indented code; behind text the same is a continuation.
    if lead >= 4, !afterText { return .fixed }
    if hangingIndent(line) > lead { return .item }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: ">"): return .fixed
    case UInt8(ascii: "<"): return fits(line, width) ? .fixed : .text
    case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "*"), UInt8(ascii: "_"):
      // The underline of a heading, or a rule.
      return content.allSatisfy { $0 == first || $0 == 0x20 } ? .fixed : .text
    default: return .text
    }
  }

  /// Whether a list item would describe a parameter or result, which is for the generator to do.
  private static func isField(_ line: String) -> Bool {
    let content = line.drop { $0 == " " }.dropFirst(2).drop { $0 == " " }.prefix(11).lowercased()
    return ["parameter ", "parameters:", "returns:", "throws:"].contains {
      content.hasPrefix($0)
    }
  }

  private static func escapingField(_ line: String) -> String {
    let lead = line.prefix { $0 == " " }
    return lead + "\\" + line.dropFirst(lead.count)
  }

  private static func fenceMark(_ line: String) -> Character? {
    let content = line.utf8.drop { $0 == 0x20 }
    if content.starts(with: "```".utf8) { return "`" }
    return content.starts(with: "~~~".utf8) ? "~" : nil
  }

  /// The column at which the text of a list item begins; that of the text for what is none.
  static func hangingIndent(_ line: String) -> Int {
    line.withBytes { bytes in
      let spaces = bytes.firstIndex { $0 != 0x20 } ?? bytes.count
      guard spaces < bytes.count else { return spaces }
      func byte(_ distance: Int) -> UInt8 {
        spaces + distance < bytes.count ? bytes[spaces + distance] : 0
      }
      switch bytes[spaces] {
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        return byte(1) == 0x20 ? spaces + 2 : spaces
      case 0x30...0x39:
        var digits = 1
        while digits < 4, (0x30...0x39).contains(byte(digits)) { digits += 1 }
        guard digits < 4, byte(digits) == UInt8(ascii: "."), byte(digits + 1) == 0x20 else {
          return spaces
        }
        return spaces + digits + 2
      default: return spaces
      }
    }
  }

  /// Breaks a line at spaces so that no piece is wider than the width, where that is possible.
  static func wrap(_ line: String, width: Int, indent: Int, into output: Line) {
    line.withBytes { bytes in
      if bytes.count <= width || columnCount(bytes) <= width {
        output(bytes)
      } else {
        wrap(bytes, width: width, indent: indent, into: output)
      }
    }
  }

  private static func wrap(
    _ bytes: UnsafeBufferPointer<UInt8>,
    width: Int,
    indent: Int,
    into output: Line
  ) {
    var position = bytes.firstIndex { $0 != 0x20 } ?? bytes.count
    var columns = position
    var current = [UInt8](repeating: 0x20, count: position)
    current.reserveCapacity(2 * width)
    var isStart = true
    while position < bytes.count {
      let start = position
      var wordColumns = 0
      while position < bytes.count, bytes[position] != 0x20 {
        if bytes[position] & 0xC0 != 0x80 { wordColumns += 1 }
        position += 1
      }
      let word = UnsafeBufferPointer(rebasing: bytes[start..<position])
      while position < bytes.count, bytes[position] == 0x20 { position += 1 }
      if !isStart, columns + 1 + wordColumns > width, !opensBlock(word) {
        current.withUnsafeBufferPointer(output)
        current.removeAll(keepingCapacity: true)
        for _ in 0..<indent { current.append(0x20) }
        columns = indent
      } else if !isStart {
        current.append(0x20)
        columns += 1
      }
      current.append(contentsOf: word)
      columns += wordColumns
      isStart = false
    }
    current.withUnsafeBufferPointer(output)
  }

  private static func fits(_ line: String, _ width: Int) -> Bool {
    if line.utf8.count <= width { return true }
    return line.withBytes { columnCount($0) <= width }
  }

  /// The code points of a text: all bytes but the continuing ones.
  private static func columnCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether a word at the beginning of a line would start a list, heading or quotation.
  private static func opensBlock(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, let last = word.last else { return false }
    switch first {
    case 0x30...0x39: return last == UInt8(ascii: ".") || last == UInt8(ascii: ")")
    case UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "<"): return true
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return word.count >= 3 && word[1] == first && word[2] == first
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "="),
      UInt8(ascii: "#"):
      return word.allSatisfy { $0 == first }
    default: return false
    }
  }
}
