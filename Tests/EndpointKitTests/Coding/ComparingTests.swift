import Testing

@testable import EndpointKit

/// Equality and hashes of models do not need fields that are `Hashable`.
@Suite
struct ComparingTests {
  /// A field type without `Hashable`: its JSON tells values apart.
  struct Temperature: JSONRepresentable {
    var degrees: Int

    init(_ degrees: Int) { self.degrees = degrees }
    init(json: inout JSONReader) throws { degrees = try json.readInteger() }
    func write(json: inout JSONWriter) throws { json.writeInteger(degrees) }
  }

  struct Reading: Model {
    var now: Temperature
    var week: [Temperature]
    var rooms: [String: Temperature]
    var goal: Temperature?
    var series: [[Temperature?]]
    @Nullable var limit: Temperature?
    @Indirect var outside: Temperature?
    @IndirectNullable var record: Temperature?

    static var coding: ValueCoding {
      fields(
        .init("now", \.now),
        .init("week", \.week),
        .init("rooms", \.rooms),
        .init("goal", \.goal),
        .init("series", \.series),
        .init("limit", \._limit),
        .init("outside", \._outside),
        .init("record", \._record)
      )
    }
  }

  static let full = #"""
    {"now":1,"week":[2,3],"rooms":{"hall":4,"attic":5},"goal":6,"series":[[7,null],[]],"limit":8,
    "outside":9,"record":10}
    """#

  /// One change a line, of each field.
  static let changes = [
    ("\"now\":1", "\"now\":2"), ("[2,3]", "[2]"), ("[2,3]", "[3,2]"),
    ("\"attic\":5", "\"attic\":6"),
    ("\"attic\":5", "\"cellar\":5"), ("\"goal\":6,", ""), ("\"goal\":6", "\"goal\":7"),
    ("[7,null]", "[7,7]"), ("[7,null]", "[7]"), ("\"limit\":8", "\"limit\":null"),
    ("\"limit\":8,", ""), ("\"outside\":9,", ""), ("\"outside\":9", "\"outside\":1"),
    (",\"record\":10", ""), ("\"record\":10", "\"record\":null"),
  ]

  @Test
  func equalTextsGiveEqualValues() throws {
    let first = try JSONReader.decode(Reading.self, from: Array(Self.full.utf8))
    let second = try JSONReader.decode(Reading.self, from: Array(Self.full.utf8))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first._rawHashValue(seed: 7) == second._rawHashValue(seed: 7))
    #expect(Set([first, second]).count == 1)
  }

  @Test(arguments: changes)
  func everyFieldCounts(_ old: String, _ new: String) throws {
    let text = Self.full.split(separator: old, omittingEmptySubsequences: false).joined(
      separator: new
    )
    #expect(text != Self.full)
    let first = try JSONReader.decode(Reading.self, from: Array(Self.full.utf8))
    let second = try JSONReader.decode(Reading.self, from: Array(text.utf8))
    #expect(first != second)
    #expect(first.hashValue != second.hashValue)
    #expect(Set([first, second]).count == 2)
  }
}
