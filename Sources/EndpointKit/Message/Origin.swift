/// Scheme, host and port: the boundary that credentials do not cross (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`, in lower case.
  public let scheme: String
  /// The host in lower case; an IPv6 address stands in brackets.
  public let host: String
  /// The port, explicit or the scheme's own.
  public let port: Int

  /// Makes an origin from parts known to be valid.
  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Reads the origin of a URL given as text.
  ///
  /// - Parameter text: an absolute `http` or `https` URL; what follows the authority is ignored.
  public init?(_ text: String) {
    guard let url = HTTPURL(text) else { return nil }
    self = url.origin
  }

  /// Whether the connection is protected by TLS.
  public var isSecure: Bool { scheme == "https" }

  /// The port that a URL of this scheme has without saying so.
  public var defaultPort: Int { isSecure ? 443 : 80 }

  /// Host, and port where it is not the scheme's own, as the `Host` field has it.
  public var authority: String { port == defaultPort ? host : "\(host):\(port)" }

  public var description: String { "\(scheme)://\(authority)" }
}
