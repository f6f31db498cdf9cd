import Mustache
import Testing

/// Properties that hold for every template, tried on random ones.
struct RandomTemplateTests {
  /// A small generator (SplitMix64), so that a failure can be repeated from its seed.
  struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
    }
  }

  private static let pieces = [
    "a", " ", "\n", "\r\n", "{{", "}}", "{{{", "}}}", "{{x}}", "{{{x}}}", "{{&l}}", "{{.}}",
    "{{#l}}", "{{/l}}", "{{^n}}", "{{/n}}", "{{#x}}", "{{/x}}", "{{>p}}", "{{>*x}}", "{{<p}}",
    "{{/p}}", "{{$b}}", "{{/b}}", "{{! c }}", "{{=| |=}}", "|x|", "|#l|", "|/l|", "|={{ }}=|",
    "é", "\t", "{{#f}}", "{{/f}}", "{{o.k}}", "\n  ",
  ]

  private static let data: Value = [
    "x": "p", "l": [1, "two", ["x": nil]], "n": nil, "o": ["k": "v"], "f": .lambda { $0 + $0 },
  ]

  @Test(arguments: 0..<8)
  func anyTemplateRendersOrFailsWithAPlace(_ seed: UInt64) throws {
    var dice = Dice(state: seed)
    var rendered = 0
    for _ in 0..<2_000 {
      let count = dice.roll(12) + 1
      let text = (0..<count).map { _ in Self.pieces[dice.roll(Self.pieces.count)] }.joined()
      do {
        let library = try TemplateLibrary([
          "main": text, "p": "<{{$b}}{{x}}{{/b}}\n {{>q}}\n>", "q": "y\nz",
        ])
        _ = try library.render("main", Self.data)
        rendered += 1
      } catch {
        #expect(error.location.line >= 1 && error.location.column >= 1, "\(text.debugDescription)")
      }
    }
    #expect(rendered > 100)
  }

  private static let lines = [
    "text\n", "{{x}}\n", "  {{x}} more\n", "\n", "{{#l}}\n", "{{/l}}\n", "{{#l}}{{.}},{{/l}}\n",
    "{{^n}}\n", "{{/n}}\n", "{{! c }}\n", "{{! c }} x\n", "{{>q}}\n", "  {{>q}}\n",
    "{{#n}}no{{/n}}\n", "\t{{#l}}\n", "end", "x {{#l}}a\n", "c{{/l}} b\n",
  ]

  /// What the specification says of a standalone partial: its lines are indented, then rendered.
  @Test(arguments: 0..<8)
  func indentedPartialIsThePartialWithIndentedLines(_ seed: UInt64) throws {
    var dice = Dice(state: seed)
    var compared = 0
    for _ in 0..<2_000 {
      let count = dice.roll(8) + 1
      let partial = (0..<count).map { _ in Self.lines[dice.roll(Self.lines.count)] }.joined()
      var lines = partial.split(separator: "\n", omittingEmptySubsequences: false)
      let end = lines.removeLast()
      let indented =
        lines.map { "   \($0)\n" }.joined() + (end.isEmpty ? "" : "   \(end)")
      guard
        let library = try? TemplateLibrary([
          "main": "   {{>p}}\n", "p": partial, "literal": indented, "q": "1\n2\n",
        ])
      else { continue }
      let expected = try library.render("literal", Self.data)
      #expect(
        Self.withoutTrailingBlanks(try library.render("main", Self.data))
          == Self.withoutTrailingBlanks(expected),
        "\(partial.debugDescription)"
      )
      compared += 1
    }
    #expect(compared > 100)
  }

  /// The one liberty taken is that no indentation is written where nothing follows it.
  private static func withoutTrailingBlanks(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}
