import Diagnostics
import SpecTree
import Testing

/// Published API descriptions, as far as the corpus has them.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  static let folders = ["real", "edge"]

  static func documents(in folder: String) -> [String] {
    let endings = [".yaml", ".yml", ".json"]
    return Corpus.files(in: folder).filter { name in endings.contains { name.hasSuffix($0) } }
  }

  @Test func everyPublishedDocumentIsReadable() throws {
    let unreadable = try Self.documents(in: "real").filter { name in
      let bytes = try #require(Corpus.bytes(of: "real/\(name)"))
      return Outcome(bytes, file: name).root == nil
    }
    #expect(unreadable == [])
  }

  @Test func everyOddDocumentIsReadableOrRefusedWithALocation() throws {
    for name in Self.documents(in: "edge") {
      let outcome = Outcome(try #require(Corpus.bytes(of: "edge/\(name)")), file: name)
      #expect((outcome.root == nil) == !outcome.errors.isEmpty, "\(name)")
      #expect(outcome.errors.allSatisfy { $0.location != nil }, "\(name)")
    }
  }

  @Test func everyNodeIsFoundAgainByItsPointer() throws {
    let bytes = try #require(Corpus.bytes(of: "real/openai/openai-2024.yaml"))
    let root = try #require(Outcome(bytes).root)
    var pending = [root]
    while let node = pending.popLast() {
      if root.resolve(node.pointer) != node { Issue.record("lost \(node.pointer)") }
      pending += node.elements
      pending += node.entries.map(\.value)
    }
  }

  @Test(arguments: ["real/stripe/stripe-old.yaml"])
  func aKeyUsedTwiceInAPublishedDocumentIsAWarning(path: String) throws {
    let outcome = Outcome(try #require(Corpus.bytes(of: path)))
    #expect(outcome.warnings.map(\.code) == [.duplicateKey])
    #expect(outcome.root?["paths"] != nil)
  }
}
