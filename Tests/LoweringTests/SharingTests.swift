import Testing

/// Equal inline types are one type.
@Suite struct SharingTests {
  @Test func equalInlineObjectsAreOneAndKeepTheirNames() throws {
    let lowered = try Lowered(
      schemas: """
        B: {type: object, properties: {owner: {type: object, description: Who has it., properties: {name: {type: string}, role: {type: string, enum: [x, y]}}}}}
        A: {type: object, properties: {owner: {type: object, properties: {name: {type: string, description: A name.}, role: {type: string, enum: [x, y]}}}}}
        """
    )
    #expect(lowered["A.Owner"] == "struct A.Owner {name: String?, role: A.Owner.Role?}")
    #expect(lowered["B.Owner"] == "alias B.Owner = A.Owner")
    #expect(lowered["B.Owner.Role"] == nil)
    #expect(
      lowered["B"] == "struct B {owner: ^B.Owner?}" || lowered["B"] == "struct B {owner: B.Owner?}"
    )
    #expect(lowered.declaration("B.Owner")?.documentation.summary == "Who has it.")
  }

  @Test func aNamedSchemaOfTheShapeGoesFirst() throws {
    let lowered = try Lowered(
      schemas: """
        A: {type: object, properties: {owner: {type: object, properties: {name: {type: string}}}}}
        Person: {type: object, properties: {name: {type: string}}}
        """
    )
    #expect(lowered["A.Owner"] == "alias A.Owner = Person")
  }

  @Test func namedSchemasAreNeverMerged() throws {
    let lowered = try Lowered(
      schemas: """
        A: {type: object, properties: {name: {type: string}}}
        B: {type: object, properties: {name: {type: string}}}
        """
    )
    #expect(lowered["A"] == "struct A {name: String?}")
    #expect(lowered["B"] == "struct B {name: String?}")
  }

  @Test(arguments: ["NullableUser", "UserNullable"])
  func aCopyForValuesThatMayBeNullIsTheSameType(_ name: String) throws {
    let lowered = try Lowered(
      schemas: """
        \(name): {type: object, nullable: true, properties: {name: {type: string}}}
        User: {type: object, properties: {name: {type: string}}}
        Other: {type: object, properties: {name: {type: string}}}
        """
    )
    #expect(lowered[name] == "alias \(name) = User")
    #expect(lowered["User"] == "struct User {name: String?}")
    #expect(lowered["Other"] == "struct Other {name: String?}")
  }

  @Test func aNullableVariantOfAnotherShapeStaysApart() throws {
    let lowered = try Lowered(
      schemas: """
        NullableUser: {type: object, properties: {name: {type: string}, age: {type: integer}}}
        User: {type: object, properties: {name: {type: string}}}
        """
    )
    #expect(lowered["NullableUser"]?.hasPrefix("struct") == true)
  }

  @Test(arguments: [
    "{type: object, required: [name], properties: {name: {type: string}}}",
    "{type: object, properties: {name: {type: integer}}}",
    "{type: object, properties: {name: {type: [string, 'null']}}}",
    "{type: object, properties: {Name: {type: string}}}",
    "{type: object, properties: {name: {type: string}}, additionalProperties: true}",
    "{type: object, properties: {name: {type: string}, age: {type: integer}}}",
  ])
  func whatDiffersOnTheWireStaysApart(_ other: String) throws {
    let lowered = try Lowered(
      schemas: """
        A: {type: object, properties: {p: {type: object, properties: {name: {type: string}}}}}
        B: {type: object, properties: {p: \(other)}}
        """
    )
    #expect(lowered["B.P"]?.hasPrefix("struct") == true)
  }

  @Test func headersOfFewFieldsAreNamedAfterThemAndShared() throws {
    let responses =
      "responses: {'204': {description: None., headers: {Link: {schema: {type: string}}, X-Total: {schema: {type: integer}}}}}"
    let lowered = try Lowered(
      paths: """
        /a: {get: {operationId: a, \(responses)}}
        /b: {get: {operationId: b, \(responses)}}
        """
    )
    #expect(lowered.sketches == ["headers LinkTotalHeaders {link: String, xTotal: Int}"])
    #expect(
      lowered.operations.map(\.headers?.description) == ["LinkTotalHeaders", "LinkTotalHeaders"]
    )
  }
}
