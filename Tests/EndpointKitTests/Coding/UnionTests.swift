import Testing

@testable import EndpointKit

@Suite struct UnionTests {
  /// Every JSON type, an inner union among them.
  indirect enum Anything: Union {
    case flag(Bool)
    case date(Date)
    case number(Double)
    case integer(Int)
    case parts([Cases.Part])
    case names([String])
    case scores([String: Int])
    case none(Null)
    case unknown(JSONValue)

    static let variants = Variants<Anything>(
      .init(Anything.flag),
      .init(Anything.date),
      .init(Anything.number),
      .init(Anything.integer),
      .init(Anything.parts),
      .init(Anything.names),
      .init(Anything.scores),
      .init(Anything.none),
      unknown: Anything.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .flag(let value): value
      case .date(let value): value
      case .number(let value): value
      case .integer(let value): value
      case .parts(let value): value
      case .names(let value): value
      case .scores(let value): value
      case .none(let value): value
      case .unknown(let value): value
      }
    }
  }

  /// A union inside a union, each with its own tags.
  indirect enum Outer: Union {
    case part(Cases.Part)
    case plain(Cases.Customer)
    case unknown(JSONValue)

    static let variants = Variants<Outer>(
      discriminator: "type",
      .init(Outer.part),
      .init(Outer.plain, tags: "plain"),
      unknown: Outer.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .part(let value): value
      case .plain(let value): value
      case .unknown(let value): value
      }
    }
  }

  /// Constants tell these apart, though no discriminator is declared.
  indirect enum Undeclared: Union {
    case image(Cases.ImagePart)
    case text(Cases.TextPart)
    case both(Both)
    case unknown(JSONValue)

    struct Both: Model {
      var type: Cases.TextPart.Kind
      var text: String
      var url: String

      static var coding: ValueCoding {
        fields(
          .init("type", \.type),
          .init("text", \.text),
          .init("url", \.url)
        )
      }
    }

    static let variants = Variants<Undeclared>(
      .init(Undeclared.image),
      .init(Undeclared.text),
      .init(Undeclared.both),
      unknown: Undeclared.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .image(let value): value
      case .text(let value): value
      case .both(let value): value
      case .unknown(let value): value
      }
    }
  }

  /// Two cases with one payload type.
  indirect enum Twice: Union {
    case left(String)
    case right(String)
    case any(JSONValue)
    case unknown(JSONValue)

    static let variants = Variants<Twice>(
      .init(Twice.left),
      .init(Twice.right),
      .init(Twice.any),
      unknown: Twice.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .left(let value): value
      case .right(let value): value
      case .any(let value): value
      case .unknown(let value): value
      }
    }
  }

  @Test(arguments: [
    ("true", Anything.flag(true)), ("1.5", .number(1.5)), ("3", .integer(3)),
    (#"["a","b"]"#, .names(["a", "b"])), (#"{"a":1}"#, .scores(["a": 1])), ("null", .none(Null())),
    (#"[{"type":"text","text":"t"}]"#, .parts([.text(.init(type: .text, text: "t"))])),
    (#""text""#, .unknown("text")), (#"{"a":"x"}"#, .unknown(["a": "x"])),
    ("[]", .parts([])),
    // An inner union keeps what it does not know, so that the list still is one.
    ("[1]", .parts([.unknown(1)])),
  ])
  func theJSONTypeDecidesFirst(_ text: String, _ expected: Anything) throws {
    let value = try decode(Anything.self, text)
    #expect(value == expected)
    #expect(try JSONWriter.text(value) == text)
  }

  @Test func textsGoToTheFirstFormTheyFit() throws {
    guard case .date = try decode(Anything.self, #""2024-05-01T10:00:00Z""#) else {
      Issue.record("no date")
      return
    }
  }

  @Test func tagsOfInnerUnionsAreFollowed() throws {
    guard case .part(.image) = try decode(Outer.self, #"{"type":"image_url","url":"u"}"#),
      case .plain = try decode(Outer.self, #"{"type":"plain","name":"n"}"#),
      case .unknown = try decode(Outer.self, #"{"type":"other","name":"n"}"#),
      // Without a tag, by keys.
      case .plain = try decode(Outer.self, #"{"name":"n"}"#),
      case .unknown = try decode(Outer.self, "[]")
    else {
      Issue.record("a wrong variant")
      return
    }
  }

  @Test func constantsTellVariantsApart() throws {
    guard case .text = try decode(Undeclared.self, #"{"type":"text","text":"t"}"#),
      case .both = try decode(Undeclared.self, #"{"type":"text","text":"t","url":"u"}"#),
      case .image = try decode(Undeclared.self, #"{"type":"image_url","text":"t","url":"u"}"#)
    else {
      Issue.record("a wrong variant")
      return
    }
  }

  @Test func casesWithOnePayloadTypeAreNotEqual() throws {
    #expect(Twice.left("a") != .right("a"))
    #expect(Twice.left("a") == .left("a"))
    #expect(Twice.any("a") != .unknown("a"))
    #expect(try decode(Twice.self, #""a""#) == .left("a"))
    #expect(try decode(Twice.self, "1") == .any(1))
  }

  @Test func brokenJSONIsNoUnknownVariant() {
    #expect(throws: JSONDecodingError.self) { try decode(Cases.Who.self, #"{"id":1,}"#) }
    #expect(throws: JSONDecodingError.self) { try decode(Cases.Part.self, #"{"type":"text""#) }
    #expect(throws: JSONDecodingError.self) { try decode(Anything.self, "[") }
  }

  @Test func failedAttemptsGiveTheirDepthBack() throws {
    // Each of many members tries and fails the first variant inside a nested object.
    let member = #"{"id":[[[1]]],"email":"e","plan":"p"}"#
    let text = "[" + Array(repeating: member, count: 600).joined(separator: ",") + "]"
    let all = try decode([Cases.Who].self, text)
    #expect(all.count == 600)
  }

  @Test func optionalUnionsInModels() throws {
    let text = #"[{"id":1,"ref":7},{"id":2},{"id":3,"ref":"x"}]"#
    let guests = try decode([Cases.Guest].self, text)
    #expect(guests.map(\.ref) == [.integer(7), nil, .string("x")])
    #expect(try JSONWriter.text(guests) == text)
  }

  @Test func parametersComeFromThePayload() {
    #expect(ParameterValue(Cases.Reference.integer(7)) == .scalar("7"))
    #expect(
      ParameterValue(Cases.Who.guest(.init(id: 1, ref: .string("a"))))
        == .object([.init("id", .scalar("1")), .init("ref", .scalar("a"))])
    )
  }
}
