import Diagnostics
import OpenAPI
import SpecTree
import Testing

@Suite struct SchemaTests {
  private func read(_ schema: String, version: String = "3.1.0", _ more: String = "") -> (
    schema: Schema?, outcome: Outcome
  ) {
    let outcome = load(
      """
      openapi: \(version)
      info: {title: T, version: "1"}
      paths: {}
      components:
        schemas:
          S: \(schema)
      \(more)
      """
    )
    return (outcome.document?.schemas.first { $0.name == "S" }, outcome)
  }

  @Test(
    arguments: [
      ("{type: string}", "3.0.3", Schema.Types.string, false),
      ("{type: string, nullable: true}", "3.0.3", [.string, .null], true),
      ("{type: string, nullable: false}", "3.0.3", .string, false),
      ("{nullable: true}", "3.0.3", .null, true),
      ("{type: [string, integer]}", "3.1.0", [.string, .integer], false),
      ("{type: [string, 'null']}", "3.1.0", [.string, .null], true),
      ("{type: 'null'}", "3.1.0", .null, true),
      ("{}", "3.1.0", [], false),
    ] as [(String, String, Schema.Types, Bool)]
  )
  func nullabilityIsAmongTheTypes(
    text: String,
    version: String,
    types: Schema.Types,
    isNullable: Bool
  ) {
    let (schema, outcome) = read(text, version: version)
    #expect(schema?.types == types)
    #expect(schema?.isNullable == isNullable)
    #expect(schema?.isNullOnly == text.contains("type: 'null'"))
    #expect(outcome.findings.isEmpty)
  }

  @Test(
    arguments: [
      ("Integer", Schema.Types.integer, nil), ("STRING", .string, nil), ("int", .integer, nil),
      ("long", .integer, "int64"), ("float", .number, "float"), ("bool", .boolean, nil),
      ("date", .string, "date"), ("dateTime", .string, "date-time"), ("file", .string, "binary"),
      ("list", .array, nil), ("map", .object, nil), ("any", [], nil),
    ] as [(String, Schema.Types, String?)]
  )
  func anOddTypeIsTakenAsWhatItMeans(word: String, types: Schema.Types, format: String?) {
    let (schema, outcome) = read("{type: \(word), items: {}}", version: "3.0.3")
    #expect(schema?.types == types)
    #expect(schema?.format == format)
    #expect(outcome.codes(.warning) == [.oddType])
  }

  @Test func aFormatThatIsStatedIsNotReplacedByAnImpliedOne() {
    #expect(read("{type: long, format: int32}").schema?.format == "int32")
    #expect(read("{format: int32, type: long}").schema?.format == "int32")
  }

  @Test func theNameOfATypeInPlaceOfASchemaIsUnderstood() {
    let (schema, outcome) = read("{type: object, properties: {a: integer, b: date, c: whatever}}")
    let types = schema?.properties.map { outcome.document?[$0.schema].types }
    #expect(types == [.integer, .string, []])
    #expect(outcome.codes(.warning) == [.repairedShape, .repairedShape, .wrongShape])
  }

  @Test func anUnquotedNullTypeIsUnderstood() {
    let (schema, outcome) = read("{type: [string, null]}")
    #expect(schema?.types == [.string, .null])
    #expect(outcome.codes(.warning) == [.oddType])
  }

  @Test(arguments: [
    ("{minimum: 1, exclusiveMinimum: true}", Schema.Constraint.Keyword.exclusiveMinimum, "1"),
    ("{minimum: 1, exclusiveMinimum: false}", .minimum, "1"),
    ("{exclusiveMaximum: 2.50}", .exclusiveMaximum, "2.50"),
    ("{exclusiveMaximum: true, maximum: 9}", .exclusiveMaximum, "9"),
    ("{maximum: 9.223372036854776e18}", .maximum, "9.223372036854776e18"),
    ("{maximum: 99999999999999999999999999}", .maximum, "99999999999999999999999999"),
    ("{pattern: '^a+$'}", .pattern, "^a+$"),
    ("{maxLength: 0x10}", .maxLength, "0x10"),
  ])
  func limitsAreKeptAsTheyAreSpelt(
    text: String,
    keyword: Schema.Constraint.Keyword,
    value: String
  ) {
    let (schema, outcome) = read(text)
    #expect(schema?.constraints.count == 1)
    #expect(schema?.constraint(keyword)?.text == value)
    #expect(outcome.findings.isEmpty)
  }

  @Test func wordsOfYAMLStayText() {
    let (schema, _) = read("{type: string, enum: [NO, yes, on, 1.10, 0123, '', null, 2024-01-01]}")
    let texts = schema?.enumeration?.map { $0.string ?? "(null)" }
    #expect(texts == ["NO", "yes", "on", "1.10", "0123", "", "(null)", "2024-01-01"])
  }

  @Test func valuesListedTwiceAreListedOnce() {
    let (schema, outcome) = read("{enum: [a, b, a, 1, 1.0, '1']}")
    #expect(schema?.enumeration?.map(\.text) == ["a", "b", "1", "1"])
    #expect(outcome.codes(.warning) == [.duplicateValue, .duplicateValue])
  }

  @Test func whatAnObjectHoldsIsReadInOrder() {
    let (schema, outcome) = read(
      """
      {type: object, required: [b, a], properties: {b: {type: string}, a: true, $ref: {}},
        patternProperties: {"^x": {type: integer}}, propertyNames: {pattern: "^[a-z]"},
        additionalProperties: {type: number}, minProperties: 1}
      """
    )
    #expect(schema?.properties.map(\.name) == ["b", "a", "$ref"])
    #expect(schema?.required == ["b", "a"])
    #expect(schema?.patternProperties.map(\.name) == ["^x"])
    #expect(schema?.subschema(.propertyNames) != nil)
    guard case .schema(let rest)? = schema?.additionalProperties else {
      Issue.record("no schema of further properties")
      return
    }
    #expect(outcome.document?[rest].types == .number)
    #expect(outcome.findings.isEmpty)
  }

  @Test(arguments: [
    ("true", Schema.AdditionalProperties.allowed), ("false", .forbidden), ("{}", .allowed),
    ("null", .unstated), ("'false'", .forbidden),
  ])
  func furtherPropertiesMayBeAllowedOrNot(text: String, expected: Schema.AdditionalProperties) {
    #expect(read("{additionalProperties: \(text)}").schema?.additionalProperties == expected)
  }

  @Test func aTupleIsReadInBothSpellings() {
    let (now, _) = read("{type: array, prefixItems: [{type: string}, {}], items: false}")
    #expect(now?.prefixItems.count == 2)
    #expect(now?.items != nil)
    let (before, outcome) = read(
      "{type: array, items: [{type: string}, {}], additionalItems: false}"
    )
    #expect(before?.prefixItems.count == 2)
    #expect(before?.items != nil)
    #expect(outcome.codes(.warning) == [.repairedShape])
  }

  @Test func aListOfItemsBefore31IsNoTuple() {
    #expect(read("{type: array, items: [{type: string}]}", version: "3.0.3").schema?.items != nil)
    let (two, outcome) = read("{type: array, items: [{type: string}, {}]}", version: "3.0.3")
    #expect(two?.prefixItems.isEmpty == true)
    #expect(two?.items == nil)
    #expect(outcome.codes(.warning) == [.wrongShape])
  }

  @Test func schemasThatAreBooleansAreKept() {
    let (schema, outcome) = read("{properties: {a: true, b: false}}")
    let values = schema?.properties.map { outcome.document?[$0.schema].boolean }
    #expect(values == [true, false])
    #expect(outcome.findings.isEmpty)
  }

  @Test func compositionAndConditionsAreRead() {
    let (schema, outcome) = read(
      """
      {allOf: [{type: object}], oneOf: [{}, {}], anyOf: [{}], not: {type: string},
        if: {}, then: {}, else: {}, contains: {}, contentSchema: {}, contentEncoding: base64,
        contentMediaType: image/png, const: 1, $comment: c, $schema: s}
      """
    )
    #expect(schema?.allOf.count == 1)
    #expect(schema?.oneOf.count == 2)
    #expect(schema?.anyOf.count == 1)
    #expect(
      schema?.subschemas.map(\.keyword)
        == [.not, .if, .then, .else, .contains, .contentSchema]
    )
    #expect(schema?.contentEncoding == "base64")
    #expect(schema?.const?.int == 1)
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func annotationsAloneAreToldApart() {
    let annotations = "{title: t, description: d, default: 1, example: 2, readOnly: true, x-a: 1}"
    let (schema, _) = read(annotations)
    #expect(schema?.isAnnotationOnly == true)
    #expect(schema?.isReadOnly == true)
    #expect(schema?.examples.map(\.text) == ["2"])
    #expect(schema?.extensions["x-a"]?.int == 1)
    #expect(read("{title: t, minLength: 1}").schema?.isAnnotationOnly == false)
  }

  @Test(arguments: [
    ("{type: integer, default: 3}", true), ("{type: integer, default: three}", false),
    ("{type: number, default: 1}", true), ("{type: string, default: 1.10}", true),
    ("{type: boolean, default: 'yes'}", false), ("{type: array, items: {}, default: a}", false),
    ("{type: string, enum: [a, b], default: b}", true),
    ("{type: string, enum: [a, b], default: c}", false),
    ("{type: string, enum: ['1'], default: 1}", true),
    ("{type: [string, 'null'], default: null}", true), ("{default: anything}", true),
    ("{nullable: true, anyOf: [{type: string}], default: a}", true),
    ("{allOf: [{$ref: '#/components/schemas/E'}], default: a}", true),
    ("{allOf: [{$ref: '#/components/schemas/E'}], default: z}", false),
    ("{$ref: '#/components/schemas/E', default: z}", false),
    ("{allOf: [{$ref: '#/components/schemas/S'}], default: z}", true),
  ])
  func aDefaultIsOneOfWhatItsSchemaAllows(text: String, isFine: Bool) {
    let (_, outcome) = read(text, "    E: {type: string, enum: [a, b]}\n")
    #expect(outcome.codes(.warning) == (isFine ? [] : [.unsuitableDefault]))
  }

  @Test func aDiscriminatorNamesItsSchemas() throws {
    let more = """
          A: {type: object}
          B: {type: object}
          Other: {type: object}
      """
    let (schema, outcome) = read(
      """
      {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}],
        discriminator: {propertyName: kind, mapping: {a: A, b: '#/components/schemas/B', c: Gone},
          defaultMapping: Other}}
      """,
      version: "3.2.0",
      more
    )
    let discriminator = try #require(schema?.discriminator)
    #expect(discriminator.propertyName == "kind")
    let document = try #require(outcome.document)
    #expect(
      discriminator.mapping.map { "\($0.value)=\(document[$0.schema].name ?? "")" } == [
        "a=A", "b=B",
      ]
    )
    #expect(discriminator.defaultMapping.map { document[$0].name } == "Other")
    #expect(outcome.codes(.warning) == [.danglingReference])
  }

  @Test func definitionsWithinASchemaAreNamed() {
    let (schema, outcome) = read(
      "{$defs: {Inner: {type: string}}, $ref: '#/components/schemas/S/$defs/Inner'}"
    )
    #expect(schema?.definitions.map(\.name) == ["Inner"])
    #expect(outcome.document?.schemas.last?.name == "Inner")
    #expect(schema?.base != nil)
  }

  @Test(arguments: [
    ("{type: object, required: [a], properties: {b: {}}}", 1),
    ("{type: object, required: [a]}", 0),
    ("{type: object, required: [a], allOf: [{}], properties: {b: {}}}", 0),
    ("{allOf: [{properties: {a: {}}}, {required: [a], properties: {b: {}}}]}", 0),
  ])
  func aRequiredNameWithoutAPropertyIsReportedWhereNothingElseCanDeclareIt(
    text: String,
    count: Int
  ) {
    #expect(read(text).outcome.codes(.warning).count == count)
  }

  @Test func misspeltKeywordsAreReportedWithASuggestion() {
    let (_, outcome) = read("{tpye: string, min_length: 3, additonalProperties: false, foo: 1}")
    #expect(outcome.codes(.notice) == Array(repeating: .unknownKeyword, count: 4))
    #expect(
      outcome.diagnostics.map(\.fix) == [
        "did you mean `type`?", "did you mean `minLength`?",
        "did you mean `additionalProperties`?", nil,
      ]
    )
  }

  @Test func deepSchemasAreNoDanger() {
    let depth = 230
    let text =
      String(repeating: "{type: array, items: ", count: depth) + "{type: string}"
      + String(repeating: "}", count: depth)
    let (schema, outcome) = read(text)
    #expect(schema != nil, "\(outcome.diagnostics)")
    #expect(outcome.document?.schemas.count == depth + 1)
  }
}
