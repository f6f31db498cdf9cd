import Foundation

/// Folders the tests read from.
enum Repository {
  /// The root of the package, found from this file.
  static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Specs").path) {
        return folder
      }
    }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  }()

  /// The corpus of documents, where there is one.
  static let corpus: URL? = {
    let path = ProcessInfo.processInfo.environment["GENCLIENT_CORPUS"]
    let folder =
      path.map { URL(fileURLWithPath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    let manifest = folder.appendingPathComponent("specs/MANIFEST.tsv")
    return FileManager.default.fileExists(atPath: manifest.path) ? folder : nil
  }()

  /// The documents of a folder in `Specs`, by name.
  static func specs(in folder: String) -> [String] {
    let path = root.appendingPathComponent("Specs/\(folder)").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
  }
}
