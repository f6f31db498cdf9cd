import ClientModel

/// A doc comment in the making: lines with their `///`, wrapped to a width.
struct DocComment {
  /// The lines.
  private(set) var lines: [String] = []
  /// The columns available after `/// `.
  private let width: Int

  /// - Parameter column: where the comment begins.
  init(at column: Int) { width = max(40, Code.lineWidth - column - 4) }

  /// Adds the summary of a documentation, or another where it has none.
  mutating func summary(_ documentation: Documentation, fallback: @autoclosure () -> String?) {
    if let text = documentation.summary {
      let line = Self.sentence(DocText.oneLine(text))
      if !line.isEmpty { return paragraph(line) }
    }
    if documentation.discussion?.utf8.contains(where: { $0 > 0x20 }) != true,
      let fallback = fallback()
    {
      paragraph(fallback)
    }
  }

  /// Adds what follows the summary.
  mutating func discussion(_ documentation: Documentation) {
    guard let text = documentation.discussion, text != documentation.summary else { return }
    let lines = DocText.lines(text)
    if lines.isEmpty { return }
    separate()
    for line in DocParagraphs.wrapped(lines, width: width) { append(line) }
  }

  /// Adds a link to where the service documents it.
  mutating func link(_ documentation: Documentation) {
    if let url = documentation.url.flatMap(DocText.url) { paragraph("[Documentation](\(url))") }
  }

  /// Adds a paragraph of its own, safe text on one line.
  mutating func paragraph(_ text: String) {
    separate()
    item(text)
  }

  /// Adds a line to what was added last, safe text on one line; a list item where it looks so.
  mutating func item(_ text: String) {
    if text.utf8.count <= width { return append(text) }
    let indent = DocParagraphs.hangingIndent(text)
    for line in DocParagraphs.wrap(text, width: width, indent: indent) { append(line) }
  }

  private mutating func separate() {
    if !lines.isEmpty { lines.append("///") }
  }

  private mutating func append(_ line: String) {
    lines.append(line.isEmpty ? "///" : "/// " + line)
  }

  /// Ends a summary with a full stop.
  static func sentence(_ text: String) -> String {
    guard let last = text.utf8.last else { return text }
    return ".!?:;".utf8.contains(last) ? text : text + "."
  }
}
