extension ViewKind {
  /// What every template sees.
  static let fileKeys: [Key] = [
    .lines("header", "The comment at the top of the file, without its `//`."),
    .lines("imports", "Modules to import besides EndpointKit."),
    .text("client", "The client's name, of which everything else is an extension."),
    .text("access", "The access modifier with a blank behind it, or nothing."),
    .object("lib", "lib", "Names of the runtime."),
  ]

  static let client = ViewKind(
    "client",
    "The client: its struct, and all that there is.",
    fileKeys + [
      .lines("doc", "The doc comment."),
      .text("documentVersion", "The document's own version, as a literal."),
      .text("summary", "The first paragraph of the document's description, on one line."),
      .list("groups", "group", "The operations by tag."),
      .list("types", "type", "All types; only where a template asks."),
    ]
  )

  static let groupFile = ViewKind("groupFile", "A file about one group.", fileKeys + group.keys)

  static let typeFile = ViewKind(
    "typeFile",
    "A file about types.",
    fileKeys + [.list("types", "type", "The types.")]
  )

  static let session = ViewKind(
    "session",
    "The session factory, with servers, OAuth2 flows and scopes.",
    fileKeys + [
      .list("schemes", "scheme", "The security schemes that take a credential."),
      .flag("hasSchemes", "Whether there are any."),
      .flag("hasOAuth2", "Whether one of them is OAuth2 or OpenID Connect."),
      .list("servers", "server", "The servers, the first is the default."),
      .flag("hasServers", "Whether there are any."),
      .text("defaultServer", "The expression that gives the default server."),
      .list("flows", "constant", "The OAuth2 flows."),
      .flag("hasFlows", "Whether there are any."),
      .list("scopes", "constant", "The scopes."),
      .flag("hasScopes", "Whether there are any."),
    ]
  )

  static let scheme = ViewKind(
    "scheme",
    "A security scheme that takes a credential.",
    [
      .text("name", "The argument's name, in backticks where need be."),
      .text("type", "The credential's type."),
      .lines("doc", "The entry of the parameter in a doc comment."),
      .lines("signer", "The statement that puts it into `signers`."),
    ]
  )

  static let server = ViewKind(
    "server",
    "A server of the document.",
    [
      .lines("doc", "The doc comment."),
      .text("name", "The Swift name, in backticks where need be."),
      .lines("code", "The constant; of one with variables, the function up to its opening brace."),
      .lines("value", "Of one with variables: the function's body."),
      .flag("hasValue", "Whether it has variables."),
      .flag("isFirst", "Whether it is the first."),
    ]
  )

  static let constant = ViewKind(
    "constant",
    "A constant.",
    [
      .lines("doc", "The doc comment."),
      .text("name", "The Swift name, in backticks where need be."),
      .lines("code", "The declaration."),
      .text("summary", "What the document says about it, on one line."),
      .flag("isFirst", "Whether it is the first."),
    ]
  )

  static let webhooks = ViewKind(
    "webhooks",
    "What the service sends by itself.",
    fileKeys + [.list("webhooks", "webhook", "The events.")]
  )

  static let webhook = ViewKind(
    "webhook",
    "An event that the service sends.",
    [
      .lines("doc", "The doc comment."),
      .lines("code", "The declaration of its case."),
      .lines("read", "The case of the switch over event names."),
      .text("name", "The Swift name, in backticks where need be."),
      .text("key", "The event's name in the document, as a literal."),
      .text("payload", "The payload's type."),
    ]
  )

  static let samples = ViewKind(
    "samples",
    "The responses that the document shows, for stubs.",
    fileKeys + [
      .text("open", "What begins the literal that holds them."),
      .lines("json", "The responses as JSON."),
      .text("close", "What ends the literal."),
      .lines("targets", "The names of the target enums."),
    ]
  )

  /// Names of the runtime that templates write; the module stands before one that is hidden.
  static let library = ViewKind(
    "lib",
    "Names of the runtime, with their module where a type of the file hides them.",
    [
      "Data", "Endpoint", "EventMonitor", "HTTPFields", "Int", "JSONCodable", "JSONValue",
      "KnownCases", "Model", "OAuth2Flow", "OpenEnum", "RequestInterceptor", "RequestSigner",
      "ResponseHeaders", "SampleResponses", "SampledTarget", "Sendable", "Server", "Session",
      "StatusUnion", "StatusVariants", "String", "Target", "TokenStore", "Transport", "Union",
      "ValueCoding", "Variants",
    ].map { .text($0, "`\($0)`") }
  )

  /// All kinds, in the order of the reference.
  static let all: [ViewKind] = [
    client, groupFile, typeFile, session, webhooks, group, operation, parameter, type, object,
    property, additional, initializer, enumeration, enumCase, union, payloadCase, alias,
    statusUnion, bodyChoice, headers, scheme, server, constant, webhook, samples, smokeTests,
    smokeFile, smokeGroup, smokeOperation, library,
  ]
}
