import Testing

/// Keys that are required and that no property describes.
@Suite struct UndescribedTests {
  @Test(arguments: [
    ("{type: object, required: [id, nmae], properties: {id: {type: integer}}}", "nmae: JSONValue?"),
    (
      "{type: object, required: [b], properties: {id: {type: integer}}, additionalProperties: true}",
      "b: JSONValue?"
    ),
    (
      "{type: object, required: [b], properties: {id: {type: integer}}, additionalProperties: {type: string}}",
      "b: String?"
    ),
    (
      "{type: object, required: [b], properties: {id: {type: integer}}, "
        + "additionalProperties: {type: [string, 'null']}}",
      "b: String?|null"
    ),
    ("{allOf: [{properties: {id: {type: integer}}}, {required: [b]}]}", "b: JSONValue?"),
  ])
  func areOptionalPropertiesOfAnyJSON(_ schema: String, _ property: String) throws {
    let lowered = try Lowered(schemas: "Pet: \(schema)")
    let object = try #require(lowered.object("Pet"))
    #expect(object.properties.map { Sketch.of($0) }.last == property)
    #expect(object.properties.count == 2)
    let text = try #require(object.properties.last?.documentation.summary)
    #expect(text.hasPrefix("The document requires this key"))
    #expect(lowered.allFindings.map(\.code.rawValue) == ["required-without-property"])
  }

  @Test(arguments: [
    // No value could have the key.
    "{type: object, required: [b], properties: {id: {type: integer}}, additionalProperties: false}",
    // A pattern may describe it.
    "{type: object, required: [b], properties: {id: {type: integer}}, patternProperties: {'^b': {type: string}}}",
    // Another member describes it.
    "{allOf: [{properties: {id: {type: integer}, b: {type: string}}}, {required: [b]}]}",
    // Variants that only demand a key choose among what is described.
    "{properties: {id: {type: integer}, b: {type: string}}, anyOf: [{required: [id]}, {required: [c]}]}",
  ])
  func areLeftAloneWhereTheyAreDescribedOrCannotBe(_ schema: String) throws {
    let lowered = try Lowered(schemas: "Pet: \(schema)")
    let object = try #require(lowered.object("Pet"))
    #expect(!object.properties.contains { $0.type == .builtin(.json) })
    #expect(object.additional?.value != .builtin(.json))
  }

  @Test func areKeptByAMapWithoutProperties() throws {
    let lowered = try Lowered(schemas: "Pet: {type: object, required: [b]}")
    #expect(lowered["Pet"] == "alias Pet = [String: JSONValue]")
  }

  @Test func areInBothWaysOfASchema() throws {
    let lowered = try Lowered(
      schemas: """
        Pet:
          type: object
          required: [id, b]
          properties: {id: {type: integer, readOnly: true}, name: {type: string}}
        """,
      paths: """
        /pets:
          post:
            operationId: add
            requestBody:
              required: true
              content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
            responses:
              '200':
                description: It.
                content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
        """
    )
    #expect(lowered["Pet"] == "struct Pet {id: Int, name: String?, b: JSONValue?}")
    #expect(lowered["PetInput"] == "struct PetInput {name: String?, b: JSONValue?}")
  }

  @Test func carryTheTagOfAVariant() throws {
    let lowered = try Lowered(
      schemas: """
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: kind}
        Cat: {type: object, required: [kind], properties: {lives: {type: integer}}}
        Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
        """
    )
    #expect(lowered["Cat"] == #"struct Cat {lives: Int?, kind: String = "Cat"}"#)
  }

  @Test func variantsBesidePropertiesAreNoSlip() throws {
    let lowered = try Lowered(
      schemas: """
        Check:
          type: object
          properties: {status: {type: string}, outcome: {type: string}}
          oneOf:
            - {required: [status, outcome], properties: {status: {enum: [done]}}}
            - {properties: {status: {enum: [open]}}}
        """
    )
    #expect(!lowered.allFindings.map(\.code.rawValue).contains("required-without-property"))
  }
}
