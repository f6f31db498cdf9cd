import Foundation
import Testing

@testable import EndpointKit

@Suite struct ClosedEnumTests {
  enum Accent: ClosedEnum {
    case composed
    case decomposed

    var rawValue: String {
      switch self {
      case .composed: "\u{E9}"
      case .decomposed: "e\u{301}"
      }
    }
  }

  enum Mixed: ClosedEnum {
    case text
    case one
    case yes

    var rawValue: JSONValue {
      switch self {
      case .text: "1"
      case .one: 1
      case .yes: .bool(true)
      }
    }
  }

  struct Holder: Model {
    var accent: Accent
    var other: Accent?
    var list: [Mixed]

    static var coding: ValueCoding {
      fields(
        .init("accent", \.accent),
        .init("other", \.other),
        .init("list", \.list)
      )
    }
  }

  struct Other: Model {
    var accent: String

    static var coding: ValueCoding { fields(.init("accent", \.accent)) }
  }

  @Test func listedValuesArriveAndGoBack() throws {
    let text = #"{"accent":"e\#u{301}","other":"\#u{E9}","list":["1",1,true]}"#
    let holder = try decode(Holder.self, text)
    #expect(
      holder == Holder(accent: .decomposed, other: .composed, list: [.text, .one, .yes])
    )
    #expect(try JSONWriter.text(holder) == text)
    #expect(Accent.allCases == [.composed, .decomposed])
    #expect(Accent(rawValue: "\u{E9}") == .composed && Accent(rawValue: "e") == nil)
  }

  @Test func anotherValueIsAnErrorWithItsPlace() throws {
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Holder.self, #"{"accent":"e","list":[]}"#)
    }
    let description = try #require(error?.description)
    #expect(description.hasPrefix("accent: Accent has no such value; it has \u{E9}, e\u{301}"))
    #expect(description.contains(" at byte 10, near `\"e\""), "\(description)")
  }

  @Test func codersReadAndWriteRawValues() throws {
    let holder = Holder(accent: .composed, other: nil, list: [.one])
    let data = try JSONEncoder().encode(holder)
    #expect(try JSONDecoder().decode(Holder.self, from: data) == holder)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Accent].self, from: Data("[\"x\"]".utf8))
    }
  }

  indirect enum Choice: Union {
    case holder(Holder)
    case other(Other)
    case unknown(JSONValue)

    static let variants = Variants<Choice>(
      .init(Choice.holder),
      .init(Choice.other),
      unknown: Choice.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .holder(let payload): payload
      case .other(let payload): payload
      case .unknown(let payload): payload
      }
    }
  }

  @Test func aValueThatIsNotListedSpeaksAgainstAnAlternative() throws {
    guard case .other(let other) = try decode(Choice.self, #"{"accent":"e"}"#) else {
      Issue.record("another alternative was taken")
      return
    }
    #expect(other.accent == "e")
  }
}
