import EndpointKit

// Models in the shape the generator writes them, for documents that are easily got wrong.

enum Cases {}

extension Cases {
  struct Customer: Model {
    var name: String

    init(name: String) { self.name = name }

    static var coding: ValueCoding { fields(.init("name", \.name)) }
  }

  struct Order: Model {
    var id: String
    var customer: Customer?
    var note: String?
    var nickname: String?

    init(id: String, customer: Customer?, note: String?, nickname: String? = nil) {
      self.id = id
      self.customer = customer
      self.note = note
      self.nickname = nickname
    }

    static var coding: ValueCoding {
      fields(
        .init("id", \.id),
        .init("customer", \.customer, .nullable),
        .init("note", \.note, .nullable),
        .init("nickname", \.nickname)
      )
    }
  }

  enum ReactionKind: OpenEnum {
    case plus1
    case minus1
    case heart
    case unknown(String)

    static let known = KnownCases<ReactionKind>(.plus1, .minus1, .heart)
    var rawValue: String {
      switch self {
      case .plus1: "+1"
      case .minus1: "-1"
      case .heart: "heart"
      case .unknown(let value): value
      }
    }
  }

  struct Shipment: Model {
    var container: String
    var decoder: String
    var encoder: String
    var values: [String]?
    var key: String?
    var codingKeys: String?
    var additionalProperties: String?
    var additionalValues: [String: Int]

    static var coding: ValueCoding {
      fields(
        .init("container", \.container),
        .init("decoder", \.decoder),
        .init("encoder", \.encoder),
        .init("values", \.values),
        .init("key", \.key),
        .init("codingKeys", \.codingKeys),
        .init("additionalProperties", \.additionalProperties),
        additional: \.additionalValues
      )
    }
  }

  struct Node: Model {
    var name: String
    @Indirect var parent: Node?
    var children: [Node]
    var byName: [String: Node]?

    static var coding: ValueCoding {
      fields(
        .init("name", \.name),
        .init("parent", \._parent),
        .init("children", \.children),
        .init("byName", \.byName)
      )
    }
  }

  struct TextPart: Model {
    var type: Kind
    var text: String

    static var coding: ValueCoding { fields(.init("type", \.type), .init("text", \.text)) }

    enum Kind: OpenEnum {
      case text
      case unknown(String)

      static let known = KnownCases<Kind>(.text)
      var rawValue: String {
        switch self {
        case .text: "text"
        case .unknown(let value): value
        }
      }
    }
  }

  struct ImagePart: Model {
    var type: Kind
    var url: String

    static var coding: ValueCoding { fields(.init("type", \.type), .init("url", \.url)) }

    enum Kind: OpenEnum {
      case imageURL
      case imageFile
      case unknown(String)

      static let known = KnownCases<Kind>(.imageURL, .imageFile)
      var rawValue: String {
        switch self {
        case .imageURL: "image_url"
        case .imageFile: "image_file"
        case .unknown(let value): value
        }
      }
    }
  }

  indirect enum Part: Union {
    case text(TextPart)
    case image(ImagePart)
    case unknown(JSONValue)

    static let variants = Variants<Part>(
      discriminator: "type",
      .init(Part.text, tags: "text", "TextPart"),
      .init(Part.image, tags: "image_url", "image_file", "ImagePart"),
      unknown: Part.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .text(let value): value
      case .image(let value): value
      case .unknown(let value): value
      }
    }
  }

  indirect enum Reference: Union {
    case integer(Int)
    case string(String)
    case unknown(JSONValue)

    static let variants = Variants<Reference>(
      .init(Reference.integer),
      .init(Reference.string),
      unknown: Reference.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .integer(let value): value
      case .string(let value): value
      case .unknown(let value): value
      }
    }
  }

  struct Guest: Model {
    var id: Int
    var ref: Reference?

    static var coding: ValueCoding { fields(.init("id", \.id), .init("ref", \.ref)) }
  }

  struct Member: Model {
    var id: Int
    var email: String
    var plan: String

    static var coding: ValueCoding {
      fields(
        .init("id", \.id),
        .init("email", \.email),
        .init("plan", \.plan)
      )
    }
  }

  indirect enum Who: Union {
    case guest(Guest)
    case member(Member)
    case unknown(JSONValue)

    static let variants = Variants<Who>(
      .init(Who.guest),
      .init(Who.member),
      unknown: Who.unknown
    )
    var payload: any JSONCodable {
      switch self {
      case .guest(let value): value
      case .member(let value): value
      case .unknown(let value): value
      }
    }
  }

  enum Level: OpenEnum {
    case one
    case two
    case three
    case unknown(Int)

    static let known = KnownCases<Level>(.one, .two, .three)
    var rawValue: Int {
      switch self {
      case .one: 1
      case .two: 2
      case .three: 3
      case .unknown(let value): value
      }
    }
  }

  struct Item: Model {
    var state: Ticket.State
    var level: Level

    static var coding: ValueCoding { fields(.init("state", \.state), .init("level", \.level)) }
  }

  struct Admin: Model {
    var id: Int
    var name: String
    var note: String?
    var level: Int

    static var coding: ValueCoding {
      fields(
        .init("id", \.id),
        .init("name", \.name),
        .init("note", \.note),
        .init("level", \.level)
      )
    }
  }

  struct Job: Model {
    var status: Status
    var amount: Double?

    init(status: Status = .done, amount: Double? = nil) {
      self.status = status
      self.amount = amount
    }

    static var coding: ValueCoding { fields(.init("status", \.status), .init("amount", \.amount)) }

    enum Status: OpenEnum {
      case new
      case done
      case unknown(String)

      static let known = KnownCases<Status>(.new, .done)
      var rawValue: String {
        switch self {
        case .new: "new"
        case .done: "done"
        case .unknown(let value): value
        }
      }
    }
  }

  struct Event: Model {
    var at: Date
    var endedAt: Date?

    static var coding: ValueCoding { fields(.init("at", \.at), .init("endedAt", \.endedAt)) }
  }

  struct Big: Model {
    var a: Int?
    var b: UInt64?
    var c: Int?

    static var coding: ValueCoding { fields(.init("a", \.a), .init("b", \.b), .init("c", \.c)) }
  }

  struct Scores: Model {
    var name: String
    var extras: [String: Int]

    static var coding: ValueCoding { fields(.init("name", \.name), additional: \.extras) }
  }

  struct AnyHolder: Model {
    var meta: [String: JSONValue]?
    var any: JSONValue?
    var list: [JSONValue]?

    static var coding: ValueCoding {
      fields(
        .init("meta", \.meta),
        .init("any", \.any),
        .init("list", \.list)
      )
    }
  }

  enum Mixed: OpenEnum {
    case a
    case two
    case yes
    case unknown(JSONValue)

    static let known = KnownCases<Mixed>(.a, .two, .yes)
    var rawValue: JSONValue {
      switch self {
      case .a: "a"
      case .two: 2
      case .yes: true
      case .unknown(let value): value
      }
    }
  }

  struct Versioned: Model {
    var v: Version
    var id: Reference
    var name: String?
    var big: Big?

    init(v: Version = .two, id: Reference, name: String? = nil, big: Big? = nil) {
      self.v = v
      self.id = id
      self.name = name
      self.big = big
    }

    static var coding: ValueCoding {
      fields(
        .init("v", \.v),
        .init("id", \.id),
        .init("name", \.name, .nullable),
        .init("big", \.big)
      )
    }

    enum Version: OpenEnum {
      case two
      case unknown(String)

      static let known = KnownCases<Version>(.two)
      var rawValue: String {
        switch self {
        case .two: "2"
        case .unknown(let value): value
        }
      }
    }
  }
}
