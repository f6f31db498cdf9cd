import Testing

/// Absent, null and a value are three things where the document makes them three.
@Suite struct NullabilityTests {
  /// A property `p` of an object, in the terms of a version.
  struct Case: CustomTestStringConvertible {
    var version = "3.1.0"
    var schema: String
    var isRequired = false
    var expected: String
    var testDescription: String { "\(version) \(schema) \(isRequired ? "required" : "optional")" }
  }

  @Test(arguments: [
    Case(schema: "{type: string}", expected: "String?"),
    Case(schema: "{type: string}", isRequired: true, expected: "String"),
    Case(schema: "{type: [string, 'null']}", expected: "String?|null"),
    Case(schema: "{type: [string, 'null']}", isRequired: true, expected: "String|null"),
    Case(
      schema: "{anyOf: [{type: string}, {type: 'null'}]}",
      isRequired: true,
      expected: "String|null"
    ),
    Case(
      schema: "{oneOf: [{type: 'null'}, {$ref: '#/components/schemas/Named'}]}",
      expected: "Named?|null"
    ),
    Case(schema: "{oneOf: [{type: string, enum: [null]}, {type: integer}]}", expected: "Int?|null"),
    Case(schema: "{type: string, enum: [null, a]}", isRequired: true, expected: "Holder.P|null"),
    // What allows anything allows null.
    Case(schema: "{anyOf: [{$ref: '#/components/schemas/Named'}, {}]}", expected: "Holder.P?|null"),
    Case(schema: "{}", isRequired: true, expected: "JSONValue"),
    Case(schema: "{type: 'null'}", isRequired: true, expected: "JSONValue"),
    Case(version: "3.0.3", schema: "{type: string, nullable: true}", expected: "String?|null"),
    Case(
      version: "3.0.3",
      schema: "{nullable: true, allOf: [{$ref: '#/components/schemas/Named'}]}",
      isRequired: true,
      expected: "Named|null"
    ),
    Case(
      version: "3.0.3",
      schema: "{allOf: [{$ref: '#/components/schemas/Named'}]}",
      isRequired: true,
      expected: "Named"
    ),
    Case(
      version: "3.0.3",
      schema: "{allOf: [{$ref: '#/components/schemas/Perhaps'}]}",
      isRequired: true,
      expected: "Perhaps|null"
    ),
    Case(
      version: "3.0.3",
      schema: "{$ref: '#/components/schemas/Named', nullable: true}",
      expected: "Named?|null"
    ),
    Case(
      version: "3.0.3",
      schema: "{oneOf: [{type: string, nullable: true}, {type: integer}]}",
      isRequired: true,
      expected: "Holder.P|null"
    ),
    Case(
      version: "3.0.3",
      schema: "{type: array, items: {type: string, nullable: true}}",
      expected: "[String?]?"
    ),
    Case(
      version: "3.0.3",
      schema: "{type: object, additionalProperties: {type: integer, nullable: true}}",
      expected: "[String: Int?]?"
    ),
  ])
  func presence(_ item: Case) throws {
    let lowered = try Lowered(
      schemas: """
        Named: {type: object, properties: {name: {type: string}}}
        Perhaps: {\(item.version == "3.0.3" ? "type: object, nullable: true" : "type: [object, 'null']"), properties: {a: {type: string}}}
        Holder:
          type: object
          properties: {p: \(item.schema), q: {type: string}}
          required: [\(item.isRequired ? "p" : "q")]
        """,
      version: item.version
    )
    let property = try #require(lowered.object("Holder")?.properties.first)
    var sketch = Sketch.of(property).dropFirst("p: ".count)
    if sketch.hasPrefix("^") { sketch.removeFirst() }
    #expect(sketch == item.expected[...])
  }

  @Test func aNullableComponentIsOptionalWhereItIsAnElement() throws {
    let lowered = try Lowered(
      schemas: """
        Perhaps: {type: object, nullable: true, properties: {a: {type: string}}}
        List: {type: array, items: {$ref: '#/components/schemas/Perhaps'}}
        """,
      version: "3.0.3"
    )
    #expect(lowered["List"] == "alias List = [Perhaps?]")
  }
}
