import EndpointKit
import Testing

struct Owner: Model {
  var login: String
  var siteAdmin: Bool?

  static var coding: ValueCoding {
    fields(.init("login", \.login), .init("site_admin", \.siteAdmin))
  }
}

struct Ticket: Model {
  var id: Int
  var title: String
  @Indirect var owner: Owner?
  @Indirect var author: Owner
  @Nullable var milestone: Owner?
  @IndirectNullable var parent: Ticket?
  var closedBy: Owner?
  var state: State
  var labels: [Owner]
  var ratio: Double?
  var at: Date?
  var extra: [String: JSONValue]

  static var coding: ValueCoding {
    fields(
      .init("id", \.id),
      .init("title", \.title),
      .init("owner", \._owner),
      .init("author", \._author),
      .init("milestone", \._milestone),
      .init("parent", \._parent),
      .init("closed_by", \.closedBy, .nullable),
      .init("state", \.state),
      .init("labels", \.labels),
      .init("ratio", \.ratio),
      .init("at", \.at),
      additional: \.extra
    )
  }

  enum State: OpenEnum {
    case open
    case closed
    case unknown(String)

    static let known = KnownCases<State>(.open, .closed)
    var rawValue: String {
      switch self {
      case .open: "open"
      case .closed: "closed"
      case .unknown(let value): value
      }
    }
  }
}

@Suite struct ModelTests {
  @Test func roundTripsEveryKindOfField() throws {
    let text =
      #"{"id":1,"title":"t","owner":{"login":"a","site_admin":true},"author":{"login":"b"},"#
      + #""milestone":null,"parent":{"id":2,"title":"p","author":{"login":"c"},"closed_by":null,"#
      + #""state":"weird","labels":[]},"closed_by":null,"state":"open","labels":[{"login":"l"}],"#
      + #""ratio":0.5,"at":"2024-05-01T10:00:00Z","x":[1,null]}"#
    let ticket = try JSONReader.decode(Ticket.self, from: text)
    #expect(ticket.owner?.login == "a")
    #expect(ticket.parent?.state == .unknown("weird"))
    #expect(ticket.$milestone == .null)
    #expect(ticket.extra == ["x": [1, nil]])
    #expect(try JSONWriter.text(ticket) == text)
    #expect(try JSONReader.decode(Ticket.self, from: text) == ticket)
    #expect(try JSONReader.decode(Ticket.self, from: text).hashValue == ticket.hashValue)
  }
}
