import Testing

/// `allOf`, and what stands beside it.
@Suite struct CompositionTests {
  @Test func oneMemberMeansThatTypeItself() throws {
    let lowered = try Lowered(
      schemas: """
        Person: {type: object, properties: {name: {type: string}}}
        Status: {type: string, enum: [done, open]}
        Car:
          type: object
          required: [owner, backup, status, price]
          properties:
            owner: {description: Who drives it., nullable: true, allOf: [{$ref: '#/components/schemas/Person'}]}
            backup: {allOf: [{$ref: '#/components/schemas/Person'}]}
            status: {allOf: [{$ref: '#/components/schemas/Status'}]}
            price: {allOf: [{type: number, format: double}], description: In the usual currency.}
        """,
      version: "3.0.3"
    )
    #expect(
      lowered["Car"]
        == "struct Car {owner: Person|null, backup: Person, status: Status, price: Double}"
    )
    let owner = try #require(lowered.object("Car")?.properties.first)
    #expect(owner.documentation.summary == "Who drives it.")
  }

  @Test func aNamedReferenceIsAnotherNameOfItsTarget() throws {
    let lowered = try Lowered(
      schemas: """
        Top: {$ref: '#/components/schemas/Person'}
        person: {$ref: '#/components/schemas/Person'}
        Person: {type: object, properties: {name: {type: string}, top: {$ref: '#/components/schemas/Top'}}}
        Maybe: {$ref: '#/components/schemas/Names'}
        Names: {type: [array, 'null'], items: {type: string}}
        """
    )
    #expect(lowered["Top"] == "alias Top = Person")
    #expect(lowered["Maybe"] == "alias Maybe = [String]?")
    #expect(lowered["Person"] == "struct Person {name: String?, top: ^Person?}")
    #expect(lowered.model.types.count { $0.name.last.lowercased().hasPrefix("person") } == 1)
  }

  @Test func siblingPropertiesAndRequiredNamesJoinTheMembers() throws {
    let lowered = try Lowered(
      schemas: """
        Base: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}
        Admin:
          required: [name, level]
          properties: {level: {type: integer}}
          allOf:
            - {$ref: '#/components/schemas/Base'}
            - {properties: {note: {type: string}}}
        """
    )
    #expect(
      lowered["Admin"] == "struct Admin {id: Int, name: String, note: String?, level: Int}"
    )
  }

  @Test func theNarrowerDeclarationOfAPropertyWins() throws {
    let lowered = try Lowered(
      schemas: """
        Wide:
          type: object
          properties:
            id: {type: string}
            kind: {type: string}
            n: {type: number}
            owner: {type: object}
            tags: {type: array, items: {}}
        Narrow:
          type: object
          required: [id]
          properties:
            id: {type: string}
            kind: {type: string, enum: [a, b]}
            n: {type: integer}
            owner: {$ref: '#/components/schemas/Owner'}
            tags: {type: array, items: {type: string}}
        Owner: {type: object, properties: {name: {type: string}}}
        Both: {allOf: [{$ref: '#/components/schemas/Wide'}, {$ref: '#/components/schemas/Narrow'}]}
        Turned: {allOf: [{$ref: '#/components/schemas/Narrow'}, {$ref: '#/components/schemas/Wide'}]}
        """
    )
    let expected = "{id: String, kind: Narrow.Kind?, n: Int?, owner: Owner?, tags: [String]?}"
    #expect(lowered["Both"] == "struct Both \(expected)")
    #expect(lowered["Turned"] == "struct Turned \(expected)")
    #expect(lowered.codes == [])
  }

  @Test func contradictionsBecomeAnyValueAndAreReportedOnceWithBothPlaces() throws {
    let lowered = try Lowered(
      schemas: """
        Left: {type: object, properties: {x: {type: string}}}
        Right: {type: object, properties: {x: {type: integer}}}
        Both: {allOf: [{$ref: '#/components/schemas/Left'}, {$ref: '#/components/schemas/Right'}]}
        Torn: {allOf: [{type: string}, {type: integer}]}
        """
    )
    #expect(lowered["Both"] == "struct Both {x: JSONValue?}")
    #expect(lowered["Torn"] == "alias Torn = JSONValue")
    #expect(lowered.codes == ["allof-conflict", "allof-conflict"])
    #expect(lowered.findings.allSatisfy { $0.severity == .warning && $0.notes.count == 1 })
  }

  @Test func objectsDeclaredTwiceAreJoined() throws {
    let lowered = try Lowered(
      schemas: """
        Left: {type: object, properties: {meta: {type: object, properties: {a: {type: string}}}}}
        Right: {type: object, properties: {meta: {type: object, properties: {b: {type: string}}}}}
        Both: {allOf: [{$ref: '#/components/schemas/Left'}, {$ref: '#/components/schemas/Right'}]}
        """
    )
    #expect(lowered["Both"] == "struct Both {meta: Both.Meta?}")
    #expect(lowered["Both.Meta"] == "struct Both.Meta {a: String?, b: String?}")
  }

  @Test func aChildMayNarrowAnEnumOfItsBase() throws {
    let lowered = try Lowered(
      schemas: """
        Base: {type: object, properties: {kind: {type: string, enum: [cat, dog]}}}
        Cat:
          allOf:
            - {$ref: '#/components/schemas/Base'}
            - {properties: {kind: {type: string, enum: [cat]}}}
        """
    )
    #expect(lowered["Cat.Kind"] == "enum Cat.Kind: String {cat}")
  }

  @Test func membersThatReferToEachOtherEnd() throws {
    let lowered = try Lowered(
      schemas: """
        A: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {a: {type: string}}}]}
        B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: string}}}]}
        """
    )
    #expect(lowered["A"] == "struct A {b: String?, a: String?}")
  }
}
