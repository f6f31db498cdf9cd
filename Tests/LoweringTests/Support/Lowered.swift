import ClientModel
import Diagnostics
import Lowering
import OpenAPI

/// A small document, lowered.
struct Lowered {
  let model: Client
  let names: [String: String]
  let types: [SchemaID: TypeReference]
  /// What lowering reported.
  let findings: [Diagnostic]
  /// What reading and lowering reported.
  let allFindings: [Diagnostic]

  /// Lowers a whole document.
  init(document text: String, options: LoweringOptions = .init()) throws {
    let sink = DiagnosticSink()
    let document = try Document.load("test.yaml", files: .memory(["test.yaml": text]), sink: sink)
    let loaded = sink.diagnostics.count
    var options = options
    options.tracksSchemas = true
    let result = lower(document, options: options, sink: sink)
    model = result.model
    names = result.names
    types = result.types
    allFindings = sink.diagnostics
    findings = Array(sink.diagnostics.dropFirst(loaded))
  }

  /// Lowers a document of the parts given.
  ///
  /// - Parameters:
  ///   - schemas: the entries of `components: schemas:`, with no indent.
  ///   - paths: the entries of `paths:`, with no indent.
  ///   - version: the version of OpenAPI.
  init(
    schemas: String = "",
    paths: String = "",
    version: String = "3.1.0",
    options: LoweringOptions = .init()
  ) throws {
    try self.init(
      document: """
        openapi: \(version)
        info: {title: Test, version: "1"}
        paths:\(Self.block(paths, indent: 2))
        components:
          schemas:\(Self.block(schemas, indent: 4))
        """,
      options: options
    )
  }

  /// Text as a block below a key, or an empty mapping.
  private static func block(_ text: String, indent: Int) -> String {
    if text.isEmpty { return " {}" }
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\n" + margin + $0 }.joined()
  }

  /// All types as sketches, nested ones behind those they are nested in.
  var sketches: [String] {
    var lines: [String] = []
    func add(_ declaration: TypeDeclaration) {
      lines.append(Sketch.of(declaration))
      declaration.nested.forEach(add)
    }
    model.types.forEach(add)
    return lines
  }

  /// All types as one text.
  var sketch: String { sketches.joined(separator: "\n") }

  /// The sketch of one type.
  subscript(name: String) -> String? {
    declaration(name).map { Sketch.of($0) }
  }

  /// A type by its path, such as `Issue.State`.
  func declaration(_ name: String) -> TypeDeclaration? {
    func find(_ declarations: [TypeDeclaration]) -> TypeDeclaration? {
      for declaration in declarations {
        if declaration.name.description == name { return declaration }
        if let found = find(declaration.nested) { return found }
      }
      return nil
    }
    return find(model.types)
  }

  /// An object by its path.
  func object(_ name: String) -> ObjectType? {
    if case .object(let object)? = declaration(name)?.kind { object } else { nil }
  }

  /// All operations.
  var operations: [ClientModel.Operation] { model.groups.flatMap(\.operations) }

  /// An operation by its Swift name.
  func operation(_ name: String) -> ClientModel.Operation? {
    operations.first { $0.name == name }
  }

  /// The codes of what was found, in order.
  var codes: [String] { findings.map(\.code.rawValue) }
}

extension Lowered {
  /// Options to change.
  static let options = LoweringOptions()
}
