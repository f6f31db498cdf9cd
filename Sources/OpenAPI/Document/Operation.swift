import SpecTree

/// A path, or a webhook, and its operations.
public struct PathItem: Sendable, Located {
  public let node: Node
  /// The path template, the name of the webhook or the expression of the callback.
  public internal(set) var path: String = ""
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// One line about all operations.
  public internal(set) var summary: String?
  /// What they have in common, CommonMark.
  public internal(set) var description: String?
  /// The operations, in the order of the document.
  public internal(set) var operations: [Operation] = []
  /// Parameters of all operations; `Operation.parameters` has them already.
  public internal(set) var parameters: [Parameter] = []
  /// The servers of these operations; empty where the document's apply.
  public internal(set) var servers: [Server] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// One request that can be made.
public struct Operation: Sendable, Located {
  public let node: Node
  /// The HTTP method in capitals, `QUERY` and additional operations of 3.2 included.
  public internal(set) var method: String = ""
  /// The path template, the name of the webhook or the expression of the callback.
  public internal(set) var path: String = ""
  /// The document's name for it, unique in the document; `nil` where it gives none.
  public internal(set) var operationID: String?
  /// The names of its groups, in the order written.
  public internal(set) var tags: [String] = []
  /// One line about it.
  public internal(set) var summary: String?
  /// What it does, CommonMark.
  public internal(set) var description: String?
  /// Documentation elsewhere.
  public internal(set) var externalDocs: ExternalDocumentation?
  /// All its parameters: the path item's, those it overrides replaced in place, then its own.
  ///
  /// Every placeholder of the path has one, and every path parameter a placeholder.
  public internal(set) var parameters: [Parameter] = []
  /// What it sends.
  public internal(set) var requestBody: RequestBody?
  /// What can come back, in the order of the document.
  public internal(set) var responses: [Response] = []
  /// Requests the service makes in turn.
  public internal(set) var callbacks: [Callback] = []
  /// Whether it should no longer be used.
  public internal(set) var isDeprecated: Bool = false
  /// What it needs; `nil` where the document's default applies, empty where it needs nothing.
  public internal(set) var security: [SecurityRequirement]?
  /// Its servers, else its path item's; empty where the document's apply.
  public internal(set) var servers: [Server] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// Requests the service makes in turn, by an expression that tells their URL.
public struct Callback: Sendable, Located {
  public let node: Node
  /// The key in the operation, or in the components.
  public internal(set) var name: String = ""
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The requests; `path` is the run-time expression.
  public internal(set) var pathItems: [PathItem] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}
