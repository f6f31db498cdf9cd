import Lowering
import Testing

/// `oneOf` and `anyOf`.
@Suite struct UnionTests {
  // MARK: Discriminators

  @Test func tagsAreTheMappingsValuesThenConstantsThenTheName() throws {
    let lowered = try Lowered(
      schemas: """
        Part:
          oneOf: [{$ref: '#/components/schemas/TextPart'}, {$ref: '#/components/schemas/ImagePart'}, {$ref: '#/components/schemas/Other'}]
          discriminator: {propertyName: type, mapping: {misc: '#/components/schemas/Other', rest: Other}}
        TextPart: {type: object, required: [type], properties: {type: {const: text}, text: {type: string}}}
        ImagePart: {type: object, required: [type], properties: {type: {type: string, enum: [image, image_url]}}}
        Other: {type: object, required: [type], properties: {type: {type: string}}}
        """
    )
    #expect(
      lowered["Part"]
        == "union Part by \"type\" {textPart: TextPart [text, TextPart], "
        + "imagePart: ImagePart [image, image_url, ImagePart], other: Other [misc, rest, Other]}"
    )
  }

  @Test func facetsThatMayHoldTogetherAreOneObject() throws {
    let lowered = try Lowered(
      schemas: """
        Pages:
          description: Where the others are.
          properties: {count: {type: integer}}
          anyOf:
            - {$ref: '#/components/schemas/Forward'}
            - {type: object, properties: {prev: {type: string}, first: {type: string}}}
        Forward: {type: object, properties: {next: {type: string}, first: {type: string}}}
        List: {type: object, properties: {pages: {anyOf: [{$ref: '#/components/schemas/Forward'}, {properties: {prev: {type: string}}}, {}]}}}
        """
    )
    #expect(
      lowered["Pages"] == "struct Pages {count: Int?, next: String?, first: String?, prev: String?}"
    )
    #expect(lowered["List"] == "struct List {pages: ^List.Pages?|null}")
    #expect(
      lowered["List.Pages"]
        == "struct List.Pages {next: String?, first: String?, prev: String?} "
        + "+ additionalProperties: JSONValue"
    )
    #expect(lowered.codes == [])
  }

  @Test(arguments: [
    "{type: object, required: [b], properties: {b: {type: string}}}",
    "{type: object, properties: {b: {type: string}}, additionalProperties: false}",
    "{type: object, properties: {a: {type: integer}, b: {type: string}}}",
    "{type: object, properties: {b: {enum: [x]}}}",
  ])
  func variantsThatCanBeToldApartStayVariants(_ other: String) throws {
    let lowered = try Lowered(
      schemas: "Who: {anyOf: [{type: object, properties: {a: {type: string}}}, \(other)]}"
    )
    #expect(lowered["Who"]?.hasPrefix("union Who") == true)
  }

  @Test func constantsTellVariantsApartWithoutADiscriminator() throws {
    let lowered = try Lowered(
      schemas: """
        Shape:
          anyOf:
            - {type: object, required: [kind], properties: {kind: {const: circle}, radius: {type: number}}}
            - {type: object, required: [kind], properties: {kind: {const: square}, side: {type: number}}}
        """
    )
    #expect(
      lowered["Shape"]
        == "union Shape by \"kind\" {circle: Shape.Circle [circle], square: Shape.Square [square]}"
    )
  }

  @Test func anEnumThatVariantsShareGoesByTheirNames() throws {
    let lowered = try Lowered(
      schemas: """
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: kind}
        Base: {type: object, required: [kind], properties: {kind: {type: string, enum: [cat, dog]}}}
        Cat: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {lives: {type: integer}}}]}
        Dog: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {tricks: {type: integer}}}]}
        """
    )
    #expect(
      lowered["Pet"] == "union Pet by \"kind\" {cat: Cat [cat, Cat], dog: Dog [dog, Dog]}"
    )
  }

  @Test func theVariantKnowsItsTag() throws {
    let lowered = try Lowered(
      schemas: """
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}
        Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
        Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
        """
    )
    #expect(lowered["Cat"] == "struct Cat {kind: String = \"cat\"}")
    #expect(lowered["Dog"] == "struct Dog {kind: String = \"Dog\"}")
  }

  @Test func aSchemaThatIsTwoVariantsDoesNotKnowItsTag() throws {
    let lowered = try Lowered(
      schemas: """
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', lion: '#/components/schemas/Cat'}}
        Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
        Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
        """
    )
    #expect(lowered["Cat"] == "struct Cat {kind: String}")
  }

  @Test func unmappedTagsGoToTheDefault() throws {
    let lowered = try Lowered(
      schemas: """
        Shape:
          oneOf: [{$ref: '#/components/schemas/Circle'}, {$ref: '#/components/schemas/Other'}]
          discriminator:
            propertyName: kind
            mapping: {circle: '#/components/schemas/Circle'}
            defaultMapping: '#/components/schemas/Other'
        Circle: {type: object, required: [kind], properties: {kind: {type: string}}}
        Other: {type: object, properties: {kind: {type: string}}}
        """,
      version: "3.2.0"
    )
    #expect(lowered["Shape"]?.hasSuffix("} default other") == true)
  }

  // MARK: Families

  @Test func aBaseWithADiscriminatorIsAUnionOfWhatExtendsIt() throws {
    let lowered = try Lowered(
      schemas: """
        Event:
          type: object
          required: [type, at]
          properties: {type: {type: string}, at: {type: string, format: date-time}, place: {type: object, properties: {x: {type: number}}}}
          discriminator: {propertyName: type, mapping: {login: '#/components/schemas/Login'}}
        Login: {allOf: [{$ref: '#/components/schemas/Event'}, {properties: {address: {type: string}}}]}
        Admin: {allOf: [{$ref: '#/components/schemas/Login'}, {properties: {level: {type: integer}}}]}
        Plain: {allOf: [{$ref: '#/components/schemas/Event'}]}
        Log: {type: array, items: {$ref: '#/components/schemas/Event'}}
        """
    )
    #expect(
      lowered["Event"]
        == "union Event by \"type\" {login: Login [login, Login], admin: Admin [Admin], "
        + "plain: Plain [Plain], base: Event.Base [Event]}"
    )
    #expect(
      lowered["Login"]
        == "struct Login {type: String = \"login\", at: Date, place: Event.Place?, address: String?}"
    )
    #expect(lowered["Plain"]?.hasPrefix("struct Plain {type: String = \"Plain\"") == true)
    #expect(lowered["Event.Place"] == "struct Event.Place {x: Double?}")
    #expect(lowered["Log"] == "alias Log = [Event]")
  }

  @Test func aBaseThatNothingExtendsIsAnObject() throws {
    let lowered = try Lowered(
      schemas: """
        Alone: {type: object, required: [t], properties: {t: {type: string}}, discriminator: {propertyName: t}}
        """
    )
    #expect(lowered["Alone"] == "struct Alone {t: String}")
  }

  @Test func variantsThatExtendTheirOwnUnionEnd() throws {
    let lowered = try Lowered(
      schemas: """
        Animal:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: kind}
          properties: {kind: {type: string}}
          required: [kind]
        Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {properties: {lives: {type: integer}}}]}
        Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {properties: {tricks: {type: integer}}}]}
        """
    )
    #expect(lowered["Cat"] == "struct Cat {kind: String = \"Cat\", lives: Int?}")
    #expect(
      lowered["Animal"]?.hasPrefix("union Animal by \"kind\" {cat: Animal.Cat [Cat]") == true
    )
  }

  // MARK: Shapes

  @Test(arguments: [
    ("oneOf: [{type: integer}, {type: string}]", "union P {integer: Int, string: String}"),
    ("type: [string, integer]", "union P {string: String, integer: Int}"),
    ("type: [integer, number]", "alias P = Double"),
    ("type: [string, number, boolean, array, object]", "alias P = JSONValue"),
    (
      "anyOf: [{type: string}, {type: array, items: {type: string}}]",
      "union P {string: String, stringList: [String]}"
    ),
    (
      "anyOf: [{type: string, format: date}, {type: string, format: date-time}]", "alias P = String"
    ),
    ("oneOf: [{type: number}, {type: integer}]", "alias P = Double"),
    ("anyOf: [{type: string}, {type: string, enum: [a, b]}]", "enum P: String {a, b}"),
    ("oneOf: [{const: a, title: First}, {const: b}]", "enum P: String {a, b}"),
    ("oneOf: [{const: 1}, {const: 2}]", "enum P: Int {value1 = 1, value2 = 2}"),
    ("anyOf: [{type: string}, {}]", "union P {string: String, json: JSONValue}"),
  ])
  func unionsOfScalars(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(schemas: "P: {\(schema)}")
    #expect(lowered["P"] == expected)
  }

  @Test func constantsAreDocumentedByTheirTitles() throws {
    let lowered = try Lowered(schemas: "P: {oneOf: [{const: a, title: First}, {const: b}]}")
    guard case .enumeration(let enumeration)? = lowered.declaration("P")?.kind else {
      Issue.record("no enum")
      return
    }
    #expect(enumeration.cases.map(\.documentation.summary) == ["First", nil])
  }

  @Test func propertiesBesideAUnionJoinEachVariant() throws {
    let lowered = try Lowered(
      schemas: """
        Payment:
          type: object
          required: [amount]
          properties: {amount: {type: integer}, note: {type: object, properties: {text: {type: string}}}}
          oneOf:
            - {title: Card, required: [number], properties: {number: {type: string}}}
            - {title: Cash, properties: {currency: {type: string}}}
        """
    )
    #expect(
      lowered["Payment"] == "union Payment {card: Payment.Card, cash: Payment.Cash}"
    )
    #expect(
      lowered["Payment.Card"]
        == "struct Payment.Card {amount: Int, note: Payment.Note?, number: String}"
    )
    #expect(lowered["Payment.Note"] == "struct Payment.Note {text: String?}")
  }

  @Test func variantsThatOnlyNameRequiredKeysAreNoChoice() throws {
    let lowered = try Lowered(
      schemas: """
        Ask:
          type: object
          properties: {people: {type: array, items: {type: string}}, teams: {type: string}}
          anyOf: [{required: [people]}, {required: [teams]}]
        """
    )
    #expect(lowered["Ask"] == "struct Ask {people: [String]?, teams: String?}")
  }

  @Test func unionsNest() throws {
    let lowered = try Lowered(
      schemas: """
        Outer: {oneOf: [{$ref: '#/components/schemas/Inner'}, {type: boolean}]}
        Inner: {oneOf: [{type: string}, {type: integer}]}
        """
    )
    #expect(lowered["Outer"] == "union Outer {inner: Inner, bool: Bool}")
  }

  @Test func unionsThatContainThemselvesEnd() throws {
    let lowered = try Lowered(
      schemas: """
        Tree: {oneOf: [{type: string}, {type: array, items: {$ref: '#/components/schemas/Tree'}}]}
        A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: string}], discriminator: {propertyName: t}}
        B: {oneOf: [{$ref: '#/components/schemas/A'}, {type: integer}], discriminator: {propertyName: t}}
        Self: {oneOf: [{$ref: '#/components/schemas/Self'}, {type: string}]}
        """
    )
    #expect(lowered["Tree"] == "union Tree {string: String, treeList: [Tree]}")
    #expect(lowered.model.types.count == 4)
  }

  @Test func listsAndMapsOfThemselvesBecomeAnyValueWithANotice() throws {
    let lowered = try Lowered(
      schemas: """
        List: {type: array, items: {$ref: '#/components/schemas/List'}}
        Map: {type: object, additionalProperties: {$ref: '#/components/schemas/Map'}}
        """
    )
    #expect(lowered["List"] == "alias List = [JSONValue]")
    #expect(lowered["Map"] == "alias Map = [String: JSONValue]")
    #expect(lowered.codes == ["recursive-alias", "recursive-alias"])
  }
}
