import ClientModel
import Diagnostics
import OpenAPI

/// What a run works on: command line over file over default.
struct RunPlan: Sendable {
  /// The configuration file, if one is read.
  let configuration: Configuration?
  /// The clients, in order.
  let clients: [ClientSettings]
  /// The lock file; `nil` where names are not kept.
  let lockPath: String?
  /// Whether warnings count as errors.
  let isStrict: Bool
  /// Where to list what is approximated.
  let reportPath: String?

  /// Makes the plan of a run over the documents of the command line, or of the configuration.
  ///
  /// - Throws: What is wrong with the configuration; a usage error where there is no document.
  init(_ run: Run) throws {
    let invocation = run.invocation
    configuration = try Self.configuration(invocation)
    var clients: [ClientSettings] = []
    for argument in invocation.arguments {
      let source = try run.source(argument)
      clients.append(configuration?.settings(for: source) ?? ClientSettings(spec: Setting(source)))
    }
    if clients.isEmpty { clients = configuration?.clients ?? [] }
    guard !clients.isEmpty else {
      throw UsageError(
        message: configuration.map { "no document is named, and \($0.path) has no `specs`" }
          ?? "no document is named, and there is no gen-client.yaml here",
        help: "gen-client --help` or, to begin, `gen-client init SPEC"
      )
    }
    if clients.count > 1, invocation.name != nil {
      throw UsageError(message: "--name cannot name \(clients.count) clients")
    }
    self.clients = try clients.map { try Self.override($0, invocation) }
    lockPath = invocation.noLock ? nil : invocation.lock ?? configuration?.lock
    isStrict = invocation.strict || configuration?.isStrict == true
    reportPath = invocation.report ?? configuration?.report
  }

  private static func configuration(_ invocation: Invocation) throws(DiagnosticError)
    -> Configuration?
  {
    if invocation.noConfig { return nil }
    guard
      let path = invocation.config ?? Configuration.fileNames.first(where: FileSystem.isFile)
    else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.contents(of: path)
    } catch {
      throw DiagnosticError(
        error.diagnostic(fix: "`gen-client init` writes a configuration to begin with")
      )
    }
    return try Configuration(path: path, bytes: bytes)
  }

  private static func override(
    _ settings: ClientSettings,
    _ invocation: Invocation
  ) throws -> ClientSettings {
    var settings = settings
    if let output = invocation.output { settings.output = PathText.normalized(output) }
    if let name = invocation.name { settings.name = Setting(name) }
    if let level = invocation.access.flatMap(AccessLevel.init) { settings.access = level }
    if let layout = invocation.layout.flatMap(Layout.init) { settings.layout = layout }
    if let templates = invocation.templates { settings.templates = templates }
    if let root = invocation.root { settings.root = root }
    if let server = invocation.server { settings.server = Setting(server) }
    settings.emit += invocation.emit
    settings.overlays += invocation.overlays.map { Setting($0) }
    for pair in invocation.map {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw UsageError(message: "--map takes PREFIX=DIR, not \"\(pair)\"")
      }
      settings.map.append((prefix: String(parts[0]), folder: String(parts[1])))
    }
    let filter = ClientSettings.Filter(
      tags: invocation.tags.map { Setting($0) },
      paths: invocation.paths.map { Setting($0) },
      operations: invocation.operations.map { Setting($0) },
      schemas: invocation.schemas.map { Setting($0) }
    )
    if !filter.isEmpty { settings.filter = filter }
    return settings
  }

  /// Where a client goes that is not told where: beside the configuration, else in the working
  /// folder.
  func defaultFolder(name: String) -> String {
    PathText.join(configuration?.folder ?? "", "Sources/\(name)")
  }

  /// Ends the run where something found is too bad to go on.
  func check(_ run: Run) throws(DiagnosticError) {
    let found = run.sink.diagnostics
    let isBad = found.contains { $0.severity == .error || isStrict && $0.severity == .warning }
    guard isBad else { return }
    let isRaised = !found.contains { $0.severity == .error }
    throw DiagnosticError(
      found.filter { $0.severity != .notice }.map { finding in
        var finding = finding
        if isRaised { finding.severity = .error }
        return finding
      }
    )
  }
}
