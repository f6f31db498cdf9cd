/// A whole client as plain values: everything the emitter needs, in the order it is written.
///
/// Lowering makes it from a document; the emitter lays it out. All names in it are final Swift
/// names without backticks (the emitter adds them where a word is reserved), all lists are in
/// output order, and equal models give byte-identical sources.
public struct Client: Hashable, Sendable {
  /// The client's type, for example `GitHub`; every other type is nested in it.
  public var name: String
  /// What the document says about the service.
  public var documentation: Documentation
  /// The document's own version (`info.version`), as written.
  public var documentVersion: String
  /// The access level of every generated declaration.
  public var access: AccessLevel
  /// Modules imported besides EndpointKit.
  public var imports: [String]
  /// The document's servers, the first is the default.
  public var servers: [Server]
  /// Security schemes the session factory knows.
  public var securitySchemes: [SecurityScheme]
  /// Operations by tag.
  public var groups: [OperationGroup]
  /// Types nested directly in the client's namespace.
  public var types: [TypeDeclaration]
  /// Payloads that the service sends by itself.
  public var webhooks: [Webhook]
  /// Library types hidden by generated ones, which the emitter writes with their module,
  /// for example `Data`, `String`.
  public var shadowedNames: [String]

  public init(name: String) {
    self.name = name
    documentation = Documentation()
    documentVersion = ""
    access = .public
    imports = []
    servers = []
    securitySchemes = []
    groups = []
    types = []
    webhooks = []
    shadowedNames = []
  }
}

/// The access level of generated declarations.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  case `public`
  case package
  case `internal`
}

/// Text of the document that becomes a doc comment; raw, the emitter escapes and wraps it.
public struct Documentation: Hashable, Sendable {
  /// One sentence.
  public var summary: String?
  /// The rest, CommonMark.
  public var discussion: String?
  /// Where the service documents it.
  public var url: String?

  public init(summary: String? = nil, discussion: String? = nil, url: String? = nil) {
    self.summary = summary
    self.discussion = discussion
    self.url = url
  }

  public var isEmpty: Bool { summary == nil && discussion == nil && url == nil }
}

/// Marks a declaration that the document calls deprecated.
public struct Deprecation: Hashable, Sendable {
  /// A short reason, where the document gives one.
  public var message: String?

  public init(message: String? = nil) { self.message = message }
}

/// A server of the document.
public struct Server: Hashable, Sendable {
  /// The name of the static member or function, for example `production`.
  public var name: String
  /// The URL with `{variable}` placeholders; may be relative.
  public var url: String
  public var documentation: Documentation
  public var variables: [Variable]

  public init(name: String, url: String) {
    self.name = name
    self.url = url
    documentation = Documentation()
    variables = []
  }

  /// A placeholder in a server's URL.
  public struct Variable: Hashable, Sendable {
    /// The argument label.
    public var name: String
    /// The name between the braces.
    public var wireName: String
    public var defaultValue: String
    /// The type of an enumerated variable, nested in the client; `nil` for free text.
    public var enumeration: TypeName?
    /// The case of `enumeration` that the default is.
    public var defaultCase: String?
    public var documentation: Documentation

    public init(name: String, wireName: String, defaultValue: String) {
      self.name = name
      self.wireName = wireName
      self.defaultValue = defaultValue
      documentation = Documentation()
    }
  }
}

/// A payload that the service sends by itself (webhook or callback).
public struct Webhook: Hashable, Sendable {
  /// The Swift case name.
  public var name: String
  /// The key in the document.
  public var key: String
  /// The body; `nil` where there is none.
  public var payload: TypeReference?
  public var documentation: Documentation

  public init(name: String, key: String, payload: TypeReference?) {
    self.name = name
    self.key = key
    self.payload = payload
    documentation = Documentation()
  }
}
