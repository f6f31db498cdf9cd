import ClientModel
import Lowering
import Testing

/// Enums and constants.
@Suite struct EnumTests {
  @Test(arguments: [
    ("['+1', '-1']", "plus1 = \"+1\", minus1 = \"-1\""),
    ("['', ' ', '*']", "empty = \"\", space = \" \", asterisk = \"*\""),
    ("[NO, yes, on]", "no = \"NO\", yes, on"),
    ("[a-b, a_b, aB]", "aB2 = \"a-b\", aB3 = \"a_b\", aB"),
    ("['1.0', '10', '1-0']", "value1_0_2 = \"1.0\", value10 = \"10\", value1_0 = \"1-0\""),
    (
      "[self, init, rawValue, known]",
      "selfValue = \"self\", initValue = \"init\", rawValueValue = \"rawValue\", knownValue = \"known\""
    ),
    ("['>=', '<=']", "greaterEqual = \">=\", lessEqual = \"<=\""),
    (
      "['application/json', 'text/plain']",
      "applicationJSON = \"application/json\", textPlain = \"text/plain\""
    ),
    ("[übung, 日本]", "übung, 日本"),
    ("['🎉']", "partyPopper = \"🎉\""),
    ("[a, a]", "a"),
  ])
  func caseNames(_ values: String, _ expected: String) throws {
    let lowered = try Lowered(schemas: "E: {type: string, enum: \(values)}")
    #expect(lowered["E"] == "enum E: String {\(expected)}")
  }

  @Test func theCaseForTheRestGivesWayToAListedValue() throws {
    let lowered = try Lowered(schemas: "E: {type: string, enum: [known, unknown]}")
    #expect(lowered["E"] == "enum E: String {knownValue = \"known\", unknown} else unrecognized")
  }

  @Test(arguments: [
    ("{type: string, enum: [a, unknown]}", "enum E: String {a, unknown} closed"),
    ("{oneOf: [{const: a}, {const: b}]}", "enum E: String {a, b} closed"),
    // Here the document itself allows every text.
    ("{anyOf: [{type: string, enum: [a, b]}, {type: string}]}", "enum E: String {a, b}"),
  ])
  func enumsCanBeClosed(_ schema: String, _ expected: String) throws {
    var options = LoweringOptions()
    options.closesEnums = true
    #expect(try Lowered(schemas: "E: \(schema)", options: options)["E"] == expected)
    let open = try Lowered(schemas: "E: \(schema)")
    #expect(open["E"]?.contains("closed") == false)
  }

  @Test func valuesThatUnicodeCallsEqualAreTwo() throws {
    let lowered = try Lowered(
      schemas: "E: {type: string, enum: [\"\\u00e9\", \"e\\u0301\"]}"
    )
    guard case .enumeration(let enumeration)? = lowered.declaration("E")?.kind else {
      Issue.record("no enum")
      return
    }
    #expect(enumeration.cases.count == 2)
    #expect(enumeration.cases[0].name != enumeration.cases[1].name)
  }

  @Test(arguments: [
    ("{type: integer, enum: [1, -1, 7]}", "enum E: Int {value1 = 1, minus1 = -1, value7 = 7}"),
    ("{enum: [1, 2]}", "enum E: Int {value1 = 1, value2 = 2}"),
    ("{enum: [a, b]}", "enum E: String {a, b}"),
    ("{type: string, enum: [1, 2.5]}", "enum E: String {value1 = \"1\", value2_5 = \"2.5\"}"),
    ("{type: number, enum: [1, 2.5]}", "enum E: JSONValue {value1 = 1, value2_5 = 2.5}"),
    ("{enum: [a, 1, true]}", "enum E: JSONValue {a, value1 = 1, true = true}"),
    ("{const: '2'}", "enum E: String {value2 = \"2\"}"),
    ("{enum: [{a: 1}]}", "alias E = JSONValue"),
    ("{type: string, enum: []}", "alias E = String"),
    ("{enum: [null]}", "alias E = JSONValue"),
  ])
  func rawTypes(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(schemas: "E: \(schema)")
    #expect(lowered["E"] == expected)
  }

  @Test func theDocumentMayNameAndDescribeCases() throws {
    let lowered = try Lowered(
      schemas: """
        E: {type: integer, enum: [0, 1], x-enum-varnames: [off, on], x-enum-descriptions: [Dark., Light.]}
        """
    )
    #expect(lowered["E"] == "enum E: Int {off = 0, on = 1}")
    guard case .enumeration(let enumeration)? = lowered.declaration("E")?.kind else { return }
    #expect(enumeration.cases.map(\.documentation.summary) == ["Dark.", "Light."])
  }

  @Test func aConstantIsFilledIn() throws {
    let lowered = try Lowered(
      schemas: """
        V: {type: object, required: [v, id, n], properties: {v: {const: '2'}, id: {type: [string, integer]}, n: {type: [string, 'null']}}}
        """
    )
    #expect(lowered["V"] == "struct V {v: V.VValue = .value2, id: V.ID, n: String|null}")
  }
}
