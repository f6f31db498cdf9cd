import Testing

@testable import GenClientCore

struct SmokeTests {
  private static let document = """
    openapi: 3.0.3
    info: {title: Pets, version: '1'}
    paths:
      /pets/{id}:
        put:
          operationId: putPet
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer, minimum: 5}}
            - {name: X-Trace, in: header, schema: {type: string}, example: t1}
            - {name: limit, in: query, schema: {type: integer, maximum: 3, example: 10}}
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: '#/components/schemas/Pet'}
          responses:
            '200':
              description: Put.
              content:
                application/json:
                  schema: {$ref: '#/components/schemas/Pet'}
                  example: EXAMPLE
    components:
      schemas:
        Pet:
          type: object
          required: [name, id]
          properties:
            id: {type: integer, readOnly: true}
            name: {type: string}
            secret: {type: string, writeOnly: true}
            photo: {type: string, format: byte}
    """

  private func tests(example: String = "{id: 1, name: Rex}", _ flags: [String] = []) throws
    -> (file: String, suite: String)
  {
    let folder = TestFolder()
    let document = Self.document.replacing("EXAMPLE", with: example)
    let spec = try folder.write(document, to: "pets.yaml")
    let output = folder("Package/Sources/PetsAPI")
    let outcome = runTool(
      [spec, "-o", output, "--no-config", "--emit", "smoke-tests", "--quiet"] + flags
    )
    #expect(outcome.code == .success, "\(outcome.error)")
    let tests = "Package/Tests/PetsAPISmokeTests"
    #expect(folder.sources(tests) == ["PetsSmokeTests+Pets.swift", "PetsSmokeTests.swift"])
    return (
      try #require(folder.text("\(tests)/PetsSmokeTests+Pets.swift")),
      try #require(folder.text("\(tests)/PetsSmokeTests.swift"))
    )
  }

  @Test func argumentsAreWhatTheOperationTakes() throws {
    let file = try tests().file
    #expect(file.contains("minimal:\n"))
    #expect(
      file.contains(
        ##"#"{"path":{"id":5},"body":{"contentType":"application/json","value":{"name":"text"}}}"#"##
      )
    )
    // The example of `limit` is larger than it may be.
    #expect(file.contains(##"{"path":{"id":5},"query":{"limit":1},"header":{"X-Trace":"t1"},"##))
    #expect(file.contains(##""value":{"name":"text","secret":"text","photo":"aGVsbG8="}}}"#"##))
    #expect(file.contains("Pets(session: session).pets.putPet("))
    #expect(file.contains(#"id: arguments.value("path", "id"),"#))
    #expect(file.contains(#"limit: arguments.optional("query", "limit")"#))
  }

  @Test(arguments: [
    ("{id: 1, name: Rex}", #"{"id":1,"name":"Rex"}"#),
    ("{id: one, name: Rex}", #"{"id":1,"name":"text""#),
  ])
  func responsesAreExamplesThatFit(_ example: String, _ body: String) throws {
    #expect(try tests(example: example).file.contains(body))
  }

  @Test func theSuiteImportsTheModuleOfItsFolder() throws {
    #expect(try tests().suite.contains("\nimport PetsAPI\n"))
    let suite = try tests(["--access", "internal"]).suite
    #expect(suite.contains("\n\n@testable import PetsAPI\n"))
    #expect(!suite.contains("\nimport PetsAPI\n"))
  }

  @Test(arguments: [
    ("Sources/Shop", "Tests/ShopSmokeTests", "Shop"),
    ("a/Sources/App/Shop", "a/Tests/ShopSmokeTests", "App"),
    ("Client", "ClientSmokeTests", "Client"), ("x/my-client", "x/my-clientSmokeTests", "my_client"),
  ])
  func testsGoBesideTheClient(_ client: String, _ folder: String, _ module: String) {
    let output = SmokeOutput(client: client)
    #expect(output.folder == folder)
    #expect(output.module == module)
  }

  @Test func checkComparesThemToo() throws {
    let folder = TestFolder()
    let spec = try folder.write(Self.document, to: "pets.yaml")
    let flags = [
      spec, "-o", folder("Sources/Pets"), "--no-config", "--quiet", "--emit", "smoke-tests",
    ]
    #expect(runTool(flags).code == .success)
    #expect(runTool(["check"] + flags).code == .success)
    let suite = "Tests/PetsSmokeTests/PetsSmokeTests.swift"
    try folder.write(try #require(folder.text(suite)) + "// Edited.\n", to: suite)
    let outcome = runTool(["check"] + flags)
    #expect(outcome.code == .failure)
    #expect(outcome.error.contains("Tests/PetsSmokeTests"))
  }

  @Test func withoutBeingAskedForThereAreNone() throws {
    let folder = TestFolder()
    let spec = try folder.write(Self.document, to: "pets.yaml")
    #expect(runTool([spec, "-o", folder("Sources/P"), "--no-config", "--quiet"]).code == .success)
    #expect(folder.sources("Tests") == [])
  }
}
