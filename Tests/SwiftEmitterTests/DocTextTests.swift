import Testing

@testable import SwiftEmitter

@Suite("Text of documents in comments")
struct DocTextTests {
  @Test(
    "every kind of line end splits a line",
    arguments: [
      "\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
  )
  func lineEnds(_ end: String) {
    #expect(DocText.lines("a\(end)boom()") == ["a", "boom()"])
    #expect(DocText.oneLine("a\(end)boom()") == "a boom()")
  }

  @Test(
    "what hides or reorders text is left out",
    arguments: [
      "\0", "\u{07}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{AD}", "\u{200B}", "\u{200E}", "\u{202A}",
      "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E000}", "\u{E0041}",
    ]
  )
  func hiddenCharacters(_ hidden: String) {
    #expect(DocText.lines("a\(hidden)b") == ["ab"])
  }

  @Test("joiners stay, since emoji and scripts are made of them")
  func joiners() {
    #expect(DocText.lines("👩\u{200D}💻 क\u{200C}ष") == ["👩\u{200D}💻 क\u{200C}ष"])
  }

  @Test("tabs become blanks, and blanks at line ends go")
  func blanks() {
    #expect(DocText.lines("\ta \t\n b  ") == ["  a", " b"])
  }

  @Test("blank lines at either end go, and those between count once")
  func blankLines() {
    #expect(DocText.lines("\n\n a\n\n \n\nb\n\n") == [" a", "", "b"])
    #expect(DocText.lines("") == [])
    #expect(DocText.lines(" \n ") == [])
  }

  @Test("the first paragraph ends at a blank line")
  func firstParagraph() {
    #expect(DocText.firstParagraph("one\n two\n\nthree") == "one two")
    #expect(DocText.firstParagraph("\n\none") == "one")
  }

  @Test("a code voice has nothing in it that ends it")
  func codeVoice() {
    #expect(DocText.code("a`b\nc") == "`a'b c`")
  }

  @Test(
    "an address that could end its link is no link",
    arguments: ["", "a b", "https://x/(y)", "https://x/\n", "https://x/[", "https://é", "a`b"]
  )
  func badAddresses(_ address: String) {
    #expect(DocText.url(address) == nil)
  }

  @Test("any text gives lines that are lines to Swift, whatever characters it has")
  func randomTexts() {
    var random = SystemRandomNumberGenerator()
    let pool: [Unicode.Scalar] =
      (0...0xFF).compactMap(Unicode.Scalar.init)
      + ["\u{2028}", "\u{2029}", "\u{202E}", "\u{FEFF}", "\u{0301}", "é", "漢", "😀", "`", "*", "/"]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        text.unicodeScalars.append(pool[Int.random(in: 0..<pool.count, using: &random)])
      }
      for line in DocText.lines(text) {
        #expect(line.unicodeScalars.allSatisfy { !Self.endsLine($0) }, "\(text.debugDescription)")
        #expect(line.last != " ")
      }
      #expect(DocText.lines(DocText.lines(text).joined(separator: "\n")) == DocText.lines(text))
    }
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
