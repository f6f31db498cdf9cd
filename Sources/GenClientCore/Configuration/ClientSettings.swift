import ClientModel
import Diagnostics
import SpecTree
import SwiftEmitter

/// A value with the place it was given at: in the configuration, or on the command line.
struct Setting<Value: Sendable>: Sendable {
  var value: Value
  /// The node of the configuration; `nil` for the command line and for defaults.
  var node: Node?

  init(_ value: Value, at node: Node? = nil) {
    self.value = value
    self.node = node
  }

  /// A finding about the value, located at it.
  func diagnostic(
    _ severity: Diagnostic.Severity,
    _ code: Diagnostic.Code,
    _ message: String,
    fix: String? = nil
  ) -> Diagnostic {
    node?.diagnostic(severity, code, message, fix: fix)
      ?? Diagnostic(severity, code, message, fix: fix)
  }
}

/// Where a document comes from.
enum SpecSource: Hashable, Sendable {
  /// A file, by a path that starts at the working folder.
  case file(String)
  /// Standard input, read once.
  case standardInput([UInt8])

  /// What diagnostics call it.
  var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "<stdin>"
    }
  }
}

/// How files are cut.
enum Layout: String, Hashable, Sendable, CaseIterable {
  /// Related types in one file.
  case grouped
  /// One file a type.
  case perType
  /// Files of fixed names.
  case sharded
}

/// Everything that is chosen about one client: command line over file over default.
///
/// Paths start at the working folder.
struct ClientSettings: Sendable {
  var spec: Setting<SpecSource>
  var output: String?
  var name: Setting<String>?
  var access: AccessLevel = .public
  var layout: Layout = .grouped
  var imports: [String] = []
  var header: [String] = []
  var filter = Filter()
  var names: [NamedSetting<String>] = []
  var schemaTypes: [NamedSetting<String>] = []
  var formatTypes: [NamedSetting<String>] = []
  var closesEnums = false
  /// Whether models that only arrive can be changed.
  var makesAllMutable = false
  var detectsPagination = true
  var pagination: [NamedSetting<Pagination?>] = []
  var oauth2: [NamedSetting<OAuth2Override>] = []
  var server: Setting<String>?
  var overlays: [Setting<String>] = []
  var templates: String?
  var emit: [String] = []
  var root: String?
  var map: [(prefix: String, folder: String)] = []

  init(spec: Setting<SpecSource>) { self.spec = spec }

  /// Whether smoke tests are written, too.
  var hasSmokeTests: Bool { emit.contains(SourceEmitter.smokeTests) }
  /// Whether sample responses are written, too.
  var hasSamples: Bool { emit.contains(SourceEmitter.samples) }
  /// The templates of the user's that make further files.
  var extras: [String] { emit.filter { !SourceEmitter.optionalNames.contains($0) } }

  /// A setting by a name of the document.
  struct NamedSetting<Value: Sendable>: Sendable {
    var name: Setting<String>
    var value: Value
  }

  /// Which operations and schemas to take.
  struct Filter: Sendable {
    var tags: [Setting<String>] = []
    var paths: [Setting<String>] = []
    var operations: [Setting<String>] = []
    var schemas: [Setting<String>] = []

    /// Whether everything is taken.
    var isEmpty: Bool {
      tags.isEmpty && paths.isEmpty && operations.isEmpty && schemas.isEmpty
    }
  }

  /// What the configuration says about an OAuth2 scheme.
  struct OAuth2Override: Hashable, Sendable {
    var authorizationURL: String?
    var tokenURL: String?
    var refreshURL: String?
    var deviceAuthorizationURL: String?
    var scopes: [String] = []
  }
}
