/// A file of generated text.
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

/// Files with paths that stay distinct where letter case does not count.
struct FileCollector {
  private(set) var files: [EmittedFile] = []
  private var taken: Set<String> = []

  mutating func add(_ path: String, _ contents: [UInt8]) {
    var candidate = path
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      let dot = path.lastIndex(of: ".") ?? path.endIndex
      candidate = "\(path[..<dot])-\(number)\(path[dot...])"
      number += 1
    }
    files.append(EmittedFile(path: candidate, contents: contents))
  }
}
