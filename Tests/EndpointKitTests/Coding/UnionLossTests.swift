import Testing

@testable import EndpointKit

/// Alternatives that a value fits equally well.
struct UnionLossTests {
  struct Thread: Model, Equatable {
    var name: String?
    var limit: Nullable<Int>
    static var coding: ValueCoding { fields(.init("name", \.name), .init("limit", \.limit)) }
  }

  struct Channel: Model, Equatable {
    var name: Nullable<String>
    var limit: Int?
    static var coding: ValueCoding { fields(.init("name", \.name), .init("limit", \.limit)) }
  }

  struct Spam: Model, Equatable {
    var level: Int?
    static var coding: ValueCoding { fields(.init("level", \.level)) }
  }

  struct Words: Model, Equatable {
    var words: [String]?
    static var coding: ValueCoding { fields(.init("words", \.words)) }
  }

  struct SpamRule: Model, Equatable {
    var trigger: Spam?
    static var coding: ValueCoding { fields(.init("trigger", \.trigger)) }
  }

  struct WordRule: Model, Equatable {
    var trigger: Words?
    static var coding: ValueCoding { fields(.init("trigger", \.trigger)) }
  }

  indirect enum Change: Union, Equatable {
    case thread(Thread)
    case channel(Channel)
    case spam(SpamRule)
    case words(WordRule)
    case unknown(JSONValue)

    static let variants = Variants<Change>(
      .init(Change.thread),
      .init(Change.channel),
      .init(Change.spam),
      .init(Change.words),
      unknown: Change.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .thread(let value): value
      case .channel(let value): value
      case .spam(let value): value
      case .words(let value): value
      case .unknown(let value): value
      }
    }
  }

  @Test(arguments: [
    #"{"name":null,"limit":5}"#, #"{"name":"a","limit":null}"#, #"{"trigger":{"words":["a"]}}"#,
    #"{"trigger":{"level":1}}"#, #"{"name":"a","limit":5}"#,
  ])
  func theOneThatKeepsMostIsTaken(_ text: String) throws {
    let value = try JSONReader.decode(Change.self, from: text)
    #expect(
      try JSONReader.decode(JSONValue.self, from: try value.jsonData())
        == JSONReader.decode(JSONValue.self, from: text)
    )
  }

  @Test func ofEqualsTheFirstIsTaken() throws {
    let value = try JSONReader.decode(Change.self, from: #"{"name":"a","limit":5}"#)
    guard case .thread = value else {
      Issue.record("\(value) is not the first alternative")
      return
    }
  }
}
