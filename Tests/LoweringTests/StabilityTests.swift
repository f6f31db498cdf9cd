import ClientModel
import Lowering
import Testing

/// Names depend on what they name, not on what else a document holds or in which order.
@Suite struct StabilityTests {
  static let schemas = [
    "Base: {type: object, properties: {kind: {type: string, enum: [a, b]}, meta: {type: object, properties: {x: {type: string}}}, child: {$ref: '#/components/schemas/Child'}}}",
    "Child: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {extra: {type: object, properties: {y: {type: string}}}}}]}",
    "Other: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {theme: {$ref: '#/components/schemas/Child/allOf/1/properties/extra'}}}]}",
    "Colours: {type: array, items: {type: object, properties: {red: {type: integer}}}}",
    "User: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, state: {type: string, enum: [on, off]}}}",
    "null_time: {type: object, properties: {a: {type: string}}}",
    "NullTime: {type: object, properties: {b: {type: string}}}",
  ]

  static let paths = [
    """
    /users:
      post:
        operationId: createUser
        requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
        responses: {'200': {description: A., content: {application/json: {schema: {type: object, properties: {user: {$ref: '#/components/schemas/User'}, flags: {type: object, properties: {f: {type: boolean}}}}}}}}}
    """,
    """
    /children:
      get:
        operationId: listChildren
        parameters: [{name: sort, in: query, schema: {type: string, enum: [up, down]}}]
        responses: {'200': {description: B., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Child'}}}}}}
    """,
    """
    /others:
      get:
        operationId: getOther
        responses: {'200': {description: C., content: {application/json: {schema: {$ref: '#/components/schemas/Other'}}}}}
    """,
  ]

  /// Each type by its name, with what is nested in it.
  static func types(_ model: Client) -> [String: TypeDeclaration] {
    Dictionary(uniqueKeysWithValues: model.types.map { ($0.name.description, $0) })
  }

  @Test func theOrderOfSchemasAndPathsChangesNoType() throws {
    let straight = try Lowered(
      schemas: Self.schemas.joined(separator: "\n"),
      paths: Self.paths.joined(separator: "\n")
    )
    #expect(
      straight["Child"]
        == "struct Child {kind: Base.Kind?, meta: Base.Meta?, child: ^Child?, extra: Child.Extra?}"
    )
    #expect(
      straight["Other"]
        == "struct Other {kind: Base.Kind?, meta: Base.Meta?, child: ^Child?, theme: Child.Extra?}"
    )
    #expect(straight["Colour"] == "struct Colour {red: Int?}")
    for shift in 1..<Self.schemas.count {
      let schemas = Self.schemas[shift...] + Self.schemas[..<shift]
      let paths = Self.paths.reversed()
      let turned = try Lowered(
        schemas: (shift.isMultiple(of: 2) ? Array(schemas) : schemas.reversed())
          .joined(separator: "\n"),
        paths: paths.joined(separator: "\n")
      )
      #expect(straight.model.types == turned.model.types, "schemas turned by \(shift)")
    }
  }

  @Test func listsAndMapsOfInlineObjectsAreNamedAfterTheirSchemas() throws {
    let lowered = try Lowered(
      schemas: """
        Entries: {type: array, items: {type: object, properties: {a: {type: string}}}}
        Prices: {type: object, additionalProperties: {type: object, properties: {b: {type: string}}}}
        Data: {type: array, items: {type: object, properties: {c: {type: string}}}}
        """,
      paths: """
        /entries:
          get:
            operationId: list
            responses: {'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Entries'}}}}}
        """
    )
    #expect(lowered["Entries"] == "alias Entries = [Entry]")
    #expect(lowered["Prices"] == "alias Prices = [String: Price]")
    #expect(lowered["Data"] == "alias Data = [DataItem]")
    #expect(lowered.operation("list").map { Sketch.of($0) } == "list() -> [Entry]")
    #expect(lowered.codes == [])
  }

  @Test func namedListsThatAreOnlySentKeepTheirElements() throws {
    let lowered = try Lowered(
      schemas: """
        Words: {type: array, items: {type: string}}
        Counts: {type: object, additionalProperties: {type: integer}}
        """,
      paths: """
        /words:
          put:
            operationId: put
            parameters: [{name: words, in: query, schema: {$ref: '#/components/schemas/Words'}}]
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Counts'}}}}
            responses: {'204': {description: None.}}
        """
    )
    #expect(lowered["Words"] == "alias Words = [String]")
    #expect(lowered["Counts"] == "alias Counts = [String: Int]")
    #expect(lowered.codes == [])
  }

  @Test func equalDocumentsGiveEqualModels() throws {
    let one = try Lowered(
      schemas: Self.schemas.joined(separator: "\n"),
      paths: Self.paths.joined(separator: "\n")
    )
    let other = try Lowered(
      schemas: Self.schemas.joined(separator: "\n"),
      paths: Self.paths.joined(separator: "\n")
    )
    #expect(one.model == other.model)
    #expect(one.names == other.names)
  }

  @Test func addingSomethingRenamesNothing() throws {
    let before = try Lowered(
      schemas: Self.schemas.dropFirst(1).dropLast(2).joined(separator: "\n")
        + "\nBase: {type: object, properties: {kind: {type: string, enum: [a, b]}}}",
      paths: Self.paths.dropFirst().joined(separator: "\n")
    )
    let after = try Lowered(
      schemas: Self.schemas.joined(separator: "\n")
        + "\nAardvark: {type: object, properties: {child: {$ref: '#/components/schemas/Child'}, kind: {type: string, enum: [a, b]}}}",
      paths: Self.paths.joined(separator: "\n")
    )
    func names(_ lowered: Lowered) -> Set<String> {
      Set(lowered.sketches.map { String($0.split(separator: " ")[1].prefix { $0 != ":" }) })
    }
    #expect(names(before).subtracting(names(after)) == [])
  }

  @Test func lockedNamesStayWhenAClashAppears() throws {
    let before = try Lowered(schemas: "null_time: {type: object, properties: {a: {type: string}}}")
    #expect(before["NullTime"] == "struct NullTime {a: String?}")
    var options = Lowered.options
    options.lockedNames = before.names
    let after = try Lowered(
      schemas: """
        NullTime: {type: object, properties: {b: {type: string}}}
        null_time: {type: object, properties: {a: {type: string}}}
        """,
      options: options
    )
    #expect(after["NullTime"] == "struct NullTime {a: String?}")
    #expect(after["NullTime2"] == "struct NullTime2 {b: String?}")
  }

  @Test func lockedNamesOfInlineTypesOperationsAndGroupsStay() throws {
    let before = try Lowered(paths: Self.paths[1])
    #expect(before["ChildrenListChildrenSort"] != nil)
    var options = Lowered.options
    options.lockedNames = before.names
    let after = try Lowered(
      schemas: """
        ChildrenListChildrenSort: {type: object, properties: {a: {type: string}}}
        Children: {type: object, properties: {b: {type: string}}}
        """,
      paths: Self.paths[1]
        + "\n/x: {get: {tags: [children], operationId: list_children, responses: {'204': {description: None.}}}}",
      options: options
    )
    #expect(after["ChildrenListChildrenSort"]?.hasPrefix("enum") == true)
    #expect(after.model.groups.map(\.name) == ["Children"])
    #expect(after.operations.map(\.name) == ["listChildren", "listChildren2"])
  }

  @Test func namesGivenByTheUserAreUsed() throws {
    var options = Lowered.options
    options.lockedNames = [
      "test.yaml#/components/schemas/Thing": "Gadget",
      "test.yaml#/paths/~1things/get/responses/200/content/application~1json/schema": "Findings",
      "GET /things": "find",
    ]
    let lowered = try Lowered(
      schemas: "Thing: {type: object, properties: {a: {type: string}}}",
      paths: """
        /things:
          get:
            operationId: list
            responses: {'200': {description: A., content: {application/json: {schema: {type: object, properties: {things: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}}}}
        """,
      options: options
    )
    #expect(lowered["Findings"] == "struct Findings {things: [Gadget]?}")
    #expect(lowered.operations.map(\.name) == ["find"])
  }
}
