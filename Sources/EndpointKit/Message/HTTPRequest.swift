/// A request, final in every detail that goes on the wire.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// Where it goes; path and query already percent-encoded.
  public var url: HTTPURL
  /// Header fields in sending order.
  public var fields: HTTPFields
  /// The content, if any.
  public var body: HTTPBody?
  /// Names of header fields and query items, in lower case, that a signer has put a credential
  /// into: logs, recordings and descriptions leave their values out, as they do with the usual
  /// ones of ``Redaction``.
  public var secretNames: Set<String> = []

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - url: where it goes.
  ///   - fields: header fields.
  ///   - body: the content, if any.
  public init(
    _ method: HTTPMethod = .get,
    _ url: HTTPURL,
    fields: HTTPFields = [:],
    body: HTTPBody? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}

/// Status line and header fields of a response.
public struct HTTPResponse: Sendable {
  /// The status code, 100 to 599 and whatever servers invent.
  public var status: Int
  /// The protocol version spoken.
  public var version: HTTPVersion
  /// Header fields as received.
  public var fields: HTTPFields
  /// The URL that was asked, after redirects.
  public var url: HTTPURL

  /// Makes a response head.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - version: the protocol version spoken.
  ///   - fields: header fields as received.
  ///   - url: the URL that was asked.
  public init(
    status: Int,
    version: HTTPVersion = .http1_1,
    fields: HTTPFields = [:],
    url: HTTPURL
  ) {
    self.status = status
    self.version = version
    self.fields = fields
    self.url = url
  }
}

/// A protocol version.
public struct HTTPVersion: Hashable, Sendable, CustomStringConvertible {
  /// The number before the dot.
  public var major: Int
  /// The number after the dot.
  public var minor: Int

  /// Makes a version from its numbers.
  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// HTTP/1.0.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let http1_0 = HTTPVersion(major: 1, minor: 0)
  /// HTTP/1.1.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let http1_1 = HTTPVersion(major: 1, minor: 1)
  /// HTTP/2.
  public static let http2 = HTTPVersion(major: 2, minor: 0)
  /// HTTP/3.
  public static let http3 = HTTPVersion(major: 3, minor: 0)

  public var description: String { major >= 2 ? "HTTP/\(major)" : "HTTP/\(major).\(minor)" }
}
