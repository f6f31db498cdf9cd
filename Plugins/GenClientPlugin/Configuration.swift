import Foundation

/// A target's `gen-client.yaml`, and the files it leads to.
///
/// A plugin cannot use the tool's own reader. It need not: whatever a word in the file names that
/// exists and looks like a document is an input, and so are the documents and templates beside it.
/// One input too many costs nothing but a run whose output is the same.
struct Configuration {
  /// The configuration file.
  let file: URL
  /// Everything whose change asks for another run.
  let inputs: [URL]

  /// Finds the configuration of a target.
  ///
  /// - Parameter folder: The target's folder.
  /// - Returns: `nil` where the target has none.
  init?(in folder: URL) {
    let names = ["gen-client.yaml", "gen-client.yml"]
    let candidates = names.map { folder.appending(path: $0) }
    guard let file = candidates.first(where: { Self.isFile($0) }),
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return nil }
    self.file = file
    var found: Set<String> = []
    var inputs = [file]
    func add(_ url: URL) {
      if found.insert(url.standardizedFileURL.path).inserted { inputs.append(url) }
    }
    let lock = folder.appending(path: "gen-client.lock")
    if Self.isFile(lock) { add(lock) }
    for url in Self.named(in: text, relativeTo: folder) {
      if Self.isFile(url) { add(url) }
      for sibling in Self.documents(in: Self.isFile(url) ? url.deletingLastPathComponent() : url) {
        add(sibling)
      }
    }
    self.inputs = inputs
  }

  /// The files and folders that words of the configuration name.
  private static func named(in text: String, relativeTo folder: URL) -> [URL] {
    let separators = CharacterSet(charactersIn: " \t\r\n,[]{}\"'")
    let words = Set(text.components(separatedBy: separators)).filter { $0.contains { $0 != "." } }
    return words.sorted().compactMap { word in
      guard word.contains("/") || isInput(word) else { return nil }
      let url = URL(fileURLWithPath: word, relativeTo: folder).standardizedFileURL
      return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
  }

  /// The documents and templates of a folder and of the folders in it.
  private static func documents(in folder: URL) -> [URL] {
    let entries = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles]
    )
    var documents: [URL] = []
    // A bound, for the case that a word names a folder full of other things.
    while let url = entries?.nextObject() as? URL, documents.count < 2000 {
      if isInput(url.lastPathComponent) { documents.append(url) }
    }
    return documents.sorted { $0.path < $1.path }
  }

  private static func isInput(_ name: String) -> Bool {
    [".yaml", ".yml", ".json", ".mustache"].contains { name.hasSuffix($0) }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
