import SpecTree
import Testing

@Suite struct NodeSketchTests {
  @Test func newPartsTakeThePlacesOfOldOnes() throws {
    let source = try tree("swagger: '2.0'\ninfo: {title: x, n: \"a\\tb\"}\n")
    let info = try #require(source.entry("info"))
    let built = NodeSketch.mapping(
      [
        .init("openapi", .string("3.0.3", at: source), at: source.entry("swagger")),
        .init(info),
        .init(
          "list",
          .sequence(
            [.int(1, at: source), .bool(true, at: source), .null(at: source)],
            at: info.value
          )
        ),
      ],
      at: source
    ).build()
    #expect(built.sketch == "{openapi:\"3.0.3\",info:{title:\"x\",n:\"a\tb\"},list:[1,true,null]}")
    #expect(built["info"]?["title"]?.location.description == "t:2:15")
    #expect(built["info"]?["title"]?.pointer.description == "/info/title")
    #expect(built.entry("openapi")?.keyLocation.description == "t:1:1")
    #expect(built["list"]?.location.description == "t:2:7")
    #expect(built["list"]?[0]?.int == 1)
    #expect(built["list"]?[1]?.bool == true)
    #expect(built["list"]?.parent == built)
  }

  @Test func partsOfSeveralFilesKeepTheirFiles() throws {
    let left = try parse(bytes: Array("a: 1\n".utf8), file: "left", sink: .init())
    let right = try parse(bytes: Array("{\"b\": \"x\\ny\"}".utf8), file: "right", sink: .init())
    let members = [left, right].flatMap { $0.entries.map { NodeSketch.Member($0) } }
    let built = NodeSketch.mapping(members, at: left).build()
    #expect(built.sketch == "{a:1,b:\"x\ny\"}")
    #expect(built["a"]?.location.description == "left:1:4")
    #expect(built["b"]?.location.description == "right:1:7")
    #expect(built.entry("b")?.keyLocation.description == "right:1:2")
  }

  @Test func theLastOfARepeatedKeyStays() throws {
    let source = try tree("a: 1\n")
    let members = [1, 2].map { NodeSketch.Member("k", .int($0, at: source)) }
    #expect(NodeSketch.mapping(members, at: source).build().sketch == "{k:2}")
  }

  @Test func detachedCopiesAreEqualAndWriteAliasesOut() throws {
    let root = try tree("a: &x {k: [1, 'q', 1.5, ~, true]}\nb: {<<: *x, c: *x}\n")
    let copy = root.detached()
    #expect(copy != root)
    #expect(copy.isEqual(to: root))
    #expect(copy["b"]?["c"]?["k"]?[0]?.pointer.description == "/b/c/k/0")
    #expect(copy["b"]?["k"]?[1]?.isQuoted == true)
    let part = try #require(root["b"]).detached()
    #expect(part.pointer.description == "")
    #expect(part.location == root["b"]?.location)
  }

  @Test func largeMappingsAreIndexedToo() throws {
    let source = try tree("a: 1\n")
    let members = (0..<100).map { NodeSketch.Member("k\($0)", .int($0, at: source)) }
    let built = NodeSketch.mapping(members, at: source).build()
    for key in 0..<100 { #expect(built["k\(key)"]?.int == key) }
  }
}
