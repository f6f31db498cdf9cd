import ClientModel
import Diagnostics
import Lowering
import OpenAPI
import SpecTree

/// Brings settings, which use the document's names, together with a document.
struct SettingsResolver {
  let document: Document
  let settings: ClientSettings

  private let sink = DiagnosticSink()

  init(document: Document, settings: ClientSettings) {
    self.document = document
    self.settings = settings
  }

  /// The settings in the lowering's terms.
  ///
  /// - Throws: Everything in the settings that the document does not have.
  func loweringOptions() throws(DiagnosticError) -> LoweringOptions {
    var options = LoweringOptions()
    options.clientName = settings.name.map { checked($0, isType: true) }
    options.access = settings.access
    options.imports = settings.imports.filter(isModule)
    options.lockedNames = names()
    options.schemaTypes = ownTypes(settings.schemaTypes, known: schemaNames, what: "schema")
    options.formatTypes = ownTypes(settings.formatTypes, known: nil, what: "format")
    options.closesEnums = settings.closesEnums
    options.makesAllMutable = settings.makesAllMutable
    for override in settings.oauth2 { options.scopes[override.name.value] = override.value.scopes }
    options.detectsPagination = settings.detectsPagination
    for setting in settings.pagination {
      guard let operation = operation(setting.name) else { continue }
      options.pagination[operation.operationID ?? Self.key(operation)] = .some(setting.value)
    }
    if !settings.filter.isEmpty {
      let taken = takenOperations()
      options.includes = { taken.contains($0.node) }
      let schemas = takenSchemas()
      options.includesSchema = { schemas.contains($0) }
    }
    try sink.throwIfErrors()
    return options
  }

  // MARK: Filter

  private func takenOperations() -> Set<Node> {
    let filter = settings.filter
    var taken: Set<Node> = []
    let tags = Set(document.operations.flatMap(\.tags)).union(document.tags.map(\.name)).sorted()
    for tag in filter.tags {
      if !tags.contains(tag.value) { reportUnknown("tag", tag, known: tags) }
      taken.formUnion(document.operations.filter { $0.tags.contains(tag.value) }.map(\.node))
    }
    for pattern in filter.paths {
      let fitting = document.operations.filter { Self.fits($0.path, pattern: pattern.value) }
      if fitting.isEmpty { reportUnknown("path", pattern, known: document.paths.map(\.path)) }
      taken.formUnion(fitting.map(\.node))
    }
    taken.formUnion(filter.operations.compactMap { operation($0)?.node })
    return taken
  }

  private func takenSchemas() -> Set<String> {
    for name in settings.filter.schemas where !schemaNames.contains(name.value) {
      reportUnknown("schema", name, known: schemaNames)
    }
    return Set(settings.filter.schemas.map(\.value))
  }

  /// Whether a path fits a pattern in which `*` stands for any characters.
  static func fits(_ path: String, pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return path == pattern }
    guard path.hasPrefix(parts[0]) else { return false }
    var rest = path.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  // MARK: Names

  private var schemaNames: [String] { document.components.schemas.map(\.name) }

  static func key(_ operation: OpenAPI.Operation) -> String {
    "\(operation.method) \(operation.path)"
  }

  private func operation(_ name: Setting<String>) -> OpenAPI.Operation? {
    if let found = find(name.value) { return found }
    reportUnknown(
      "operation",
      name,
      known: document.operations.flatMap {
        [$0.operationID, Self.key($0)].compactMap(\.self)
      }
    )
    return nil
  }

  private func find(_ name: String) -> OpenAPI.Operation? {
    document.operations.first { $0.operationID == name }
      ?? document.operations.first { Self.key($0) == name }
  }

  /// Name overrides, by the lowering's keys.
  private func names() -> [String: String] {
    var names: [String: String] = [:]
    for setting in settings.names {
      let name = setting.name.value
      let value = Setting(setting.value, at: setting.name.node)
      if let schema = document.components.schemas.first(where: { $0.name == name }) {
        names[document[schema.value].pointer] = checked(value, isType: true)
      } else if let operation = find(name) {
        names[Self.key(operation)] = checked(value, isType: false)
      } else if name.hasPrefix("tag "),
        document.operations.contains(where: {
          $0.tags.contains(String(name.dropFirst(4)))
        })
      {
        names[name] = checked(value, isType: true)
      } else if let node = JSONPointer(fragment: name).flatMap(document.node.resolve),
        name.hasPrefix("#/")
      {
        names[node.file.path + node.pointer.fragment] = checked(value, isType: true)
      } else {
        reportUnknown(
          "schema or operation",
          setting.name,
          known: schemaNames + document.operations.compactMap(\.operationID)
        )
      }
    }
    return names
  }

  private func ownTypes(
    _ settings: [ClientSettings.NamedSetting<String>],
    known: [String]?,
    what: String
  ) -> [String: String] {
    var types: [String: String] = [:]
    for setting in settings {
      if let known, !known.contains(setting.name.value) {
        reportUnknown(what, setting.name, known: known)
      }
      if !Identifier.isTypeSpelling(setting.value) {
        sink.report(
          setting.name.diagnostic(
            .error,
            .configurationValue,
            "`\(setting.value)` is not how a Swift type is written"
          )
        )
      }
      types[setting.name.value] = setting.value
    }
    return types
  }

  private func checked(_ name: Setting<String>, isType: Bool) -> String {
    if !Identifier.isValid(name.value) {
      sink.report(
        name.diagnostic(
          .error,
          .configurationValue,
          "`\(name.value)` is no Swift name",
          fix: "a name has letters, digits and `_`, and begins with a letter or `_`"
        )
      )
    } else if isType, Identifier.clashes(name.value) {
      sink.report(
        name.diagnostic(
          .error,
          .configurationValue,
          "`\(name.value)` is a name of the library or of Swift itself",
          fix: "`\(name.value)Client`, say, is free"
        )
      )
    }
    return name.value
  }

  private func isModule(_ name: String) -> Bool {
    if name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({
      Identifier.isValid(String($0))
    }) {
      return true
    }
    sink.report(
      Diagnostic(.error, .configurationValue, "`\(name)` in `imports` is no name of a module")
    )
    return false
  }

  private func reportUnknown(_ what: String, _ name: Setting<String>, known: [String]) {
    sink.report(
      name.diagnostic(
        .error,
        .configurationTarget,
        "no \(what) \"\(name.value)\"",
        fix: Suggestion.nearest(to: name.value, in: known).map { "did you mean \"\($0)\"?" }
      )
    )
  }

  // MARK: Adjustments

  /// Makes the changes that the document's own terms do not cover.
  ///
  /// - Throws: Everything in the settings that the document does not have.
  func adjust(_ model: inout Client) throws(DiagnosticError) {
    removeReplaced(from: &model)
    if let server = settings.server { choose(server, in: &model) }
    for override in settings.oauth2 { apply(override, to: &model) }
    try sink.throwIfErrors()
  }

  /// Takes out the types that the user's own stand for.
  private func removeReplaced(from model: inout Client) {
    let names = Set(settings.schemaTypes.map(\.name.value))
    guard !names.isEmpty else { return }
    let pointers = Set(
      document.components.schemas.filter { names.contains($0.name) }.map {
        document[$0.value].pointer
      }
    )
    model.types.removeAll { pointers.contains($0.origin) }
  }

  private func choose(_ choice: Setting<String>, in model: inout Client) {
    let servers = document.servers
    var position = servers.firstIndex { $0.url == choice.value || $0.name == choice.value }
    if position == nil, let number = Int(choice.value), (1...max(1, servers.count)).contains(number)
    {
      position = number - 1
    }
    position = position ?? model.servers.firstIndex { $0.name == choice.value }
    if let position, model.servers.indices.contains(position) {
      model.servers.insert(model.servers.remove(at: position), at: 0)
    } else if choice.value.hasPrefix("https://") || choice.value.hasPrefix("http://") {
      var name = "configured"
      while model.servers.contains(where: { $0.name == name }) { name += "_" }
      var server = ClientModel.Server(name: name, url: choice.value)
      server.documentation.summary = "The server that the configuration chose."
      model.servers.insert(server, at: 0)
    } else {
      reportUnknown(
        "server",
        choice,
        known: servers.flatMap { [$0.url, $0.name].compactMap(\.self) }
      )
    }
  }

  private func apply(
    _ override: ClientSettings.NamedSetting<ClientSettings.OAuth2Override>,
    to model: inout Client
  ) {
    let name = override.name.value
    guard
      let position = model.securitySchemes.firstIndex(where: { $0.key == name }),
      case .oauth2(var flows) = model.securitySchemes[position].kind
    else {
      return reportUnknown("OAuth2 scheme", override.name, known: model.securitySchemes.map(\.key))
    }
    let value = override.value
    for index in flows.indices {
      flows[index].authorizationURL = value.authorizationURL ?? flows[index].authorizationURL
      flows[index].tokenURL = value.tokenURL ?? flows[index].tokenURL
      flows[index].refreshURL = value.refreshURL ?? flows[index].refreshURL
      flows[index].deviceAuthorizationURL =
        value.deviceAuthorizationURL ?? flows[index].deviceAuthorizationURL
    }
    model.securitySchemes[position].kind = .oauth2(flows)
  }
}
