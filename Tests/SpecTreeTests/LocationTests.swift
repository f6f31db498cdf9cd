import Diagnostics
import SpecTree
import Testing

@Suite struct LocationTests {
  @Test(arguments: [
    ("a: 1\nb:\n  c: x\n", "3:6", "3:3"), ("a: 1\r\nb:\r\n  c: x\r\n", "3:6", "3:3"),
    ("\u{FEFF}b: {c: x}\n", "1:8", "1:5"), ("é: 日本\nb: {ü: 1, c: x}\n", "2:14", "2:11"),
    ("{\"é\": \"😀\", \"b\": {\"c\": \"x\"}}", "1:23", "1:18"),
    ("{\n\t\"b\": {\n\t\t\"c\": \"x\"\n\t}\n}", "3:8", "3:3"),
    ("b: {c: 'x'}\n", "1:8", "1:5"), ("b:\n  c: |-\n    x\n", "2:6", "2:3"),
    ("b:\n  ? c\n  : x\n", "3:5", "2:5"), ("b:\n  c: !!str x\n", "2:6", "2:3"),
  ])
  func valuesAndKeysAreLocatedInLinesAndScalars(text: String, value: String, key: String) throws {
    let entry = try #require(try tree(text)["b"]?.entry("c"))
    #expect(entry.value.location.description == "t:\(value)")
    #expect(entry.keyLocation.description == "t:\(key)")
    #expect(entry.value.text == "x")
  }

  @Test func offsetsCountBytes() throws {
    let text = "é: 日本\nb: x\n"
    let entry = try #require(try tree(text).entry("b"))
    #expect(entry.keyOffset == 11)
    #expect(entry.value.offset == 14)
    #expect(entry.value.location.offset == 14)
  }

  @Test func containersBeginAtTheirFirstKeyOrBracket() throws {
    let root = try tree("a:\n  b:\n    - 1\nc: [2]\n")
    #expect(root.location.description == "t:1:1")
    #expect(root["a"]?.location.description == "t:2:3")
    #expect(root["a"]?["b"]?.location.description == "t:3:5")
    #expect(root["c"]?.location.description == "t:4:4")
  }

  /// Pieces in an order that repeats itself only after very long, at each place in a word of memory.
  private func mixture(_ pieces: [String], count: Int) -> String {
    var state: UInt64 = 7
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return pieces[Int(state >> 33) % pieces.count]
    }.joined()
  }

  @Test(arguments: [300, 30000])
  func linesAndColumnsAreThoseOfACountByScalar(lineLength: Int) {
    let line = mixture(["a", "bc", "é", "日本", "😀", "        "], count: lineLength)
    let text = mixture(["\n", "\r\n", "\r", "x", "é\n", "\n\r", "\r\r\n"], count: 400) + line
    let file = SourceFile(path: "t", bytes: Array(text.utf8))
    var (offset, row, column) = (0, 1, 1)
    var previous: Unicode.Scalar = " "
    for (position, scalar) in text.unicodeScalars.enumerated() {
      // The tail of a long line need not be looked at everywhere.
      if position < 2000 || position % 997 == 0 {
        let location = file.location(at: offset)
        if !(previous == "\r" && scalar == "\n") {
          #expect(location.line == row && location.column == column)
        }
      }
      offset += scalar.utf8.count
      if scalar == "\n", previous == "\r" {
        (row, column) = (row, 1)
      } else if scalar == "\n" || scalar == "\r" {
        (row, column) = (row + 1, 1)
      } else {
        column += 1
      }
      previous = scalar
    }
  }

  @Test func offsetsAreRightAmongCharactersOfAllWidths() throws {
    let values = (0..<300).map { mixture(["a", "é", "日", "😀", "plain text "], count: $0 % 17 + 1) }
    let text = values.enumerated().map { "k\($0): \"\($1)\"\n" }.joined()
    let root = try tree(text)
    var offset = 0
    for (number, value) in values.enumerated() {
      let entry = try #require(root.entry("k\(number)"))
      #expect(entry.keyOffset == offset)
      #expect(entry.value.offset == offset + "k\(number): ".utf8.count)
      #expect(entry.value.text == value)
      offset += "k\(number): \"\(value)\"\n".utf8.count
    }
  }

  @Test func columnsAreRightInVeryLongLines() throws {
    let filler = String(repeating: "é", count: 5000)
    let root = try tree("{\"a\": \"\(filler)\", \"b\": 1}")
    #expect(root["b"]?.location.column == 5000 + 16)
    let plain = try tree("{\"a\": \"\(String(repeating: "e", count: 5000))\", \"b\": 1}")
    #expect(plain["b"]?.location.column == 5000 + 16)
  }

  @Test(arguments: [
    (0, "t:1:1"), (1, "t:1:2"), (2, "t:2:1"), (5, "t:3:1"), (6, "t:3:2"), (99, "t:3:2"),
    (-1, "t:1:1"),
  ])
  func offsetsBeyondTheFileAreItsEnds(offset: Int, place: String) {
    let file = SourceFile(path: "t", bytes: Array("a\nbc\nd".utf8))
    #expect(file.location(at: offset).description == place)
  }

  @Test(arguments: [(1, "a"), (2, ""), (3, "bé"), (4, ""), (5, nil), (0, nil)] as [(Int, String?)])
  func linesComeWithoutTheirBreaks(line: Int, text: String?) {
    let file = SourceFile(path: "t", bytes: Array("\u{FEFF}a\n\r\nbé\r".utf8))
    #expect(file.text(ofLine: line) == text)
  }

  @Test func diagnosticsAboutNodesUnderlineThem() throws {
    let root = try tree("key: 'text'\n")
    let value = root["key"]?.diagnostic(.warning, "code", "message", fix: "fix")
    #expect(value?.location?.description == "t:1:6")
    #expect(value?.length == 6)
    let key = root.entry("key")?.diagnostic(.error, "code", "message")
    #expect(key?.location?.description == "t:1:1")
    #expect(key?.length == 3)
  }
}
