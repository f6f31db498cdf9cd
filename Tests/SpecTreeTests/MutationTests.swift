import Diagnostics
import SpecTree
import Testing

/// Thousands of damaged documents, the same ones in every run.
@Suite struct MutationTests {
  static let seeds = [
    "openapi: 3.1.0\ninfo:\n  title: &t \"A \\u00e9 title\"\n  version: 1.10\npaths:\n"
      + "  /users/{id}:\n    get:\n      parameters: [{name: id, in: path}]\n      summary: *t\n",
    "base: &base\n  type: object\n  x: [1, 2.5, ~, true]\nderived:\n  <<: *base\n  text: |\n"
      + "    one\n      two\n\n  folded: >-\n    a\n    b\n? key\n: 'it''s'\n",
    "{\"a\": [1, -2.5e10, true, null, \"\\ud83d\\ude00\"], \"b\": {\"c\": {}, \"c\": []}}",
    "%YAML 1.2\n---\n!!map\na: !!int 1\n日本: {k: v, 'q': \"w\"}\n# comment\n...\n",
  ]
  static let fragments: [[UInt8]] =
    [
      "[", "]", "{", "}", ": ", "- ", "\n", "\t", "\"", "'", "&a ", "*a ", "<<: ", "!!str ", "| ",
      "> ", "? ", "#", "%", "---\n", "...\n", "\\", "\\u", "\r", "é", "\u{FEFF}", "\u{2028}",
      "\u{0}", ",", "0x", "~",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xFF]]

  @Test(arguments: seeds.indices)
  func damagedDocumentsAreReadOrRefusedWithALocation(seed: Int) {
    var random = SplitMix(state: UInt64(seed) + 1)
    for round in 0..<1500 {
      var bytes = Array(Self.seeds[seed].utf8)
      for _ in 0...(random.next() % 4) { Self.damage(&bytes, &random) }
      let outcome = Outcome(bytes)
      let isWhole = outcome.root != nil && Self.visit(outcome) || outcome.errors.count == 1
      let isLocated = (outcome.errors + outcome.warnings).allSatisfy { finding in
        finding.location.map { $0.offset <= bytes.count && $0.line >= 1 && $0.column >= 1 } ?? false
      }
      if !isWhole || !isLocated { Issue.record("seed \(seed), round \(round): \(bytes)") }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let position = Int(random.next() % UInt64(bytes.count + 1))
    let length = min(bytes.count - position, Int(random.next() % 8))
    switch random.next() % 5 {
    case 0: bytes.removeSubrange(position..<(position + length))
    case 1: bytes.insert(contentsOf: bytes[position..<(position + length)], at: position)
    case 2 where position < bytes.count: bytes[position] ^= UInt8(1) << UInt8(random.next() % 8)
    case 3: bytes.removeSubrange(position...)
    default:
      let fragment = fragments[Int(random.next() % UInt64(fragments.count))]
      bytes.insert(contentsOf: fragment, at: position)
    }
  }

  /// Reads everything there is to read of a tree.
  private static func visit(_ outcome: Outcome) -> Bool {
    guard let root = outcome.root else { return false }
    var pending = [root]
    while let node = pending.popLast() {
      if node.location.offset != node.offset || node.text.utf8.count > 10_000 { return false }
      if node.int != nil, node.double == nil { return false }
      pending += node.elements
      for entry in node.entries {
        guard node[entry.key] == entry.value else { return false }
        pending.append(entry.value)
      }
    }
    return root.isEqual(to: root.detached())
      && root.structuralHash == root.detached().structuralHash
  }

  /// A small generator whose sequence is fixed by its seed.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
