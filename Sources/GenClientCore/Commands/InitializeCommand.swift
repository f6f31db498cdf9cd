import Diagnostics
import OpenAPI
import SpecTree

extension Command {
  static let initialize = Command(
    "init",
    "[SPEC…]",
    .documents,
    0...Int.max,
    "Write a configuration to begin with",
    detail: """
      Looks at the documents, those in the working folder and in Specs where none is given, and \
      writes a `gen-client.yaml` with comments on every key. A file that is there is left alone; \
      `-o -` prints instead.
      """,
    examples: [("gen-client init Specs/github.yaml", "writes gen-client.yaml")],
    flags: [Flag.output, .name, .quiet, .verbose, .format, .color] + Flag.always
  ) { run in
    let path = run.invocation.output ?? Configuration.fileNames[0]
    if path != "-", FileSystem.kind(of: path) != nil {
      throw DiagnosticError(
        Diagnostic(.error, .foreignFile, "\(path) is there already; it is left alone")
      )
    }
    let arguments = run.invocation.arguments
    let specs = arguments.isEmpty ? FoundDocument.search() : arguments
    guard !specs.isEmpty else {
      throw UsageError(
        message: "there is no OpenAPI document here or in Specs",
        help: "gen-client init SPEC"
      )
    }
    var documents: [FoundDocument] = []
    for spec in specs {
      let settings = ClientSettings(spec: Setting(try run.source(spec)))
      let pipeline = run.pipeline
      let loaded = try pipeline.load(settings)
      let model = try pipeline.lower(loaded, settings: settings, lock: .none).model
      documents.append(FoundDocument(path: spec, document: loaded.document, clientName: model.name))
    }
    let text = StarterConfiguration(documents, name: run.invocation.name).text
    if path == "-" {
      run.console.output(text)
    } else {
      try StagedFile(Array(text.utf8), for: path).commit()
      run.note("\(path) written; `gen-client` generates what it says")
    }
    return .success
  }
}

/// A document that a configuration is written for.
struct FoundDocument {
  let path: String
  let document: Document
  let clientName: String

  /// The documents of the usual places.
  static func search() -> [String] {
    ["", "Specs"].flatMap { folder in
      ((try? FileSystem.names(in: folder)) ?? []).map { PathText.join(folder, $0) }
    }.filter { path in
      guard [".yaml", ".yml", ".json"].contains(where: { path.hasSuffix($0) }),
        let bytes = try? FileSystem.contents(of: path),
        let root = try? SpecTree.parse(bytes: bytes, file: path, sink: DiagnosticSink())
      else { return false }
      return root["openapi"] != nil || root["swagger"] != nil
    }
  }
}

/// A configuration that says the least and explains the rest.
struct StarterConfiguration {
  private let documents: [FoundDocument]
  private let name: String?

  init(_ documents: [FoundDocument], name: String?) {
    self.documents = documents
    self.name = name
  }

  /// The file's text.
  var text: String {
    var text = """
      # What gen-client makes, and how. Everything that is commented out has the value it would have
      # anyway, or an example. Command line flags go before this file.

      # The documents.
      specs:

      """
    for document in documents { text += "  - \(Self.quoted(document.path))\n" }
    if let only = documents.first, documents.count == 1 {
      let name = name ?? only.clientName
      text += "\n\(comment("name"))name: \(name)\n"
      text += "\n\(comment("output"))output: Sources/\(name)\n"
    }
    let written = documents.count == 1 ? ["specs", "name", "output"] : ["specs"]
    for key in ConfigurationKey.all where !written.contains(key.name) {
      text += "\n\(comment(key.name))"
      if key.name == "filter" { text += tags }
      text += "# \(key.name): \(key.example)\n"
    }
    return text
  }

  private func comment(_ name: String) -> String {
    guard let key = ConfigurationKey.all.first(where: { $0.name == name }) else { return "" }
    let fallback = key.fallback.isEmpty ? "" : " Without it: \(Help.plain(key.fallback))."
    return Wording.wrap(Help.plain(key.summary) + fallback, width: 96)
      .map { "# \($0)\n" }.joined()
  }

  /// The tags there are, since a filter needs them.
  private var tags: String {
    var counts: [(tag: String, count: Int)] = []
    for tag in documents.flatMap({ $0.document.operations }).flatMap(\.tags) {
      if let position = counts.firstIndex(where: { $0.tag == tag }) {
        counts[position].count += 1
      } else {
        counts.append((tag, 1))
      }
    }
    guard !counts.isEmpty else { return "" }
    let list = counts.map {
      "\($0.tag.split(whereSeparator: \.isNewline).joined(separator: " ")) (\($0.count))"
    }
    return Wording.wrap("Tags: " + list.joined(separator: ", ") + ".", width: 96)
      .map { "# \($0)\n" }.joined()
  }

  /// A path as a YAML scalar.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-".unicodeScalars.contains($0)
    }
    return isPlain && !text.hasPrefix("-")
      ? text
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
  }
}
