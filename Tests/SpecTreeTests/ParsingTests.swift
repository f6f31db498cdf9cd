import Diagnostics
import SpecTree
import Testing

@Suite struct ParsingTests {
  @Test(arguments: [
    "a: 1\nb: [x, {y: z}]\n",
    "{\"a\": 1, \"b\": [\"x\", {\"y\": \"z\"}]}",
    "{a: 1, b: [x, {y: z}]}",
  ])
  func readsTheSameTreeFromEveryNotation(text: String) throws {
    let root = try parse(bytes: Array(text.utf8), file: "t", sink: DiagnosticSink())
    #expect(root.kind == .mapping)
    #expect(root.entries.map(\.key) == ["a", "b"])
    #expect(root["a"]?.int == 1)
    #expect(root["b"]?[1]?["y"]?.string == "z")
    #expect(root["b"]?[1]?["y"]?.pointer.description == "/b/1/y")
  }
}
