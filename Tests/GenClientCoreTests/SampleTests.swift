import Testing

@testable import GenClientCore

struct SampleTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Pets, version: '1'}
    paths:
      /pets/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        get:
          operationId: getPet
          responses:
            default:
              description: Wrong.
              content: {text/plain: {schema: {type: string}, example: "a \\"b\\"\\n\\u202E\\"\\"\\"##"}}
            '404': {description: None.}
            '200':
              description: A pet.
              content:
                application/json:
                  schema: {type: object, required: [name], properties: {name: {type: string}}}
                  examples: {bad: {value: {name: 1}}, good: {value: {name: Rex}}}
                text/csv: {schema: {type: string}, example: "name"}
        head:
          responses: {2XX: {description: There.}}
    """

  @Test func theFileShowsEveryResponse() throws {
    let folder = TestFolder()
    let spec = try folder.write(Self.document, to: "pets.yaml")
    let flags = [spec, "-o", folder("Pets"), "--no-config", "--quiet", "--emit", "samples"]
    #expect(runTool(flags).code == .success)
    let file = try #require(folder.text("Pets/Pets+Samples.swift"))
    let lines = file.split(separator: "\n").map { $0.drop { $0 == " " } }
    let start = try #require(lines.firstIndex(of: "json: ###\"\"\""))
    let end = try #require(lines.firstIndex(of: "\"\"\"###"))
    #expect(
      lines[(start + 1)..<end].map(String.init) == [
        "{", "\"getPet\": [",
        #"{"status":200,"contentType":"application/json","json":{"name":"text"}},"#,
        #"{"status":200,"contentType":"text/csv","text":"name"},"#,
        ###"{"status":500,"contentType":"text/plain","text":"a \"b\"\n\u202e\"\"\"##"},"###,
        #"{"status":404}"#, "],", "\"HEAD /pets/{id}\": [", #"{"status":200}"#, "]", "}",
      ]
    )
    #expect(file.contains("extension Pets.PetsTarget: SampledTarget {"))
    #expect(runTool(["check"] + flags).code == .success)
  }

  @Test func withoutBeingAskedForThereAreNone() throws {
    let folder = TestFolder()
    let spec = try folder.write(Self.document, to: "pets.yaml")
    #expect(runTool([spec, "-o", folder("P"), "--no-config", "--quiet"]).code == .success)
    #expect(folder.sources("P").allSatisfy { !$0.contains("Samples") })
  }

  /// Names that stand for the whole set of files do not change by it.
  @Test func shardsTakeThemIn() throws {
    let folder = TestFolder()
    let spec = try folder.write(Self.document, to: "pets.yaml")
    let flags = [spec, "-o", folder("P"), "--no-config", "--quiet", "--layout", "sharded"]
    #expect(runTool(flags + ["--emit", "samples"]).code == .success)
    #expect(folder.sources("P").sorted() == Shards.names.sorted())
    #expect(try #require(folder.text("P/GenClient+Client.swift")).contains("SampleResponses"))
  }
}
