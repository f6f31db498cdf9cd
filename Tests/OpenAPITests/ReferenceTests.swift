import Diagnostics
import Foundation
import OpenAPI
import Testing

@Suite struct ReferenceTests {
  /// A document with one schema, `Use`, whose property `x` is written as given.
  private func document(_ schema: String, _ more: String = "", version: String = "3.0.3") -> String
  {
    """
    openapi: \(version)
    info: {title: T, version: "1"}
    paths: {}
    components:
      schemas:
        Use: {type: object, properties: {x: \(schema)}}
    \(more)
    """
  }

  private func target(of outcome: Outcome) throws -> Schema {
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    let use = try #require(document.components.schemas.first { $0.name == "Use" })
    let property = try #require(document[use.value].properties.first)
    return document[property.schema]
  }

  @Test func aMissingFileIsReportedWhereItIsReferredTo() throws {
    let outcome = load(
      document("{$ref: schemas/person.yaml}"),
      files: [
        "schemas/person.yaml": "type: object\nproperties:\n  home: {$ref: ../common/address.yaml}\n"
      ]
    )
    let finding = try #require(outcome.diagnostics.first { $0.code == .missingFile })
    #expect(finding.location?.file == "schemas/person.yaml" && finding.location?.line == 3)
    #expect(finding.message.contains("common/address.yaml"))
  }

  // MARK: Pointers

  @Test(
    arguments: [
      ("#/components/schemas/A", "A"),
      ("#/components/schemas/A/properties/kind", nil),
      ("#/components/schemas/A/properties/list/items", nil),
      ("#/components/schemas/A/allOf/0", nil),
      ("#/components/schemas/A/properties/a~1b", nil),
      ("#/components/schemas/A/properties/a%20c", nil),
      ("#/components/schemas/A/properties/%7Bid%7D", nil),
      ("#/components/schemas/A/properties/50%25", nil),
      ("api.yaml#/components/schemas/A", "A"),
      ("./api.yaml#/components/schemas/A", "A"),
      ("../here/api.yaml#/components/schemas/A", nil),
    ] as [(String, String?)]
  )
  func aPointerLeadsAnywhere(reference: String, name: String?) throws {
    let more = """
          A:
            type: object
            allOf: [{description: found}]
            description: found
            properties:
              kind: {description: found}
              list: {type: array, items: {description: found}}
              a/b: {description: found}
              a c: {description: found}
              "{id}": {description: found}
              50%: {description: found}
      """
    let files = FileReader.memory([
      "here/api.yaml": document("{$ref: \"\(reference)\"}", more)
    ])
    let outcome = load(path: "here/api.yaml", files: files)
    let schema = try target(of: outcome)
    #expect(schema.description == "found")
    if let name { #expect(schema.name == name) }
    #expect(outcome.document?.files.count == 1)
    #expect(outcome.findings.isEmpty)
  }

  @Test func oneSchemaIsOneHoweverItIsReached() throws {
    let outcome = load(
      document(
        "{type: array, items: {$ref: '#/components/schemas/Use/properties/x'}}"
      )
    )
    let schema = try target(of: outcome)
    #expect(schema.items?.id == schema.id)
  }

  @Test func aReferenceToAReferenceMeansTheLastOne() throws {
    let more =
      "    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/C'}\n"
      + "    C: {type: integer}\n"
    let outcome = load(document("{$ref: '#/components/schemas/A'}", more))
    #expect(try target(of: outcome).name == "C")
    let names = outcome.document?.components.schemas.map { outcome.document?[$0.value].name }
    #expect(names == ["Use", "C", "C", "C"])
  }

  @Test func aPointerGoesThroughReferencesOnItsWay() throws {
    let more =
      "    A: {$ref: '#/components/schemas/B'}\n"
      + "    B: {type: object, properties: {y: {type: integer}}}\n"
    let outcome = load(document("{$ref: '#/components/schemas/A/properties/y'}", more))
    #expect(try target(of: outcome).types == .integer)
  }

  @Test func aDanglingSchemaReferenceIsAnyJSON() throws {
    let outcome = load(document("{$ref: '#/components/schemas/Uze'}"))
    #expect(try target(of: outcome).types.isEmpty)
    #expect(outcome.findings == ["6:48 dangling-reference"])
    #expect(outcome.diagnostics.first?.fix == "did you mean `#/components/schemas/Use`?")
  }

  @Test(arguments: [
    ("#/definitions/A", "3.0.3"), ("A", "3.0.3"), ("#components/schemas/A", "3.0.3"),
    ("/components/schemas/A", "3.1.0"), ("components/schemas/A", "3.0.3"),
    ("#/components/Schemas/a", "3.0.3"),
  ])
  func aLooseReferenceIsUnderstood(reference: String, version: String) throws {
    let outcome = load(
      document("{$ref: \"\(reference)\"}", "    A: {type: integer}\n", version: version)
    )
    #expect(try target(of: outcome).types == .integer)
    #expect(outcome.codes(.warning) == [.looseReference])
  }

  // MARK: Cycles

  @Test func cyclesOfSchemasAreHarmless() throws {
    let more = """
          A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}}}
          B: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
      """
    let outcome = load(document("{$ref: '#/components/schemas/A'}", more))
    let document = try #require(outcome.document)
    let a = try target(of: outcome)
    let b = document[try #require(a.properties.first).schema]
    #expect(b.allOf.map(\.id) == [a.id, b.id])
    #expect(outcome.findings.isEmpty)
  }

  @Test func cyclesAcrossFilesAreHarmless() throws {
    let outcome = load(
      document("{$ref: 'a.yaml'}"),
      files: [
        "a.yaml": "type: object\nproperties: {b: {$ref: 'b.yaml#/Node'}}\n",
        "b.yaml": "Node: {type: object, properties: {a: {$ref: './a.yaml'}}}\n",
      ]
    )
    let a = try target(of: outcome)
    let document = try #require(outcome.document)
    let b = document[try #require(a.properties.first).schema]
    #expect((a.name, b.name) == ("a", "Node"))
    #expect(b.properties.first?.schema.id == a.id)
    #expect(document.files.map(\.path) == ["api.yaml", "a.yaml", "b.yaml"])
  }

  @Test func aCallbackThatContainsItselfEnds() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a:
          post:
            callbacks: {again: {$ref: '#/components/callbacks/again'}}
            responses: {}
      components:
        callbacks:
          again:
            "{$request.body#/url}":
              post:
                callbacks: {again: {$ref: '#/components/callbacks/again'}}
                responses: {}
      """
    )
    #expect(outcome.document?.operations.first?.callbacks.count == 1)
    #expect(outcome.codes(.warning) == [.referenceCycle])
  }

  // MARK: Siblings

  @Test(arguments: ["3.0.3", "3.1.0"])
  func annotationsBesideAReferenceCount(version: String) throws {
    let outcome = load(
      document(
        "{$ref: '#/components/schemas/A', description: mine, nullable: true}",
        "    A: {type: integer, description: other}\n",
        version: version
      )
    )
    let document = try #require(outcome.document)
    let place = try #require(document.schemas.first { $0.name == "Use" }?.properties.first).schema
    #expect(document[place].name == "A")
    let siblings = document[try #require(place.siblings)]
    #expect(siblings.description == "mine")
    #expect(siblings.isNullable)
    #expect(siblings.isAnnotationOnly)
    #expect(siblings.base?.id == place.id)
  }

  @Test func assertionsBesideAReferenceCountFrom31On() throws {
    func siblings(_ version: String) throws -> (Bool, Outcome) {
      let outcome = load(
        document(
          "{$ref: '#/components/schemas/A', maximum: 3}",
          "    A: {type: integer}\n",
          version: version
        )
      )
      let document = try #require(outcome.document)
      let use = try #require(document.schemas.first { $0.name == "Use" })
      return (use.properties.first?.schema.siblings != nil, outcome)
    }
    #expect(try siblings("3.1.0").0)
    let (counts, outcome) = try siblings("3.0.3")
    #expect(!counts)
    #expect(outcome.codes(.notice) == [.referenceSiblings])
  }

  // MARK: Addresses

  @Test func anchorsAndIdentifiersLeadToSchemas() throws {
    let outcome = load(
      """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      components:
        schemas:
          Use:
            type: object
            properties:
              a: {$ref: "#here"}
              b: {$ref: "https://example.com/schemas/tree"}
              c: {$ref: "https://example.com/schemas/tree#leaf"}
              d: {$ref: "#/components/schemas/Tree/$defs/Leaf"}
          Here: {$anchor: here, type: integer}
          Tree:
            $id: https://example.com/schemas/tree
            type: object
            properties:
              leaf: {$ref: "#leaf"}
              byPointer: {$ref: "#/$defs/Leaf"}
              byPath: {$ref: "tree#leaf"}
            $defs:
              Leaf: {$anchor: leaf, type: string}
      """
    )
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    func names(_ component: String) -> [String?] {
      document.schemas.first { $0.name == component }?.properties
        .map { document[$0.schema].name } ?? []
    }
    #expect(names("Use") == ["Here", "Tree", "Leaf", "Leaf"])
    #expect(names("Tree") == ["Leaf", "Leaf", "Leaf"])
    #expect(outcome.findings.isEmpty)
  }

  // MARK: Files

  @Test func pathsOfFilesAreRelativeToTheFileThatHoldsThem() throws {
    let files = [
      "specs/api.yaml": """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /people/{id}:
          $ref: paths/people.yaml
      """,
      "specs/paths/people.yaml": """
      get:
        parameters: [{$ref: "../common/parameters.yaml#/Id"}]
        responses:
          "200": {$ref: "../common/responses.json#/People"}
          default: {$ref: "../common/error%20response.yaml"}
      """,
      "specs/common/parameters.yaml":
        "Id: {name: id, in: path, required: true, schema: {$ref: 'schemas/id.yaml'}}\n",
      "specs/common/schemas/id.yaml": "type: integer\n",
      "specs/common/responses.json":
        #"{"People": {"description": "", "content": {"application/json": {"schema": {"$ref": "schemas/people"}}}}}"#,
      "specs/common/schemas/people": "type: array\nitems: {$ref: id.yaml}\n",
      "specs/common/error response.yaml": "description: It failed.\n",
    ]
    let outcome = load(path: "specs/api.yaml", files: .memory(files))
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    let operation = try #require(document.operations.first)
    let parameter = try #require(operation.parameters.first)
    #expect(parameter.reference?.componentName == "Id")
    #expect(parameter.pointer == "specs/common/parameters.yaml#/Id")
    let people = document[try #require(operation.responses[0].content[0].schema)]
    #expect(people.items?.id == parameter.schema?.id)
    #expect(operation.responses[1].description == "It failed.")
    #expect(operation.responses[1].reference?.componentName == "error response")
    #expect(document.paths[0].reference?.text == "paths/people.yaml")
    #expect(outcome.findings.isEmpty)
  }

  @Test func aMissingFileIsAnErrorWhereItIsNamed() {
    let files = ["parts/a.yaml": "type: object\nproperties:\n  b: {$ref: 'gone.yaml'}\n"]
    let outcome = load(document("{$ref: 'parts/a.yaml'}"), files: files)
    #expect(outcome.document == nil)
    let error = outcome.diagnostics.first { $0.severity == .error }
    #expect(error?.location?.description == "parts/a.yaml:3:13")
    #expect(error?.message.contains("`parts/gone.yaml`") == true)
  }

  @Test func aPartMayHoldWhatNoVersionLetsBeAReference() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {$ref: info.yaml}
      paths: {$ref: paths.yaml}
      servers: [{$ref: server.yaml}]
      tags: [{$ref: "tags.yaml#/0"}]
      components:
        schemas: {$ref: schemas.yaml}
      """,
      files: [
        "info.yaml": "title: T\nversion: '1'\ndescription: {$ref: about.md}\n",
        "server.yaml": "url: https://example.com\n",
        "tags.yaml": "- {name: a}\n",
        "about.md": "# About: it\n* all",
        "paths.yaml": "/a: {get: {$ref: 'operation.yaml'}}\n",
        "operation.yaml": "operationId: getA\nresponses: {}\n",
        "schemas.yaml": "A: {type: object, properties: {$ref: 'properties.yaml'}}\n",
        "properties.yaml": "id: {type: integer}\n",
      ]
    )
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    #expect(document.info.description == "# About: it\n* all")
    #expect(document.operations.map(\.operationID) == ["getA"])
    #expect(document.servers.map(\.url) == ["https://example.com"])
    #expect(document.tags.map(\.name) == ["a"])
    #expect(document[document.components.schemas[0].value].properties.map(\.name) == ["id"])
    #expect(outcome.findings.isEmpty)
  }

  // MARK: The network and the root

  @Test func theNetworkIsRefusedUnlessItsAddressIsMapped() throws {
    let text = document("{$ref: 'https://example.com/schemas/v1/a.yaml#/A'}")
    let refused = load(text)
    #expect(refused.codes(.error) == [.remoteReference])
    #expect(refused.diagnostics.first?.fix?.contains("--map") == true)

    var options = LoadOptions()
    options.referenceMap = [
      ("https://example.com/", "wrong"), ("https://example.com/schemas/", "local"),
    ]
    let mapped = load(
      text,
      files: ["local/v1/a.yaml": "A: {$ref: 'b.yaml'}", "local/v1/b.yaml": "type: integer"],
      options: options
    )
    #expect(try target(of: mapped).types == .integer)
    #expect(try target(of: mapped).pointer == "local/v1/b.yaml#")
  }

  @Test(arguments: [
    "https://example.com/schemas/../../secret.yaml",
    "https://example.com/schemas/%2e%2e/secret.yaml",
  ])
  func aMappedAddressStaysInItsFolder(reference: String) {
    var options = LoadOptions()
    options.referenceMap = [("https://example.com/schemas/", "local")]
    let outcome = load(
      document("{$ref: '\(reference)'}"),
      files: ["secret.yaml": "type: object"],
      options: options
    )
    #expect(outcome.codes(.error) == [.remoteReference])
  }

  @Test(arguments: ["../secret.yaml", "a/../../secret.yaml", "%2e%2e/secret.yaml", "/secret.yaml"])
  func noReferenceLeavesTheRoot(reference: String) {
    var options = LoadOptions()
    options.root = "/specs"
    let files = FileReader.memory([
      "/specs/api.yaml": document("{$ref: '\(reference)'}"),
      "/secret.yaml": "type: object",
    ])
    let outcome = load(path: "/specs/api.yaml", files: files, options: options)
    #expect(outcome.codes(.error) == [.referenceOutsideRoot])
  }

  @Test func aSymbolicLinkDoesNotLeaveTheRootEither() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("root-\(UUID().uuidString)")
    let specs = folder.appendingPathComponent("specs")
    try manager.createDirectory(at: specs, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    try "type: object\n".write(
      to: folder.appendingPathComponent("secret.yaml"),
      atomically: true,
      encoding: .utf8
    )
    try manager.createSymbolicLink(
      at: specs.appendingPathComponent("link.yaml"),
      withDestinationURL: folder.appendingPathComponent("secret.yaml")
    )
    let root = specs.appendingPathComponent("api.yaml")
    try document("{$ref: 'link.yaml'}").write(to: root, atomically: true, encoding: .utf8)

    #expect(load(path: root.path).document != nil)
    var options = LoadOptions()
    options.root = specs.path
    #expect(load(path: root.path, options: options).codes(.error) == [.referenceOutsideRoot])
  }

  @Test func aFileReachedByTwoPathsIsReadOnce() throws {
    let outcome = load(
      document("{allOf: [{$ref: 'a.yaml'}, {$ref: './b/../a.yaml'}]}"),
      files: ["a.yaml": "type: object\n"]
    )
    let schema = try target(of: outcome)
    #expect(schema.allOf[0].id == schema.allOf[1].id)
    #expect(outcome.document?.files.count == 2)
  }
}
