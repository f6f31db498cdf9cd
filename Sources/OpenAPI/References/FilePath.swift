import SpecTree

/// Paths as text: all that references need, and the same on every system.
enum FilePath {
  /// The folder of a file, without its last slash; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file's name without its folder and its last extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A path relative to a folder, `.` and `..` taken out as far as that goes without the disk.
  static func join(_ folder: String, _ path: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? normalize(path) : normalize(folder + "/" + path)
  }

  /// The path without `.`, without `name/..`, without doubled slashes.
  static func normalize(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  /// Whether a path lies in a folder or is the folder; both canonical.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    guard folder != "/" else { return path.hasPrefix("/") }
    return path == folder || path.hasPrefix(folder + "/")
  }

  /// The scheme of a URL in lower case; `nil` for a path.
  static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    // One letter is a drive of Windows.
    guard scheme.utf8.count > 1, let first = scheme.unicodeScalars.first,
      first.properties.isAlphabetic, first.isASCII,
      scheme.unicodeScalars.allSatisfy({
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "+-.".unicodeScalars.contains($0))
      })
    else { return nil }
    return scheme.lowercased()
  }
}
