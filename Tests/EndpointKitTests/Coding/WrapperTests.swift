import Foundation
import Testing

@testable import EndpointKit

@Suite struct WrapperTests {
  struct Patch: Model {
    @Nullable var milestone: Int?
    @IndirectNullable var body: String?

    init(milestone: Nullable<Int> = .absent, body: Nullable<String> = .absent) {
      _milestone = milestone
      _body = IndirectNullable(body)
    }

    static var coding: ValueCoding {
      fields(
        .init("milestone", \._milestone),
        .init("body", \._body)
      )
    }
  }

  @Test func absenceNullAndValueAreThreeThings() throws {
    #expect(try JSONWriter.text(Patch()) == "{}")
    #expect(
      try JSONWriter.text(Patch(milestone: nil, body: nil)) == #"{"milestone":null,"body":null}"#
    )
    #expect(
      try JSONWriter.text(Patch(milestone: .value(1), body: .value("b")))
        == #"{"milestone":1,"body":"b"}"#
    )
    for text in ["{}", #"{"milestone":null}"#, #"{"milestone":1,"body":"b"}"#, #"{"body":null}"#] {
      #expect(try roundTrip(Patch.self, text) == text)
    }
    #expect(Patch() != Patch(milestone: nil))
    #expect(Patch(body: nil) != Patch())
  }

  @Test func assigningNilClears() throws {
    var patch = Patch(milestone: .value(1))
    patch.milestone = nil
    patch.body = "b"
    #expect(try JSONWriter.text(patch) == #"{"milestone":null,"body":"b"}"#)
    patch.$milestone = .absent
    patch.$body = .absent
    #expect(try JSONWriter.text(patch) == "{}")
    #expect(patch.milestone == nil && patch.body == nil)
  }

  struct Counters: Model {
    @Quoted var total: Int
    @Quoted var limit: UInt64?
    @UnixTime var created: Date
    @UnixTime var ended: Date?
    var list: [Quoted<Int>]?

    static var coding: ValueCoding {
      fields(
        .init("total", \._total),
        .init("limit", \._limit),
        .init("created", \._created),
        .init("ended", \._ended),
        .init("list", \.list)
      )
    }
  }

  @Test func quotedNumbersAndUnixTimes() throws {
    let text =
      #"{"total":"9007199254740993","limit":"18446744073709551615","created":1714557600,"#
      + #""ended":1714557600.5,"list":["1","-2"]}"#
    let counters = try decode(Counters.self, text)
    #expect(counters.total == 9_007_199_254_740_993)
    #expect(counters.limit == .max)
    #expect(counters.created.rfc3339 == "2024-05-01T10:00:00Z")
    #expect(counters.ended?.rfc3339 == "2024-05-01T10:00:00.500Z")
    #expect(try JSONWriter.text(counters) == text)
    let bare = try decode(Counters.self, #"{"total":5,"limit":null,"created":"1714557600"}"#)
    #expect(bare.total == 5 && bare.limit == nil && bare.ended == nil)
    #expect(try JSONWriter.text(bare) == #"{"total":"5","created":1714557600}"#)
    #expect(throws: JSONDecodingError.self) {
      try decode(Counters.self, #"{"total":"x","created":0}"#)
    }
    #expect(throws: JSONDecodingError.self) {
      try decode(Counters.self, #"{"total":null,"created":0}"#)
    }
  }

  @Test func indirectValuesAreCopiedWhenTheyChange() throws {
    let first = try decode(Ticket.self, CodableTests.ticket)
    var second = first
    second.owner?.login = "changed"
    second.author.login = "changed too"
    #expect(first.owner?.login == "a")
    #expect(first.author.login == "b")
    #expect(second.owner?.login == "changed")
    second.owner = nil
    #expect(second.owner == nil)
    #expect(try !JSONWriter.text(second).contains(#""owner""#))
    second.owner = first.owner
    #expect(second.owner == first.owner)
  }

  static let scalars: [(any JSONCodable, String)] = [
    (true, "true"), (9_007_199_254_740_993 as Int, "9007199254740993"), (0.1 as Double, "0.1"),
    (5.0 as Double, "5"), (1e20 as Double, "100000000000000000000"), ("a b", "a b"),
    (Data([0xFB, 0xFF]), "+/8="), (Cases.Level.two, "2"), (Cases.Mixed.yes, "true"),
    (
      UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    ), (Quoted<Int>(7), "7"), (DateOnly("2024-05-01"), "2024-05-01"),
    (UnixTime<Date>(Date(timeIntervalSince1970: 5)), "5"),
  ]

  @Test func scalarsAsParameters() {
    for (value, expected) in Self.scalars { #expect(ParameterValue(value) == .scalar(expected)) }
  }

  @Test func partsAsParameters() throws {
    #expect(ParameterValue(nil as Int?) == .absent)
    #expect(Nullable<Int>.null.parameterValue == .null)
    #expect([1, 2].parameterValue == .array([.scalar("1"), .scalar("2")]))
    let order = Cases.Order(id: "o", customer: .init(name: "n"), note: nil)
    #expect(
      ParameterValue(order)
        == .object([
          .init("id", .scalar("o")), .init("customer", .object([.init("name", .scalar("n"))])),
          .init("note", .null),
        ])
    )
    #expect(
      ["b": 1, "a": 2].parameterValue
        == .object([.init("a", .scalar("2")), .init("b", .scalar("1"))])
    )
  }
}
