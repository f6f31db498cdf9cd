import ClientModel
import Testing

@testable import SwiftEmitter

@Suite("Doc comments")
struct DocCommentTests {
  private func comment(
    _ summary: String?,
    _ discussion: String? = nil,
    url: String? = nil,
    fallback: String? = nil,
    at column: Int = 0
  ) -> [String] {
    let documentation = Documentation(summary: summary, discussion: discussion, url: url)
    var comment = DocComment(at: column)
    comment.summary(documentation, fallback: fallback)
    comment.discussion(documentation)
    comment.link(documentation)
    return comment.lines
  }

  @Test(
    "a summary ends like a sentence",
    arguments: [
      ("Lists issues", "/// Lists issues."), ("Why?", "/// Why?"), ("Note:", "/// Note:"),
      ("Two\nlines", "/// Two lines."),
    ]
  )
  func summaries(_ text: String, _ expected: String) {
    #expect(comment(text) == [expected])
  }

  @Test("a text that says nothing gives way to the fallback")
  func fallback() {
    #expect(comment(nil, fallback: "Fallback.") == ["/// Fallback."])
    #expect(comment("\u{202E}\n", " \n", fallback: "Fallback.") == ["/// Fallback."])
    #expect(comment(nil, "Text.", fallback: "Fallback.") == ["/// Text."])
    #expect(comment(nil) == [])
  }

  @Test("paragraphs are set apart, and a repeated text comes once")
  func paragraphs() {
    #expect(
      comment("One", "Two.\n\nThree.", url: "https://example.com")
        == [
          "/// One.", "///", "/// Two.", "///", "/// Three.", "///",
          "/// [Documentation](https://example.com)",
        ]
    )
    #expect(comment("One.", "One.") == ["/// One."])
  }

  @Test("no line is wider than the file, and each is a comment")
  func width() {
    let words = Array(repeating: "word", count: 100).joined(separator: " ")
    for column in [0, 4, 12] {
      let lines = comment("S.", words, at: column)
      #expect(lines.allSatisfy { $0.hasPrefix("///") && column + $0.count <= 100 })
      #expect(lines.count > 5)
    }
  }

  @Test("width counts characters, not bytes")
  func wideCharacters() {
    let text = String(repeating: "é", count: 90)
    #expect(comment(text + ".") == ["/// \(text)."])
  }

  @Test("a paragraph with one long line is filled as a whole")
  func filledParagraph() {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let lines = comment("S.", "short\n\(long)\nshort")
    #expect(lines[2].hasPrefix("/// short word"))
    #expect(lines.last?.hasSuffix("word short") == true)
    #expect(comment("S.", "short\nshorter").suffix(2) == ["/// short", "/// shorter"])
  }

  @Test("code, tables and headings stay as they are, and an open fence is closed")
  func fixedLines() {
    let wide = String(repeating: "x ", count: 60)
    let discussion = "# H \(wide)x\n\n| a | \(wide)|\n\n```swift\n\(wide)x\n\n* a"
    let lines = comment("S.", discussion)
    #expect(lines.contains("/// # H \(wide)x"))
    #expect(lines.contains("/// | a | \(wide)|"))
    #expect(lines.contains("/// \(wide)x"))
    #expect(lines.last == "/// ```")
  }

  @Test("list items hang")
  func lists() {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let lines = comment("S.", "- \(long)\n- two\n1. \(long)")
    #expect(lines[2].hasPrefix("/// - word"))
    #expect(lines[3].hasPrefix("///   word"))
    #expect(lines.contains("/// - two"))
    #expect(lines.last?.hasPrefix("///    word") == true)
  }

  @Test(
    "wrapping starts no list, heading or quotation",
    arguments: ["-", "*", "#", "1.", ">", "+"]
  )
  func noNewBlocks(_ mark: String) {
    for count in 80..<100 {
      let text = String(repeating: "x", count: count) + " \(mark) tail of the line"
      let lines = comment("S.", text)
      #expect(!lines.dropFirst(2).contains { $0.hasPrefix("/// \(mark) ") })
    }
  }

  @Test(
    "the document describes no parameters in our place",
    arguments: ["- Parameter x: y", "- Parameters:", "* returns: z", "+ Throws: e"]
  )
  func fields(_ line: String) {
    #expect(comment("S.", line).last == "/// \\\(line)")
  }

  @Test("a list that only begins like a field stays")
  func noFields() {
    #expect(comment("S.", "- Parametric: y").last == "/// - Parametric: y")
  }
}
