/// What a run left in an output folder: from what it was made, and which files are the tool's own.
///
/// The file is a list of lines that merge well. It names no absolute path and no time, so equal
/// inputs give equal manifests wherever they lie. A manifest that a merge has left in conflict still
/// reads: a file may then have several hashes, and each counts.
struct Manifest: Hashable, Sendable {
  /// The file's name in the output folder; hidden, so that package managers pass it over.
  static let fileName = ".gen-client-manifest"

  /// Something the output depends on.
  struct Input: Hashable, Sendable {
    /// The path relative to the folder of the root document, or a name such as `template:client`.
    var name: String
    /// SHA-256, in hexadecimal.
    var hash: String
  }

  /// A generated file.
  struct File: Hashable, Sendable {
    /// The path in the output folder.
    var path: String
    /// What the tool wrote, as a `QuickHash`.
    var hash: String
  }

  /// The tool's version.
  var tool: String
  /// Hash of the settings that shape the output.
  var settings: String
  /// The documents, overlays and templates, in the order of their use.
  var inputs: [Input]
  /// The files, sorted by path.
  var files: [File]

  init(tool: String, settings: String, inputs: [Input], files: [File]) {
    self.tool = tool
    self.settings = settings
    self.inputs = inputs
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The manifest as text.
  var text: String {
    var lines = [
      "# Written by gen-client: what it generated here, and from what. Commit it with the sources.",
      "gen-client \(tool)",
      "settings \(settings)",
    ]
    lines += inputs.map { "input \($0.hash) \($0.name)" }
    lines += files.map { "file \($0.hash) \($0.path)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads a manifest; lines that make no sense are passed over.
  init(text: String) {
    var tool = ""
    var settings = ""
    var inputs: [Input] = []
    var files: [File] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch words.first {
      case "gen-client" where words.count == 2: tool = words[1]
      case "settings" where words.count == 2: settings = words[1]
      case "input" where words.count == 3: inputs.append(Input(name: words[2], hash: words[1]))
      case "file" where words.count == 3 && PathText.isInside(words[2]):
        files.append(File(path: words[2], hash: words[1]))
      default: break
      }
    }
    self.init(tool: tool, settings: settings, inputs: inputs, files: files)
  }

  /// The manifest of a folder; `nil` where it has none.
  static func read(in folder: String) -> Manifest? {
    let path = PathText.join(folder, fileName)
    guard let bytes = try? FileSystem.contents(of: path) else { return nil }
    return Manifest(text: String(decoding: bytes, as: UTF8.self))
  }
}
