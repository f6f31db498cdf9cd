import Diagnostics
import SpecTree
import Testing

/// Each document's defect stands at the place given.
@Suite struct YAMLErrorTests {
  @Test(arguments: [
    ("a:\n\tb: 1\n", "2:1", "a tab may not be used for indentation"),
    ("a: b\n\tc: d\n", "2:1", "a tab may not be used for indentation"),
    ("a: b: c\n", "1:5", "a \":\" may not stand here, within a value"),
    ("é: b: c\n", "1:5", "a \":\" may not stand here, within a value"),
    ("a: 1\n b: 2\n", "2:3", "the lines before leave no place for a key"),
    ("info\ntitle: x\n", "2:6", "the lines before leave no place for a key"),
    ("a:\n  b: 1\n c: 2\n", "3:2", "the indentation fits no open container"),
    ("- a\nb\nc: 1\n", "2:1", "no \":\" follows it on the line"),
    ("a: 1\nb\nc: 1\n", "2:1", "no \":\" follows it on the line"),
    ("a: [1, 2\nb: 3\n", "2:2", "a \",\" or \"]\" should be here"),
    ("a: {x: 1\nb: 3\n", "2:2", "a \",\" or \"}\" should be here"),
    ("a:\n  - b\n  c: d\n", "3:3", "a \"-\" should be here"),
    ("a: @x\n", "1:4", "a value may not begin with \"@\""),
    ("a: `x`\n", "1:4", "a value may not begin with \"`\""),
    ("a: 1\nb: \"x\nc: 1\n", "2:4", "is never closed"),
    ("a: 'it's'\n", "1:8", "the value has ended before this"),
    ("a: \"\\q\"\n", "1:5", "no such escape"),
    ("a: \"\\x1\"\n", "1:7", "hexadecimal digits"),
    ("a: \"\\uD800\"\n", "1:7", "this escape is no character"),
    ("a: *\n", "1:4", "begins an alias"),
    ("a: &\n", "1:4", "begins an anchor"),
    ("a: !<x\n", "1:4", "begins a tag"),
    ("a: !e!x y\n", "1:4", "undeclared handle"),
    ("%FOO\n---\na: 1\n", "1:1", "begins a directive"),
    ("%YAML 2.0\n---\na: 1\n", "1:1", "this version of YAML is not supported"),
    ("%YAML 1.2\n%YAML 1.2\n---\na: 1\n", "2:1", "the version is given twice"),
    ("a: |x\n  b\n", "1:5", "may follow on the line that begins a block"),
    ("a: |0\n b\n", "1:5", "indentation may not be 0"),
    ("a: - b\n", "1:4", "may not begin a sequence here"),
    ("[a, b]]\n", "1:7", "the document has ended before this"),
    ("a: ]\n", "1:4", "a value should be here"),
    ("a: \"x\n---\ny\"\n", "2:1", "the document ends within quoted text"),
    ("a: >\n\tb\n", "2:1", "a tab may not be used for indentation"),
    ("a:\n  - x\n  -y\n  - z\n", "3:3", ""),
  ])
  func malformedDocumentsAreRefusedAtTheDefect(text: String, place: String, words: String) {
    let outcome = Outcome(text)
    #expect(outcome.findings == ["\(place) yaml-syntax"])
    #expect(outcome.errors.first?.message.contains(words) == true, "\(outcome.errors)")
  }

  @Test(arguments: [
    ("a: 1\n---\nb: 2\n", "2:1 yaml-multiple-documents"),
    ("a: 1\n...\n---\nb: 2\n", "3:1 yaml-multiple-documents"),
    ("---\na: 1\n---\n", "3:1 yaml-multiple-documents"),
    ("", "1:1 empty-document"), ("# nothing\n", "1:1 empty-document"),
    ("---\n", "1:1 empty-document"), ("\n\n", "1:1 empty-document"),
    ("\u{FEFF}", "1:1 empty-document"),
    ("a: 1\n? [x]\n: 2\n", "2:3 yaml-complex-key"), ("a: 1\n{b: 2}: 3\n", "2:1 yaml-complex-key"),
    ("a: &x [1]\n*x : 2\n", "2:1 yaml-complex-key"),
    ("a: *missing\n", "1:4 yaml-alias"), ("a: &x\n  b: *x\n", "2:6 yaml-alias"),
    ("a: &x [1, *x]\n", "1:11 yaml-alias"),
    ("a:\n  <<: text\n", "2:7 yaml-merge-key"), ("<<: [{a: 1}, 2]\n", "1:14 yaml-merge-key"),
    ("a: !!int x\n", "1:4 yaml-tag"), ("a: !!seq {}\n", "1:4 yaml-tag"),
    ("a: !!map []\n", "1:4 yaml-tag"), ("a: !!bool 1\n", "1:4 yaml-tag"),
    ("a: x\u{7}y\n", "1:5 control-character"), ("a: x\u{0}y\n", "1:5 control-character"),
    ("a: 1\nb: é\u{7F}\n", "2:5 control-character"), ("a: x\u{80}y\n", "1:5 control-character"),
    ("a: x\u{FFFE}\n", "1:5 control-character"),
  ])
  func whatNoDescriptionCanMeanIsRefused(text: String, finding: String) {
    let outcome = Outcome(text)
    #expect(outcome.findings == [finding])
    #expect(outcome.root == nil)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], "1:4"), ([0x61, 0x0A, 0x62, 0xC3, 0x28], "2:2"),
      ([0xC3, 0xA9, 0xC0, 0xAF], "1:2"), ([0x61, 0xED, 0xA0, 0x80], "1:2"),
      ([0x61, 0xF4, 0x90, 0x80, 0x80], "1:2"), ([0x61, 0xE2, 0x82], "1:2"), ([0x80], "1:1"),
      ([0xFF, 0xFE, 0x61, 0], "1:1"), ([0xFE, 0xFF, 0, 0x61], "1:1"), ([0x61, 0, 0x62, 0], "1:1"),
      ([0, 0x7B, 0, 0x7D], "1:1"), ([0, 0, 0xFE, 0xFF], "1:1"),
    ] as [([UInt8], String)]
  )
  func otherEncodingsThanUTF8AreRefused(bytes: [UInt8], place: String) {
    #expect(Outcome(bytes).findings == ["\(place) invalid-encoding"])
  }

  @Test func theOtherEndOfADefectIsNoted() {
    let outcome = Outcome("x:\n  a: [1, 2\nb: 3\n")
    #expect(outcome.errors.first?.notes.map(\.location?.description) == ["t:2:6"])
  }

  @Test(arguments: [
    "a:\r\n  b: 1\r\n", "\u{FEFF}a: {b: 1}\n", "%YAML 1.2\n---\na:\n  b: 1\n...\n",
    "a:\u{20}\n  b:\t1\n", "%YAML 1.1\n---\na: {b: 1,}\n", "--- \na: {b: 1}\n# end\n",
    "? a\n: ? b\n  : 1\n", "a:\n  b: 1 #\u{FEFF}\n", "a:\r  b: 1\r",
  ])
  func whatIsUnusualButFineIsRead(text: String) {
    let outcome = Outcome(text)
    #expect(outcome.findings == [])
    #expect(outcome.root?.sketch == "{a:{b:1}}")
  }
}
