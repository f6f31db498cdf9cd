/// A URI reference cut into its five parts (RFC 3986 appendix B).
struct URLReference {
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  var query: Substring?

  /// Cuts a reference; surrounding blanks are dropped, as browsers do.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    while let first = rest.utf8.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.utf8.last, last <= 0x20 { rest.removeLast() }
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), URLReference.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isASCIIAlphanumeric, !(0x30...0x39).contains(first)
    else { return false }
    return text.utf8.allSatisfy { byte in
      byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
    }
  }

  /// Path and query.
  var target: String { join(String(path)) }

  /// Path and query with `.` and `..` segments resolved.
  var targetWithoutDotSegments: String { join(RequestTarget.removingDotSegments(String(path))) }

  /// Path and query of a reference without scheme and authority, seen from a base URL.
  func target(inside base: HTTPURL) -> String {
    if path.isEmpty {
      return query == nil ? base.target : join(base.path)
    }
    if path.hasPrefix("/") { return targetWithoutDotSegments }
    let basePath = base.path
    let folder = basePath[...(basePath.lastIndex(of: "/") ?? basePath.startIndex)]
    return join(RequestTarget.removingDotSegments("\(folder)\(path)"))
  }

  private func join(_ path: String) -> String { query.map { "\(path)?\($0)" } ?? path }
}

/// Rules for the path and query of a request line.
enum RequestTarget {
  /// Percent-encodes what may not stand in a request target and sees to the leading slash.
  static func normalized(_ target: String) -> String {
    let isClean = target.utf8.first == UInt8(ascii: "/") && ASCIISet.target.containsAll(target)
    if isClean { return target }
    var result = target.utf8.first == UInt8(ascii: "/") ? "" : "/"
    for byte in target.utf8 {
      if byte == UInt8(ascii: "#") { break }
      if ASCIISet.target.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result.appendPercentEncoded(byte: byte)
      }
    }
    return result
  }

  /// Resolves `.` and `..` segments (RFC 3986 §5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    var output: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { output.append("") }
      case "..":
        // The first element is the empty text before the leading slash: never remove it.
        if output.count > 1 || (output.count == 1 && output.first?.isEmpty == false) {
          output.removeLast()
        }
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    return output.joined(separator: "/")
  }
}
