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
///
/// Names of Swift files are distinct in all folders together: the compiler takes no two files of the
/// same name into a module.
struct FileCollector {
  private(set) var files: [EmittedFile] = []
  private var taken: Set<String> = []

  mutating func add(_ path: String, _ contents: [UInt8]) {
    var candidate = path
    var number = 2
    while !taken.insert(Self.key(candidate)).inserted {
      let dot = path.lastIndex(of: ".") ?? path.endIndex
      candidate = "\(path[..<dot])-\(number)\(path[dot...])"
      number += 1
    }
    files.append(EmittedFile(path: candidate, contents: contents))
  }

  private static func key(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return (name.hasSuffix(".swift") ? name : path).lowercased()
  }
}
