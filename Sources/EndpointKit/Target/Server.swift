/// Where a service is reached: an absolute URL, or one relative to the session's.
public struct Server: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The URL or relative reference.
  public var url: String

  /// Makes a server from its URL.
  ///
  /// - Parameters:
  ///   - url: the URL as the document has it, variables in braces.
  ///   - variables: the values of the variables.
  public init(_ url: String, variables: [String: String] = [:]) {
    self.url = variables.reduce(url) { text, variable in
      text.replacingText("{\(variable.key)}", with: variable.value)
    }
  }

  public init(stringLiteral value: String) { url = value }

  public var description: String { url }

  /// What to do about a host name in letters that host names do not have; empty for others.
  ///
  /// Turning them into Punycode takes tables of Unicode (UTS #46), and transports would differ.
  var hostAdvice: String {
    guard let authority = URLReference(url)?.authority,
      !authority.utf8.allSatisfy({ $0 < 0x80 })
    else { return "" }
    return "; write the host in Punycode (xn--…)"
  }
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
  func resolving(_ reference: Server) -> ServerBase? {
    let base = HTTPURL(origin: origin, encodedTarget: prefix + "/")
    return base.resolving(reference.url).map(ServerBase.init)
  }

  /// The URL of an endpoint.
  ///
  /// - Parameter problem: set to what is wrong with the endpoint's arguments.
  func url(of endpoint: borrowing Endpoint, problem: inout String?) -> HTTPURL {
    var text = EncodedText()
    text.reserve(prefix.utf8.count + endpoint.sizeHint)
    text.append(prefix)
    let start = text.count
    problem = endpoint.finishPath(into: &text)
    if start == text.count || text.bytes[start] != UInt8(ascii: "/") {
      text = EncodedText("\(prefix)/\(String(decoding: text.bytes[start...], as: UTF8.self))")
    }
    if !endpoint.queryText.isEmpty {
      let hasQuery = text.bytes.contains(UInt8(ascii: "?"))
      text.append(UInt8(ascii: hasQuery ? "&" : "?"))
      text.append(endpoint.queryText)
    }
    return HTTPURL(origin: origin, target: text.string)
  }
}
