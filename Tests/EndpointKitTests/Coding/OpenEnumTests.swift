import Testing

@testable import EndpointKit

@Suite struct OpenEnumTests {
  enum Accent: OpenEnum {
    case composed
    case decomposed
    case empty
    case unknown(String)

    static let known = KnownCases<Accent>(.composed, .decomposed, .empty)
    var rawValue: String {
      switch self {
      case .composed: "\u{E9}"
      case .decomposed: "e\u{301}"
      case .empty: ""
      case .unknown(let value): value
      }
    }
  }

  struct Holder: Model {
    var accent: Accent
    var other: Accent?
    var list: [Accent]

    static var coding: ValueCoding {
      fields(
        .init("accent", \.accent),
        .init("other", \.other),
        .init("list", \.list)
      )
    }
  }

  @Test func equivalentTextsAreDifferentCases() throws {
    #expect(try decode(Accent.self, "\"\u{E9}\"").rawValue.utf8.count == 2)
    #expect(try decode(Accent.self, "\"e\u{301}\"").rawValue.utf8.count == 3)
    #expect(Accent.composed != Accent.decomposed)
    #expect(Set([Accent.composed, .decomposed]).count == 2)
    #expect(Accent(rawValue: "e\u{301}") == .decomposed)
  }

  @Test func theEmptyTextIsAValue() throws {
    #expect(try decode(Accent.self, "\"\"") == .empty)
    #expect(try JSONWriter.text(Accent.empty) == "\"\"")
  }

  @Test func escapedTextsAreFound() throws {
    #expect(try decode(Accent.self, #""\u00e9""#) == .composed)
    let holder = try decode(
      Holder.self,
      #"{"accent":"e\u0301","other":"\u00e9","list":["","x"]}"#
    )
    #expect(holder == Holder(accent: .decomposed, other: .composed, list: [.empty, .unknown("x")]))
    #expect(
      holder.hashValue
        == Holder(
          accent: .decomposed,
          other: .composed,
          list: [.empty, .unknown("x")]
        ).hashValue
    )
  }

  @Test func aKnownValueUnderUnknownIsTheKnownOne() {
    #expect(Accent.unknown("") == .empty)
    #expect(Accent.unknown("").hashValue == Accent.empty.hashValue)
  }

  @Test func anotherTypeIsAnError() {
    #expect(throws: JSONDecodingError.self) { try decode(Accent.self, "1") }
    #expect(throws: JSONDecodingError.self) { try decode(Cases.Level.self, "\"1\"") }
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Holder.self, #"{"accent":null,"list":[]}"#)
    }
    #expect(error?.path == [.key("accent")])
  }
}
