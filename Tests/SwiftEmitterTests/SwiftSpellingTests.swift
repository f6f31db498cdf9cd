import Testing

@testable import SwiftEmitter

@Suite("Names and literals")
struct SwiftSpellingTests {
  @Test(
    "a literal can neither end, interpolate nor hide",
    arguments: [
      ("plain", #""plain""#),
      ("", #""""#),
      ("\"", #""\"""#),
      ("\\(boom())", #""\\(boom())""#),
      ("\"\"\"", #""\"\"\"""#),
      ("a\r\n\tb", #""a\r\n\tb""#),
      ("\0\u{7F}", #""\u{0}\u{7F}""#),
      ("\u{2028}\u{202E}\u{FEFF}", #""\u{2028}\u{202E}\u{FEFF}""#),
      ("\u{A0}", #""\u{A0}""#),
      ("e\u{301}", #""e\u{301}""#),
      ("é漢😀", #""é漢😀""#),
      ("#\"x\"#", ##""#\"x\"#""##),
    ]
  )
  func literals(_ text: String, _ expected: String) {
    #expect(SwiftLiteral.string(text) == expected)
  }

  @Test(
    "reserved words get backticks where they need them",
    arguments: [
      ("default", "`default`", "default", "default"),
      ("in", "`in`", "in", "in"),
      ("init", "`init`", "`init`", "init"),
      ("Type", "`Type`", "`Type`", "Type"),
      ("self", "`self`", "`self`", "self"),
      ("inout", "`inout`", "inout", "`inout`"),
      ("name", "name", "name", "name"),
    ]
  )
  func names(_ name: String, declared: String, member: String, label: String) {
    #expect(SwiftName.escaped(name) == declared)
    #expect(SwiftName.member(name) == member)
    #expect(SwiftName.label(name) == label)
  }
}
