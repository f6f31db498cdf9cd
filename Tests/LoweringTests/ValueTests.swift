import Testing

/// Scalars, lists, maps and free-form values.
@Suite struct ValueTests {
  @Test(arguments: [
    ("{type: string}", "String"),
    ("{type: string, format: uri}", "String"),
    ("{type: string, format: own-format}", "String"),
    ("{type: string, format: date-time}", "Date"),
    ("{type: string, format: date}", "DateOnly"),
    ("{type: string, format: time}", "TimeOfDay"),
    ("{type: string, format: duration}", "ISODuration"),
    ("{type: string, format: uuid}", "UUID"),
    ("{type: string, format: byte}", "Data"),
    ("{type: string, contentEncoding: base64}", "Data"),
    // Its alphabet is another.
    ("{type: string, contentEncoding: base64url}", "String"),
    ("{type: string, format: int64}", "IntString"),
    ("{type: string, format: uint64}", "String"),
    ("{type: string, format: decimal}", "DecimalString"),
    ("{type: integer}", "Int"),
    ("{type: integer, format: int32}", "Int32"),
    ("{type: integer, format: int64}", "Int"),
    ("{type: integer, format: uint64}", "UInt64"),
    ("{type: integer, minimum: 0, maximum: 18446744073709551615}", "UInt64"),
    ("{type: integer, maximum: 9.223372036854776e18}", "Int"),
    ("{type: integer, format: unix-time}", "UnixTime"),
    ("{type: number}", "Double"),
    ("{type: number, format: float}", "Float"),
    ("{type: number, format: decimal}", "Decimal"),
    ("{type: boolean}", "Bool"),
    ("{type: boolean, enum: [true]}", "Bool = true"),
    ("{format: int32}", "Int32"),
    ("{format: date-time}", "Date"),
    ("{format: own-format}", "JSONValue"),
    ("{type: array, items: {type: integer}}", "[Int]"),
    ("{items: {type: string}}", "[String]"),
    ("{type: array}", "[JSONValue]"),
    ("{type: array, prefixItems: [{type: number}], items: {type: number}}", "[Double]"),
    ("{type: object}", "[String: JSONValue]"),
    ("{type: object, additionalProperties: true}", "[String: JSONValue]"),
    (
      "{type: object, additionalProperties: {type: array, items: {type: string}}}",
      "[String: [String]]"
    ),
    ("{additionalProperties: {type: integer}}", "[String: Int]"),
    (
      "{type: object, patternProperties: {'^x-': {type: string}}, additionalProperties: false}",
      "[String: String]"
    ),
    ("{type: object, required: [a]}", "[String: JSONValue]"),
    ("{}", "JSONValue"),
    ("true", "JSONValue"),
    ("false", "JSONValue"),
    ("{description: Anything.}", "JSONValue"),
    ("{not: {type: string}}", "JSONValue"),
    ("{additionalProperties: false}", "JSONValue"),
  ])
  func scalarsAndContainers(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(
      schemas: "Holder: {type: object, required: [p], properties: {p: \(schema)}}"
    )
    #expect(lowered["Holder"] == "struct Holder {p: \(expected)}")
  }

  @Test func tuplesOfDifferentTypesAreListsOfAnyValueWithANotice() throws {
    let lowered = try Lowered(
      schemas: "Pair: {type: array, prefixItems: [{type: string}, {type: integer}], items: false}"
    )
    #expect(lowered["Pair"] == "alias Pair = [JSONValue]")
    #expect(lowered.codes == ["tuple"])
  }

  @Test(arguments: [
    ("{type: integer}", "additionalProperties: Int"),
    ("true", "additionalProperties: JSONValue"),
    (
      "{type: object, properties: {a: {type: string}}}",
      "additionalProperties: Open.AdditionalProperty"
    ),
  ])
  func propertiesAndFurtherKeys(_ additional: String, _ expected: String) throws {
    let lowered = try Lowered(
      schemas: """
        Open: {type: object, properties: {name: {type: string}}, additionalProperties: \(additional)}
        """
    )
    #expect(lowered["Open"] == "struct Open {name: String?} + \(expected)")
  }

  @Test func aPropertyOfThatNameDoesNotClashWithFurtherKeys() throws {
    let lowered = try Lowered(
      schemas: """
        Open: {type: object, properties: {additionalProperties: {type: string}}, additionalProperties: true}
        """
    )
    #expect(
      lowered["Open"]
        == "struct Open {additionalProperties: String?} + additionalProperties2: JSONValue"
    )
  }

  @Test func anObjectThatAllowsNothingIsAnEmptyStruct() throws {
    let lowered = try Lowered(schemas: "Empty: {type: object, additionalProperties: false}")
    #expect(lowered["Empty"] == "struct Empty {}")
  }

  @Test func ownTypesReplaceSchemasAndFormats() throws {
    var options = Lowered.options
    options.schemaTypes = ["Money": "Money.Amount"]
    options.formatTypes = ["uri": "WebAddress"]
    let lowered = try Lowered(
      schemas: """
        Money: {type: object, properties: {cents: {type: integer}}}
        Bill: {type: object, properties: {sum: {$ref: '#/components/schemas/Money'}, at: {type: string, format: uri}}}
        """,
      options: options
    )
    #expect(lowered["Bill"] == "struct Bill {sum: Money.Amount?, at: WebAddress?}")
  }
}
