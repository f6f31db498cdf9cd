import ClientModel
import Mustache
import Templates

/// A file of generated Swift.
public struct EmittedFile: Hashable, Sendable {
  /// The path below the output folder, with `/`.
  public var path: String
  /// The UTF-8 text.
  public var contents: [UInt8]

  public init(path: String, contents: [UInt8]) {
    self.path = path
    self.contents = contents
  }
}

/// Writes a client model as Swift sources.
///
/// A pure function of the model, the header and the templates: the same input gives the same
/// bytes everywhere.
public struct SourceEmitter: Sendable {
  /// The names of the templates that are rendered as files of their own.
  public static let roots = ["client", "session", "models", "operations", "target", "webhooks"]

  private let library: TemplateLibrary

  /// Prepares the templates.
  ///
  /// - Parameter overrides: gives a template of the user's by name, which replaces the built-in
  ///   one; `nil` where the user has none.
  /// - Throws: a `TemplateError` with the place of the first defect.
  public init(
    overrides: @escaping @Sendable (_ name: String) -> TemplateSource? = { _ in nil }
  ) throws(TemplateError) {
    let builtIn = Dictionary(
      BuiltInTemplates.sources.map { ($0.name, $0.text) },
      uniquingKeysWith: { first, _ in first }
    )
    library = try TemplateLibrary(
      Self.roots,
      layers: [overrides, { name in builtIn[name].map { TemplateSource($0) } }],
      options: TemplateOptions(escape: .none, isStrict: true)
    )
  }

  /// Writes all files of a client, one type a file.
  ///
  /// - Parameters:
  ///   - model: the client.
  ///   - header: the lines of the comment at the top of each file, without `//`.
  /// - Returns: the files in a fixed order; no two paths differ in letter case alone.
  /// - Throws: a `TemplateError` where a template asks for what is not there.
  public func files(
    for model: Client,
    header: [String]
  ) throws(TemplateError) -> [EmittedFile] {
    let views = ViewModels(model: model)
    var output = FileCollector()
    let name = model.name
    let frame = Frame(views: views, header: header)

    try render("client", frame.client(), to: "\(name).swift", into: &output)
    try render("session", frame.session(), to: "\(name)+Session.swift", into: &output)
    for group in model.groups {
      let view = views.group(group)
      let value = frame.file(view)
      try render("target", value, to: "Targets/\(group.targetName).swift", into: &output)
      try render("operations", value, to: "Operations/\(name)+\(group.name).swift", into: &output)
    }
    for type in model.types {
      let value = frame.file(
        ["types": [views.type(type, indent: 2)]],
        types: [type]
      )
      try render("models", value, to: "Models/\(type.name.last).swift", into: &output)
    }
    if !model.webhooks.isEmpty {
      try render(
        "webhooks",
        frame.file(views.webhooks()),
        to: "\(name)+Webhooks.swift",
        into: &output
      )
    }
    return output.files
  }

  private func render(
    _ template: String,
    _ value: Value,
    to path: String,
    into output: inout FileCollector
  ) throws(TemplateError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    try library.render(template, value, into: &bytes)
    output.add(path, Self.tidied(bytes))
  }

  /// Drops blanks at line ends, which partials leave on empty lines.
  private static func tidied(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0A {
        while result.last == 0x20 { result.removeLast() }
      }
      result.append(byte)
    }
    return result
  }
}

/// Files with paths that stay distinct where letter case does not count.
private struct FileCollector {
  var files: [EmittedFile] = []
  private var taken: Set<String> = []

  mutating func add(_ path: String, _ contents: [UInt8]) {
    var candidate = path
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = path.dropLast(".swift".count) + "-\(number).swift"
      number += 1
    }
    files.append(EmittedFile(path: candidate, contents: contents))
  }
}

/// What every file's template sees around its own content.
private struct Frame {
  let views: ViewModels
  let header: [String]

  func file(_ content: Value, types: [TypeDeclaration] = []) -> Value {
    guard case .object(let object) = content else { return content }
    var pairs: [(String, Value)] = zip(object.shape.names, object.values).map { ($0, $1) }
    pairs += [
      ("header", .strings(header)),
      ("imports", .strings(views.model.imports)),
      ("client", .string(SwiftName.escaped(views.model.name))),
      ("access", .string(views.access)),
      ("lib", views.library(around: types)),
    ]
    return .object(pairs)
  }

  func client() -> Value {
    let model = views.model
    return file(
      [
        "doc": views.doc(
          model.documentation,
          fallback: "A client of \(model.name).",
          indent: 0
        ),
        "documentVersion": .string(SwiftLiteral.string(model.documentVersion)),
        "groups": .list(
          model.groups.map { group in
            [
              "doc": views.doc(
                group.documentation,
                fallback: "Operations of the group `\(group.name)`.",
                indent: 2
              ),
              "accessor": .string(SwiftName.escaped(group.accessor)),
              "name": .string(views.printer.text(TypeName(group.name), in: [])),
            ]
          }
        ),
      ])
  }

  func session() -> Value { file(views.session()) }
}
