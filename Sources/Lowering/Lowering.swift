public import ClientModel
public import Diagnostics
public import OpenAPI

/// What may be chosen about the model beyond the document.
public struct LoweringOptions: Sendable {
  /// The client's type name; `nil` derives it from the document's title.
  public var clientName: String?
  /// The access level of generated declarations.
  public var access: AccessLevel = .public
  /// Modules imported besides EndpointKit.
  public var imports: [String] = []
  /// Swift names fixed earlier, by key (see ``LoweringResult/names``).
  public var lockedNames: [String: String] = [:]
  /// Whether the names of properties, cases and arguments are told too, where they are spelled
  /// otherwise than in the document.
  public var tellsMembers = false
  /// Own types for schemas by component name.
  public var schemaTypes: [String: String] = [:]
  /// Own types for string formats.
  public var formatTypes: [String: String] = [:]
  /// Whether enums have the listed cases alone, and none for other values.
  public var closesEnums = false
  /// Whether models that only arrive can be changed, as those that are sent can.
  public var makesAllMutable = false
  /// Scopes that the document leaves out, by the name of their OAuth2 scheme.
  public var scopes: [String: [String]] = [:]
  /// Whether pages are recognized.
  public var detectsPagination = true
  /// Pagination by operation id, which goes before what is recognized; `nil` means none.
  public var pagination: [String: Pagination?] = [:]
  /// Which operations are taken; `nil` takes all. Schemas that become unreachable are left out.
  public var includes: (@Sendable (OpenAPI.Operation) -> Bool)?
  /// Which schemas, by component name, are taken even where no operation taken needs them; asked
  /// only where `includes` chooses operations.
  public var includesSchema: (@Sendable (_ name: String) -> Bool)?

  /// Whether the result tells the type of every schema.
  public var tracksSchemas = false

  public init() {}
}

/// A model with the names it gave.
public struct LoweringResult: Sendable {
  /// The client.
  public var model: Client
  /// The Swift names chosen, by key: a schema's canonical pointer, alone or with ` write` or
  /// ` multipart` behind it for its type in requests; `METHOD path`; or `tag` and a tag. Members,
  /// where they are asked for: the key of what they are in, then ` .` and the document's name.
  public var names: [String: String]
  /// The types of schemas where they are read, null as an optional; filled where
  /// `LoweringOptions.tracksSchemas` asks for it.
  public var types: [SchemaID: TypeReference] = [:]
  /// The types of schemas where they are sent, as far as these are others.
  public var sentTypes: [SchemaID: TypeReference] = [:]
}

/// Turns a document into a client model.
///
/// A pure function: equal documents and options give equal models. What the model can only
/// approximate is reported as a notice with its position, never dropped in silence.
///
/// - Parameters:
///   - document: the typed document.
///   - options: choices beyond the document.
///   - sink: told of every approximation.
/// - Returns: the model and its names.
public func lower(
  _ document: Document,
  options: LoweringOptions = .init(),
  sink: DiagnosticSink
) -> LoweringResult {
  let schemas = SchemaLowering(document: document, options: options, sink: sink)
  var model = Client(name: schemas.names.client)
  model.access = options.access
  model.imports = options.imports
  model.documentVersion = document.info.version
  model.documentation = Documentation(
    summary: document.info.summary ?? document.info.title,
    discussion: document.info.description,
    url: document.externalDocs?.url
  )

  let operations = OperationLowering(schemas: schemas)
  model.groups = operations.groups()
  model.webhooks = WebhookLowering(schemas: schemas).webhooks()
  schemas.declareComponents()
  ServerLowering(schemas: schemas).fill(&model)
  SecurityLowering(schemas: schemas).fill(&model)
  model.types = schemas.declarations.assembled()
  Sharing.share(&model, components: schemas.names.all)
  Layout.box(&model)
  Usage.mark(&model, makesAllMutable: options.makesAllMutable)
  let names = operations.chosenNames.merging(schemas.chosenNames) { first, _ in first }
    .merging(schemas.members.chosen) { first, _ in first }
  var result = LoweringResult(model: model, names: names)
  if options.tracksSchemas { (result.types, result.sentTypes) = schemas.trackedTypes() }
  return result
}
