/// Paths as text, with `/` between the parts.
enum PathText {
  /// The folder of a path, without its last slash; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The last part of a path without its last extension.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// A path that starts at a folder; an absolute one is taken as it is.
  static func join(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder.isEmpty { return path }
    if path.isEmpty { return folder }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// The path without `.`, without `name/..` and without doubled slashes; `.` for nothing.
  static func normalized(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// The way from a folder to a path, both absolute and normalized.
  static func relative(_ path: String, to folder: String) -> String {
    let target = path.split(separator: "/")
    let base = folder.split(separator: "/")
    var common = 0
    while common < min(target.count, base.count), target[common] == base[common] { common += 1 }
    let up = Array(repeating: Substring(".."), count: base.count - common)
    let parts = up + target[common...]
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// Whether a relative path stays inside the folder it starts at.
  static func isInside(_ path: String) -> Bool {
    let path = normalized(path)
    return !path.hasPrefix("/") && path != ".." && !path.hasPrefix("../") && path != "."
  }
}
