import Testing

/// Defaults: one rule for all types.
@Suite struct DefaultTests {
  static let mode = "Mode: {type: string, enum: [fast, slow], default: fast}"

  @Test(arguments: [
    ("{type: string, default: x}", "String = \"x\""),
    ("{type: integer, default: 3}", "Int = 3"),
    ("{type: number, default: 0.5}", "Double = 0.5"),
    ("{type: number, default: 2}", "Double = 2"),
    ("{type: boolean, default: false}", "Bool = false"),
    ("{$ref: '#/components/schemas/Mode'}", "Mode = .fast"),
    ("{allOf: [{$ref: '#/components/schemas/Mode'}], default: slow}", "Mode = .slow"),
    ("{type: string, enum: [s, m], default: m}", "Options.P = .m"),
    ("{type: array, items: {type: string}, default: []}", "[String] = []"),
    (
      "{type: array, items: {$ref: '#/components/schemas/Mode'}, default: [fast, slow]}",
      "[Mode] = [.fast, .slow]"
    ),
    ("{type: object, default: {}}", "[String: JSONValue] = [:]"),
    ("{type: string, format: date-time, default: '2024-01-01T00:00:00Z'}", "Date"),
    ("{type: string, nullable: true, default: null}", "String|null"),
  ])
  func requiredPropertiesHaveThemAsArguments(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(
      schemas: Self.mode + "\nOptions: {type: object, required: [p], properties: {p: \(schema)}}",
      version: "3.0.3"
    )
    #expect(lowered["Options"] == "struct Options {p: \(expected)}")
    #expect(lowered.codes == [])
  }

  @Test(arguments: [
    ("{type: string, default: x}", "The default is `x`."),
    ("{type: string, default: ''}", "The default is empty."),
    ("{$ref: '#/components/schemas/Mode'}", "The default is `.fast`."),
    (
      "{type: array, items: {$ref: '#/components/schemas/Mode'}, default: [slow]}",
      "The default is `[.slow]`."
    ),
    ("{type: string, format: date, default: '2024-01-01'}", "The default is `2024-01-01`."),
  ])
  func optionalPropertiesOnlyDocumentThem(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(
      schemas: Self.mode + "\nOptions: {type: object, properties: {p: \(schema)}}",
      version: "3.0.3"
    )
    let property = try #require(lowered.object("Options")?.properties.first)
    #expect(property.defaultValue == nil)
    #expect(property.presence == .optional)
    #expect(property.documentation.summary == expected)
  }

  @Test(arguments: [
    "{type: string, enum: [a], default: zzz}", "{type: string, enum: [a, b], default: zzz}",
    "{type: integer, default: many}", "{type: array, items: {type: integer}, default: [x]}",
    "{type: boolean, default: 1}", "{type: integer, format: int32, default: 99999999999}",
  ])
  func oneThatIsNoValueOfItsTypeIsReportedAndLeftOut(_ schema: String) throws {
    let lowered = try Lowered(
      schemas: "Options: {type: object, properties: {p: \(schema)}}",
      version: "3.0.3"
    )
    #expect(lowered.object("Options")?.properties.first?.defaultValue == nil)
    #expect(lowered.allFindings.count == 1)
  }

  @Test func parametersOnlyTellThem() throws {
    let lowered = try Lowered(
      paths: """
        /list:
          get:
            operationId: list
            parameters:
              - {name: per_page, in: query, schema: {type: integer, default: 30}}
            responses: {'204': {description: None.}}
        """
    )
    let parameter = try #require(lowered.operation("list")?.parameters.first)
    #expect(parameter.defaultValue == .integer("30"))
    #expect(!parameter.isRequired)
  }
}
