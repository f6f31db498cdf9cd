import Diagnostics
import SpecTree

/// `gen-client.lock`: the Swift names of earlier runs, so that a new clash takes a new name and old
/// ones stay.
///
/// A line holds a Swift name, a space, and what it names: the document's path as seen from the
/// lock's folder, then a JSON pointer, or a space, a method and a path. Lines are sorted by what
/// they name, so that most merges need no one's help.
struct NameLock: Sendable {
  /// The file; `nil` where names are not kept.
  let path: String?
  private var entries: [String: String]

  /// A lock that keeps nothing.
  static let none = NameLock(path: nil, entries: [:])

  private init(path: String?, entries: [String: String]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a lock file; one that does not exist yet is empty.
  ///
  /// - Throws: Lines that make no sense, and things with two names.
  init(path: String) throws(DiagnosticError) {
    self.init(path: path, entries: [:])
    guard FileSystem.kind(of: path) != nil else { return }
    let bytes: [UInt8]
    do { bytes = try FileSystem.contents(of: path) } catch {
      throw DiagnosticError(error.diagnostic())
    }
    let sink = DiagnosticSink()
    let text = String(decoding: bytes, as: UTF8.self)
    var lines: [String: Int] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated() where !line.isEmpty && !line.hasPrefix("#")
    {
      func report(_ message: String, note: Diagnostic.Note? = nil) {
        let place = SourceLocation(file: path, line: index + 1, column: 1, offset: 0)
        sink.report(
          Diagnostic(
            .error,
            .lockFile,
            message,
            at: place,
            length: line.count,
            notes: note.map { [$0] } ?? []
          )
        )
      }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, Identifier.isValid(words[0]) else {
        report("expected a Swift name and what it names")
        continue
      }
      if let old = entries[words[1]], old != words[0] {
        let place = SourceLocation(file: path, line: lines[words[1]] ?? 1, column: 1, offset: 0)
        report("\(words[1]) has two names", note: .init("the other is here", at: place))
      }
      entries[words[1]] = words[0]
      lines[words[1]] = index + 1
    }
    try sink.throwIfErrors()
  }

  /// The names of a document's parts, by the lowering's keys.
  func names(for loaded: LoadedDocument) -> [String: String] {
    guard !entries.isEmpty else { return [:] }
    var names: [String: String] = [:]
    let root = key(ofFile: loaded.files[0].path)
    var paths: [String: String] = [:]
    for file in loaded.files { paths[key(ofFile: file.path)] = file.path }
    for (key, name) in entries {
      if key.hasPrefix(root + " ") {
        names[String(key.dropFirst(root.count + 1))] = name
      } else if let hash = key.firstIndex(of: "#"), let path = paths[String(key[..<hash])] {
        names[path + key[hash...]] = name
      }
    }
    return names
  }

  /// Takes over the names of a run; those of the same document that are no longer there go.
  mutating func record(_ client: LoweredClient) {
    guard path != nil else { return }
    let root = key(ofFile: client.loaded.files[0].path)
    var new: [String: String] = [:]
    let paths = client.loaded.files.map(\.path)
    // A key of several lines could not be read again.
    for (key, name) in client.names where !key.contains(where: \.isNewline) {
      if let path = paths.first(where: { key.hasPrefix($0 + "#/") }) {
        new[self.key(ofFile: path) + key.dropFirst(path.count)] = name
      } else {
        new[root + " " + key] = name
      }
    }
    let files = paths.map(key(ofFile:))
    entries = entries.filter { key, _ in
      new[key] == nil && !files.contains { key.hasPrefix($0 + "#") || key.hasPrefix($0 + " ") }
    }.merging(new) { $1 }
  }

  /// The lock as text.
  var text: String {
    let lines = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.value) \($0.key)\n" }
    return """
      # Swift names that gen-client keeps from run to run. Commit this file. Where a merge gives one
      # thing two names, keep the line you like; then run gen-client again.

      """ + lines.joined()
  }

  /// A document's path as seen from the lock's folder.
  private func key(ofFile file: String) -> String {
    guard let path, file != "<stdin>" else { return "-" }
    let here = Host.workingFolder
    return PathText.relative(
      PathText.normalized(PathText.join(here, file)),
      to: PathText.normalized(PathText.join(here, PathText.folder(of: path)))
    )
  }
}
