/// A server that replaces the session's for one operation: absolute, or relative to it.
public struct ServerReference: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The URL or relative reference.
  public var text: String

  public init(_ text: String) { self.text = text }
  public init(stringLiteral value: String) { text = value }
}

/// The place all paths of a session start from.
struct ServerBase: Sendable {
  let origin: Origin
  /// The path in front of every operation's path; never ends in a slash.
  let prefix: String

  init(_ url: HTTPURL) {
    origin = url.origin
    var path = url.path
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    prefix = path
  }

  /// Finds the server an operation or a call names.
  func resolving(_ reference: ServerReference) -> ServerBase? {
    let base = HTTPURL(origin: origin, encodedTarget: prefix + "/")
    return base.resolving(reference.text).map(ServerBase.init)
  }

  /// The URL of an operation.
  func url(path: String, query: String) -> HTTPURL {
    var target = prefix
    if path.utf8.first != UInt8(ascii: "/") { target.append("/") }
    target.append(path)
    var url = HTTPURL(origin: origin, target: target)
    if !query.isEmpty { url.appendEncodedQuery(query) }
    return url
  }
}
