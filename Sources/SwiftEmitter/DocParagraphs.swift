/// Wrapping of Markdown: paragraphs and list items are filled, all else stays as it is.
enum DocParagraphs {
  /// Fills the paragraphs that have a line wider than the width.
  static func wrapped(_ lines: [String], width: Int) -> [String] {
    var result: [String] = []
    var paragraph: [String] = []
    var fence: Character?
    func finish() {
      if paragraph.contains(where: { !fits($0, width) }) {
        let indent = hangingIndent(paragraph[0])
        let first = paragraph[0]
        let rest = paragraph.dropFirst().map { String($0.drop { $0 == " " }) }
        let whole = rest.isEmpty ? first : first + " " + rest.joined(separator: " ")
        result += wrap(whole, width: width, indent: indent)
      } else {
        result += paragraph
      }
      paragraph = []
    }
    for line in lines {
      let mark = fenceMark(line)
      if fence != nil || mark != nil {
        finish()
        result.append(line)
        if let open = fence {
          if mark == open { fence = nil }
        } else {
          fence = mark
        }
      } else {
        switch kind(of: line, afterText: !paragraph.isEmpty, width: width) {
        case .fixed:
          finish()
          result.append(line)
        case .item:
          finish()
          paragraph = [isField(line) ? escapingField(line) : line]
        case .text:
          paragraph.append(line)
        }
      }
    }
    finish()
    if let fence { result.append(String(repeating: fence, count: 3)) }
    return result
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
    let bytes = line.utf8
    let spaces = bytes.prefix { $0 == 0x20 }.count
    let content = bytes.dropFirst(spaces)
    guard let first = content.first else { return spaces }
    if "-*+".utf8.contains(first), content.dropFirst().first == 0x20 { return spaces + 2 }
    let digits = content.prefix(4).prefix { (0x30...0x39).contains($0) }.count
    if digits > 0, digits < 4, content.dropFirst(digits).starts(with: ". ".utf8) {
      return spaces + digits + 2
    }
    return spaces
  }

  /// Breaks a line at spaces so that no piece is wider than the width, where that is possible.
  static func wrap(_ line: String, width: Int, indent: Int = 0) -> [String] {
    if fits(line, width) { return [line] }
    let lead = line.utf8.prefix { $0 == 0x20 }.count
    let margin = [UInt8](repeating: 0x20, count: indent)
    var current = [UInt8](repeating: 0x20, count: lead)
    var columns = lead
    var isStart = true
    var lines: [String] = []
    for word in line.utf8.dropFirst(lead).split(separator: 0x20) {
      let wordColumns = columnCount(word)
      if !isStart, columns + 1 + wordColumns > width, !opensBlock(word) {
        lines.append(String(decoding: current, as: UTF8.self))
        current.removeAll(keepingCapacity: true)
        current += margin
        columns = indent
      } else if !isStart {
        current.append(0x20)
        columns += 1
      }
      current += word
      columns += wordColumns
      isStart = false
    }
    lines.append(String(decoding: current, as: UTF8.self))
    return lines
  }

  private static func fits(_ line: String, _ width: Int) -> Bool {
    line.utf8.count <= width || columnCount(line.utf8) <= width
  }

  /// The code points of UTF-8: all bytes but the continuing ones.
  private static func columnCount(_ bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether a word at the beginning of a line would start a list, heading or quotation.
  private static func opensBlock(_ word: Substring.UTF8View.SubSequence) -> Bool {
    guard let first = word.first, let last = word.last else { return false }
    switch first {
    case 0x30...0x39: return last == UInt8(ascii: ".") || last == UInt8(ascii: ")")
    case UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "<"): return true
    case UInt8(ascii: "`"), UInt8(ascii: "~"): return word.starts(with: [first, first, first])
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "="),
      UInt8(ascii: "#"):
      return word.allSatisfy { $0 == first }
    default: return false
    }
  }
}
