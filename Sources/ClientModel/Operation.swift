/// The operations of one tag: one target enum, one group struct.
public struct OperationGroup: Hashable, Sendable {
  /// The group struct, for example `Issues`.
  public var name: String
  /// The client's property, for example `issues`.
  public var accessor: String
  /// The target enum, for example `IssuesTarget`.
  public var targetName: String
  public var documentation: Documentation
  public var operations: [Operation]

  public init(name: String, accessor: String, targetName: String, operations: [Operation] = []) {
    self.name = name
    self.accessor = accessor
    self.targetName = targetName
    self.operations = operations
    documentation = Documentation()
  }
}

/// One operation: a case of the target enum and a function that returns a call.
public struct Operation: Hashable, Sendable {
  /// The Swift name of case and function.
  public var name: String
  /// The document's operation id, else `METHOD path`.
  public var id: String
  /// The method token, for example `GET`.
  public var method: String
  /// The path template as in the document.
  public var path: String
  public var documentation: Documentation
  public var deprecation: Deprecation?
  /// Path parameters in path order first, then the required others, then the optional ones.
  public var parameters: [Parameter]
  public var body: RequestBody?
  /// Documented media types in document order, each once.
  public var accept: [String]
  public var result: OperationResult
  /// Documented success statuses.
  public var successes: [StatusPattern]
  /// Documented errors with a body type.
  public var failures: [Failure]
  public var security: SecurityRequirement
  /// Servers of the path item or the operation, which replace the client's.
  public var servers: [Server]
  public var pagination: Pagination?
  /// Typed response headers: a `.headers` type nested in the client.
  public var headers: TypeName?

  public init(name: String, id: String, method: String, path: String) {
    self.name = name
    self.id = id
    self.method = method
    self.path = path
    documentation = Documentation()
    parameters = []
    accept = []
    result = .void
    successes = []
    failures = []
    security = .none
    servers = []
  }
}

/// An argument that becomes part of path, query, header fields or cookies.
public struct Parameter: Hashable, Sendable {
  /// The argument label.
  public var name: String
  public var wireName: String
  public var location: Location
  public var type: TypeReference
  public var isRequired: Bool
  public var style: Style
  public var explode: Bool
  public var allowReserved: Bool
  /// The media type of a parameter described by `content`.
  public var contentType: String?
  /// The document's default: shown in the documentation; the argument's default is `nil`.
  public var defaultValue: DefaultValue?
  public var documentation: Documentation
  public var deprecation: Deprecation?

  public init(
    name: String,
    wireName: String,
    location: Location,
    type: TypeReference,
    isRequired: Bool,
    style: Style,
    explode: Bool
  ) {
    self.name = name
    self.wireName = wireName
    self.location = location
    self.type = type
    self.isRequired = isRequired
    self.style = style
    self.explode = explode
    allowReserved = false
    documentation = Documentation()
  }

  public enum Location: String, Hashable, Sendable, CaseIterable {
    case path, query, header, cookie
    /// The whole query string (3.2).
    case querystring
  }

  public enum Style: String, Hashable, Sendable, CaseIterable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject, cookie
    /// Tab-separated (Swagger 2.0 `tsv`).
    case tabDelimited
  }
}

/// The content of a request.
public struct RequestBody: Hashable, Sendable {
  /// The argument label, usually `body`.
  public var name: String
  public var isRequired: Bool
  /// One entry a media type, in document order.
  public var contents: [BodyContent]
  /// The `.bodyChoice` type where there are several contents.
  public var choice: TypeName?
  /// The argument that says what a content is of which the document names no more than a range of
  /// media types.
  public var mediaType: MediaTypeArgument?
  public var documentation: Documentation

  public init(name: String, isRequired: Bool, contents: [BodyContent]) {
    self.name = name
    self.isRequired = isRequired
    self.contents = contents
    documentation = Documentation()
  }

  /// The type where no body, null and a value are three things: one JSON content that may be left
  /// out and may be null.
  public var nullable: TypeReference? {
    guard !isRequired, choice == nil, let content = contents.first, content.encoding == .json,
      case .optional(let type) = content.type
    else { return nil }
    return type
  }
}

/// An argument for the media type of a content.
public struct MediaTypeArgument: Hashable, Sendable {
  /// The argument label, usually `contentType`.
  public var name: String
  /// What the document says, for example `image/*`.
  public var range: String
  /// Whether there is no type to be sent where the caller names none.
  public var isRequired: Bool

  public init(name: String, range: String, isRequired: Bool) {
    self.name = name
    self.range = range
    self.isRequired = isRequired
  }
}

/// A request body in one media type.
public struct BodyContent: Hashable, Sendable {
  /// The case name in a body choice, for example `json`.
  public var name: String
  public var mediaType: String
  public var encoding: Encoding
  public var type: TypeReference
  /// How single properties of a form or multipart body are written.
  public var properties: [PropertyEncoding]

  public init(name: String, mediaType: String, encoding: Encoding, type: TypeReference) {
    self.name = name
    self.mediaType = mediaType
    self.encoding = encoding
    self.type = type
    properties = []
  }

  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    case json, form, multipart, text
    /// Bytes, file or stream sent as they are (`HTTPBody`).
    case upload
    /// A sequence of JSON values, one a line.
    case jsonLines
  }

  /// An entry of the document's `encoding` map.
  public struct PropertyEncoding: Hashable, Sendable {
    public var key: String
    public var contentType: String?
    public var style: Parameter.Style?
    public var explode: Bool?
    public var allowReserved: Bool?

    public init(key: String) { self.key = key }
  }
}

/// A request body type with one case a media type.
public struct BodyChoiceType: Hashable, Sendable {
  public var contents: [BodyContent]
  public init(contents: [BodyContent]) { self.contents = contents }
}

/// What a call gives.
public enum OperationResult: Hashable, Sendable {
  /// No content.
  case void
  /// One type, read as told; optional where an empty response is documented too.
  case value(TypeReference, ResponseFormat, isOptional: Bool)
  /// A type for each status.
  case statusUnion(TypeName)
  /// A sequence of values.
  case stream(TypeReference, StreamFormat)
}

/// How a response body is read.
public enum ResponseFormat: String, Hashable, Sendable, CaseIterable {
  case json, text, data
}

/// How a body holds a sequence of values.
public enum StreamFormat: Hashable, Sendable {
  /// Server-sent events whose data is JSON; ends at the sentinel, if any.
  case serverSentEvents(end: String?)
  case jsonLines
  case jsonSequence
  /// Chunks of bytes.
  case data
}

/// A status of the document: `404`, `4XX` or `default`.
public enum StatusPattern: Hashable, Sendable {
  case code(Int)
  /// A class, 1 to 5.
  case range(Int)
  case `default`
}

/// A documented error response.
public struct Failure: Hashable, Sendable {
  public var status: StatusPattern
  public var type: TypeReference
  public var format: ResponseFormat
  public var documentation: Documentation

  public init(status: StatusPattern, type: TypeReference, format: ResponseFormat = .json) {
    self.status = status
    self.type = type
    self.format = format
    documentation = Documentation()
  }
}

/// A response whose type depends on the status.
public struct StatusUnionType: Hashable, Sendable {
  public var cases: [Case]
  /// The case for every other status, usually `undocumented`.
  public var undocumentedName: String

  public init(cases: [Case], undocumentedName: String = "undocumented") {
    self.cases = cases
    self.undocumentedName = undocumentedName
  }

  public struct Case: Hashable, Sendable {
    public var name: String
    public var status: StatusPattern
    /// `nil`: no content.
    public var payload: TypeReference?
    public var format: ResponseFormat
    /// The media type that selects this case, where one status has several.
    public var mediaType: String?
    public var documentation: Documentation

    public init(
      name: String,
      status: StatusPattern,
      payload: TypeReference?,
      format: ResponseFormat = .json
    ) {
      self.name = name
      self.status = status
      self.payload = payload
      self.format = format
      documentation = Documentation()
    }
  }
}

/// Typed response header fields.
public struct HeadersType: Hashable, Sendable {
  public var fields: [Field]
  public init(fields: [Field]) { self.fields = fields }

  public struct Field: Hashable, Sendable {
    public var name: String
    public var wireName: String
    public var type: TypeReference
    public var explode: Bool
    public var documentation: Documentation

    public init(name: String, wireName: String, type: TypeReference, explode: Bool = false) {
      self.name = name
      self.wireName = wireName
      self.type = type
      self.explode = explode
      documentation = Documentation()
    }
  }
}

/// How the pages of an operation follow one another.
public enum Pagination: Hashable, Sendable {
  /// A `Link` header field with `rel="next"`.
  case link
  /// A page number in the query; ends at an empty page.
  case page(parameter: String, first: Int)
  /// An offset and a limit in the query.
  case offset(parameter: String, limit: String?)
  /// A cursor from the body (JSON pointer) put into the query.
  case cursor(parameter: String, pointer: String)
  /// A URL of the next page in the body (JSON pointer).
  case nextURL(pointer: String)
}
