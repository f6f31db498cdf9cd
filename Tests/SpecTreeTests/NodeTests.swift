import SpecTree
import Testing

@Suite struct NodeTests {
  @Test func entriesComeInDocumentOrder() throws {
    let root = try tree("z: 1\na: 2\nm: 3\n")
    #expect(root.entries.map(\.key) == ["z", "a", "m"])
    #expect(root.entries.map(\.value.int) == [1, 2, 3])
    #expect(root.count == 3)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 33, 64, 1000])
  func everyKeyIsFoundWhateverTheSize(size: Int) throws {
    let members = (0..<size).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    for format in [DocumentFormat.json, .yaml] {
      let root = try tree("{" + members + "}", as: format)
      #expect(root.count == size)
      for key in 0..<size { #expect(root["k\(key)"]?.int == key) }
      #expect(root["k\(size)"] == nil)
      #expect(root["other"] == nil)
    }
  }

  @Test func keysOfOtherMappingsAreNotFound() throws {
    let root = try tree("a: {x: 1}\nb: {y: 2}\n")
    #expect(root["a"]?["y"] == nil)
    #expect(root["x"] == nil)
  }

  @Test func elementsAreReachedByPosition() throws {
    let root = try tree("[a, b, c]")
    #expect(root[1]?.string == "b")
    #expect(root[3] == nil)
    #expect(root[-1] == nil)
    #expect(root["a"] == nil)
    #expect(root.elements.map(\.text) == ["a", "b", "c"])
    #expect(root.entries.isEmpty)
  }

  @Test func scalarsHaveNoChildren() throws {
    let node = try #require(try tree("a: text\n")["a"])
    #expect(node.count == 0)
    #expect(node.elements.isEmpty)
    #expect(node.entries.isEmpty)
    #expect(node["t"] == nil)
    #expect(node[0] == nil)
  }

  @Test func parentsLeadBackToTheRoot() throws {
    let root = try tree("a: [{b: 1}]\n")
    let leaf = try #require(root["a"]?[0]?["b"])
    #expect(leaf.parent == root["a"]?[0])
    #expect(leaf.parent?.parent?.parent == root)
    #expect(root.parent == nil)
    #expect(leaf.root == root)
  }

  @Test func identityIsThePlaceNotTheValue() throws {
    let root = try tree("a: 1\nb: 1\n")
    #expect(root["a"] == root["a"])
    #expect(root["a"] != root["b"])
    #expect(Set([root["a"], root["b"], root["a"]]).count == 2)
    #expect(try tree("1") != tree("1"))
  }

  @Test(arguments: [
    ("a: 1", "{\"a\": 1}", true), ("a: 1\nb: 2", "b: 2\na: 1", true), ("[1, 2]", "[2, 1]", false),
    ("1", "1.0", true), ("1e2", "100", true), ("0x10", "16", true), ("1", "'1'", false),
    ("true", "True", true), ("true", "false", false), ("~", "null", true), ("[]", "{}", false),
    ("a: 1", "a: 1\nb: 2", false), ("a: 1", "b: 1", false), ("'x'", "x", true),
    ("-0.0", "0", true), ("99999999999999999999", "99999999999999999999", true),
    ("99999999999999999999", "99999999999999999998", false), (".nan", ".NaN", true),
    ("a: &x [1]\nb: *x", "a: [1]\nb: [1]", true), ("\"\\u00e9\"", "\"e\\u0301\"", false),
    ("[a, [b]]", "[[a], b]", false),
  ])
  func equalityIsOfValues(left: String, right: String, isEqual: Bool) throws {
    let (left, right) = (try tree(left), try tree(right))
    #expect(left.isEqual(to: right) == isEqual)
    #expect(right.isEqual(to: left) == isEqual)
    #expect((left.structuralHash == right.structuralHash) == isEqual || !isEqual)
  }

  @Test func theStructuralHashIsTheSameOnEveryMachine() throws {
    let root = try tree("openapi: 3.1.0\nlist: [1, 2.5, true, ~, a long enough text]\n")
    #expect(root.structuralHash == 9_279_362_315_850_542_919)
  }

  @Test func theStructuralHashTellsSmallDifferencesApart() throws {
    let texts = ["a: 1", "a: 2", "b: 1", "a: [1]", "a: {}", "a: []", "a: '1'", "[a, 1]", "a: true"]
    let hashes = try texts.map { try tree($0).structuralHash }
    #expect(Set(hashes).count == texts.count)
  }
}
