import ClientModel
import Mustache

/// A doc comment in the making: lines with their `///`, wrapped to a width.
struct DocComment {
  private var comment = Lines()
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
    if !Self.hasText(documentation.discussion),
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
    DocParagraphs.wrap(lines, width: width) { append($0) }
  }

  /// Adds a link to where the service documents it.
  mutating func link(_ documentation: Documentation) {
    guard let url = documentation.url.flatMap(DocText.url) else { return }
    paragraph(String(joining: "[Documentation](", url, ")"))
  }

  /// Adds a paragraph of its own, safe text on one line.
  mutating func paragraph(_ text: String) {
    separate()
    item(text)
  }

  /// Adds a line to what was added last, safe text on one line; a list item where it looks so.
  mutating func item(_ text: String) {
    let indent = text.utf8.count <= width ? 0 : DocParagraphs.hangingIndent(text)
    DocParagraphs.wrap(text, width: width, indent: indent) { append($0) }
  }

  private mutating func separate() {
    if !comment.isEmpty { comment.add(indent: 0, "///", "") }
  }

  private mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
    comment.add(line.isEmpty ? "///" : "/// ", line)
  }

  /// The lines.
  var lines: [String] { comment.texts }

  /// The lines for a template.
  var value: Value { comment.value }

  private static func hasText(_ text: String?) -> Bool {
    text?.withBytes { $0.contains { $0 > 0x20 } } ?? false
  }

  /// Ends a summary with a full stop.
  static func sentence(_ text: String) -> String {
    let stop = fullStop(text)
    return stop.isEmpty ? text : String(joining: text, stop)
  }

  /// The full stop that a summary lacks, or nothing.
  static func fullStop(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"),
      UInt8(ascii: ";"), nil:
      ""
    default: "."
    }
  }
}
