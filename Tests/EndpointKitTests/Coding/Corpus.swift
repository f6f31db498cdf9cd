import Foundation

/// The optional folder of documents and payloads beside the repository.
enum Corpus {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GENCLIENT_CORPUS"] {
      return URL(fileURLWithPath: path)
    }
    // …/Tests/EndpointKitTests/Coding/Corpus.swift
    var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  /// The files below a folder of the corpus with a prefix, sorted; empty where it is absent.
  static func files(_ path: String, prefix: String = "") -> [URL] {
    let base = folder.appendingPathComponent(path)
    let names = FileManager.default.enumerator(atPath: base.path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".json") && $0.hasPrefix(prefix) }.sorted()
      .map { base.appendingPathComponent($0) }
  }
}
