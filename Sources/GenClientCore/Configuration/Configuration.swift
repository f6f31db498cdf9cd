import ClientModel
import Diagnostics
import SpecTree

/// A configuration file, read and checked.
struct Configuration: Sendable {
  /// The names it may have where none is given.
  static let fileNames = ["gen-client.yaml", "gen-client.yml"]

  /// The file's path, as shown.
  let path: String
  /// The folder that paths in it start at; empty for the working folder.
  let folder: String
  /// The clients of `specs`.
  private(set) var clients: [ClientSettings] = []
  /// What holds for a document that `specs` does not list.
  let defaults: ClientSettings
  /// The lock file; `nil` where the configuration wants none.
  let lock: String?
  let isStrict: Bool
  let report: String?

  /// Reads a configuration.
  ///
  /// - Throws: Everything that is wrong with it.
  init(path: String, bytes: [UInt8]) throws(DiagnosticError) {
    let sink = DiagnosticSink()
    let root = try Self.root(bytes, path, sink)
    ConfigurationCheck(sink: sink).check(root)
    try sink.throwIfErrors()
    self.path = path
    folder = PathText.folder(of: path)
    let reader = SettingsReader(folder: folder)
    defaults = reader.settings(root, over: ClientSettings(spec: Setting(.file(""))))
    lock =
      root["lock"].map { node in
        node.bool == nil
          ? reader.path(node) : node.bool == true ? reader.path("gen-client.lock") : nil
      } ?? reader.path("gen-client.lock")
    isStrict = root["strict"]?.bool ?? false
    report = root["report"].map(reader.path)
    guard let specs = root["specs"] else { return }
    for entry in specs.kind == .sequence ? Array(specs.elements) : [specs] {
      var settings = defaults
      if let spec = entry["path"] {
        settings = reader.settings(entry, over: defaults)
        settings.spec = Setting(.file(reader.path(spec)), at: spec)
      } else if entry.kind == .mapping {
        sink.report(
          entry.diagnostic(.error, .configurationClash, "this entry of `specs` has no `path`")
        )
      } else {
        settings.spec = Setting(.file(reader.path(entry)), at: entry)
      }
      clients.append(settings)
    }
    try sink.throwIfErrors()
  }

  /// The file's root; a file of nothing but comments has the defaults.
  private static func root(
    _ bytes: [UInt8],
    _ path: String,
    _ sink: DiagnosticSink
  ) throws(DiagnosticError) -> Node {
    do throws(DiagnosticError) {
      return try parse(bytes: bytes, file: path, sink: sink)
    } catch {
      guard error.diagnostics.contains(where: { $0.code == .emptyDocument }) else { throw error }
      return try parse(bytes: Array("{}".utf8), file: path, sink: sink)
    }
  }

  /// The settings of a document that the command line names.
  func settings(for spec: SpecSource) -> ClientSettings {
    if case .file(let path) = spec {
      let wanted = FileSystem.canonicalPath(path) ?? path
      for client in clients {
        guard case .file(let path) = client.spec.value else { continue }
        if FileSystem.canonicalPath(path) ?? path == wanted { return client }
      }
    }
    var settings = defaults
    settings.spec = Setting(spec)
    return settings
  }
}

/// Reads checked nodes into settings.
struct SettingsReader {
  let folder: String

  /// A path of the file as one that starts at the working folder.
  func path(_ text: String) -> String { PathText.normalized(PathText.join(folder, text)) }

  func path(_ node: Node) -> String { path(node.text) }

  /// Settings with those that a mapping gives put in place.
  func settings(_ node: Node, over base: ClientSettings) -> ClientSettings {
    var settings = base
    if let node = node["output"] { settings.output = path(node) }
    if let node = node["name"] { settings.name = Setting(node.text, at: node) }
    if let level = node["access"].flatMap({ AccessLevel(rawValue: $0.text) }) {
      settings.access = level
    }
    if let layout = node["layout"].flatMap({ Layout(rawValue: $0.text) }) {
      settings.layout = layout
    }
    if let node = node["imports"] { settings.imports = node.elements.map(\.text) }
    if let node = node["header"] { settings.header = lines(node.text) }
    if let node = node["filter"] { settings.filter = filter(node) }
    if let node = node["names"] { settings.names = map(node) { $0.text } }
    if let node = node["types"] {
      settings.schemaTypes = node["schemas"].map { map($0) { $0.text } } ?? []
      settings.formatTypes = node["formats"].map { map($0) { $0.text } } ?? []
    }
    if let node = node["enums"] { settings.closesEnums = node.text == "closed" }
    if let node = node["mutability"] { settings.makesAllMutable = node.text == "all" }
    if let node = node["pagination"] {
      settings.detectsPagination = node["detect"]?.bool ?? true
      settings.pagination = node["operations"].map { map($0, pagination) } ?? []
    }
    if let node = node["oauth2"] { settings.oauth2 = map(node, oauth2) }
    if let node = node["server"] { settings.server = Setting(node.text, at: node) }
    if let node = node["overlays"] {
      settings.overlays = node.elements.map { Setting(path($0), at: $0) }
    }
    if let node = node["templates"] { settings.templates = path(node) }
    if let node = node["emit"] { settings.emit = node.elements.map(\.text) }
    if let node = node["root"] { settings.root = path(node) }
    if let node = node["map"] {
      settings.map = node.entries.map { (prefix: $0.key, folder: path($0.value)) }
    }
    return settings
  }

  private func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private func filter(_ node: Node) -> ClientSettings.Filter {
    func list(_ key: String) -> [Setting<String>] {
      node[key].map { $0.elements.map { Setting($0.text, at: $0) } } ?? []
    }
    return ClientSettings.Filter(
      tags: list("tags"),
      paths: list("paths"),
      operations: list("operations"),
      schemas: list("schemas")
    )
  }

  private func map<Value>(
    _ node: Node,
    _ value: (Node) -> Value
  ) -> [ClientSettings.NamedSetting<Value>] {
    node.entries.map { entry in
      .init(name: Setting(entry.key, at: entry.value), value: value(entry.value))
    }
  }

  private func pagination(_ node: Node) -> Pagination? {
    if node.string == "link" { return .link }
    if let page = node["page"] {
      return .page(parameter: page.text, first: node["first"]?.int ?? 1)
    }
    if let offset = node["offset"] {
      return .offset(parameter: offset.text, limit: node["limit"]?.text)
    }
    if let cursor = node["cursor"] {
      return .cursor(parameter: cursor.text, pointer: node["pointer"]?.text ?? "")
    }
    return node["next"].map { .nextURL(pointer: $0.text) }
  }

  private func oauth2(_ node: Node) -> ClientSettings.OAuth2Override {
    ClientSettings.OAuth2Override(
      authorizationURL: node["authorizationUrl"]?.text,
      tokenURL: node["tokenUrl"]?.text,
      refreshURL: node["refreshUrl"]?.text,
      deviceAuthorizationURL: node["deviceAuthorizationUrl"]?.text,
      scopes: node["scopes"]?.elements.map(\.text) ?? []
    )
  }
}
