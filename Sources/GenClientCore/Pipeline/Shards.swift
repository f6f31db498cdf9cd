import SwiftEmitter

/// The `sharded` layout: the same files whatever the document says, as build plugins need.
///
/// A type stays in its file as long as it keeps its name, so a change compiles few files anew.
enum Shards {
  /// How many files models are spread over.
  static let modelCount = 8

  /// All file names, the client's first.
  static let names: [String] =
    (["Client", "Session", "Operations", "Targets", "Webhooks"]
    + (0..<modelCount).map { "Models\($0)" }).map { "GenClient+\($0).swift" }

  /// Puts files of one type each together.
  ///
  /// Files of several clients may be cut together; they share the names.
  static func cut(_ files: [EmittedFile]) -> [EmittedFile] {
    var shards = names.map { Shard(path: $0) }
    var others: [EmittedFile] = []
    for file in files {
      if file.path.hasSuffix(".swift") {
        shards[position(of: file.path)].add(file.contents)
      } else {
        others.append(file)
      }
    }
    let common = shards.first { !$0.header.isEmpty }?.header ?? []
    return shards.map { $0.file(defaultHeader: common) } + others
  }

  private static func position(of path: String) -> Int {
    // What has been cut for one client stays where it is when several share the files.
    if let position = names.firstIndex(of: path) { return position }
    let parts = path.split(separator: "/")
    switch parts.first {
    case "Operations": return 2
    case "Targets": return 3
    case "Models":
      let hash = path.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
      return 5 + Int(hash % UInt32(modelCount))
    default:
      if path.hasSuffix("+Session.swift") { return 1 }
      return path.hasSuffix("+Webhooks.swift") ? 4 : 0
    }
  }

  /// One file in the making.
  private struct Shard {
    let path: String
    /// The comment lines at the top, each once.
    var header: [String] = []
    var imports: [String] = []
    var body: [UInt8] = []

    init(path: String) { self.path = path }

    /// Adds a file: its header and imports go to the top, the rest to the end.
    mutating func add(_ contents: [UInt8]) {
      var start = contents.startIndex
      while start < contents.endIndex {
        let end = contents[start...].firstIndex(of: 0x0A) ?? contents.endIndex
        let line = String(decoding: contents[start..<end], as: UTF8.self)
        if line.hasPrefix("import ") {
          if !imports.contains(line) { imports.append(line) }
        } else if line.hasPrefix("//"), !line.hasPrefix("///") {
          if !header.contains(line) { header.append(line) }
        } else if !line.isEmpty {
          break
        }
        start = min(end + 1, contents.endIndex)
      }
      body.append(0x0A)
      body += contents[start...]
    }

    func file(defaultHeader: [String]) -> EmittedFile {
      let top = header.isEmpty ? defaultHeader : header
      var text = top.joined(separator: "\n") + "\n"
      if !imports.isEmpty { text += "\n" + imports.joined(separator: "\n") + "\n" }
      return EmittedFile(path: path, contents: Array(text.utf8) + body)
    }
  }
}
