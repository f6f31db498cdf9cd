import SpecTree

/// What a request sends.
public struct RequestBody: Sendable, Located {
  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// What it is for, CommonMark.
  public internal(set) var description: String?
  /// Whether a request must have it.
  public internal(set) var isRequired: Bool = false
  /// The ways to write it, in the order of the document; never empty.
  public internal(set) var content: [MediaType] = []
  /// The name of a Swagger 2.0 body parameter.
  public internal(set) var name: String?
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// One way to write a body.
public struct MediaType: Sendable, Located {
  public let node: Node
  /// How it was reached, where a `$ref` led to it (3.2).
  public internal(set) var reference: Reference?
  /// The media type or range.
  public internal(set) var range: MediaRange
  /// What it holds; `nil` for anything.
  public internal(set) var schema: SchemaReference?
  /// What each element of a stream holds (3.2).
  public internal(set) var itemSchema: SchemaReference?
  /// How single properties of a form or multipart body are written.
  public internal(set) var encoding: [Encoding] = []
  /// How parts are written that are told by position (3.2).
  public internal(set) var prefixEncoding: [Encoding] = []
  /// How the parts after those are written (3.2).
  public var itemEncoding: Encoding? { boxedItemEncoding?.value }
  var boxedItemEncoding: Box<Encoding>?
  /// Sample values.
  public internal(set) var examples: [Example] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// How one property of a form or multipart body is written.
public struct Encoding: Sendable, Located {
  public let node: Node
  /// The property; empty for an encoding by position.
  public internal(set) var property: String = ""
  /// The media types it may have, in the order written; empty where the schema decides.
  public internal(set) var contentTypes: [MediaRange] = []
  /// Header fields of its part.
  public internal(set) var headers: [Header] = []
  /// How the value is written in a form; `nil` where the document does not say.
  public internal(set) var style: Parameter.Style?
  /// Whether items and members are written as values of their own; `nil` where the document does
  /// not say.
  public internal(set) var explodes: Bool?
  /// Whether reserved characters stay as they are.
  public internal(set) var allowsReserved: Bool = false
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// What can come back.
public struct Response: Sendable, Located {
  /// The statuses a response stands for.
  public enum Status: Hashable, Sendable, CustomStringConvertible {
    /// One status.
    case code(Int)
    /// A hundred of them: `range(4)` is `4XX`.
    case range(Int)
    /// All that nothing else stands for.
    case `default`

    /// The key in the document: `404`, `4XX`, `default`.
    public var description: String {
      switch self {
      case .code(let code): String(code)
      case .range(let hundred): "\(hundred)XX"
      case .default: "default"
      }
    }
  }

  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The statuses it stands for; `default` for a component.
  public internal(set) var status: Status
  /// One line about it (3.2).
  public internal(set) var summary: String?
  /// What it means, CommonMark; empty where the document does not say.
  public internal(set) var description: String = ""
  /// Typed header fields.
  public internal(set) var headers: [Header] = []
  /// The ways it may be written, in the order of the document; empty where it has no body.
  public internal(set) var content: [MediaType] = []
  /// What can be done next with what it tells.
  public internal(set) var links: [Link] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// What can be done next with what a response tells.
public struct Link: Sendable, Located {
  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The key in the response, or in the components.
  public internal(set) var name: String = ""
  /// The operation by its id.
  public internal(set) var operationID: String?
  /// The operation by a pointer.
  public internal(set) var operationReference: String?
  /// Arguments: name and value or run-time expression.
  public internal(set) var parameters: [(name: String, value: Node)] = []
  /// The body, or a run-time expression for it.
  public internal(set) var requestBody: Node?
  /// What it leads to, CommonMark.
  public internal(set) var description: String?
  /// The server to ask.
  public internal(set) var server: Server?
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}
