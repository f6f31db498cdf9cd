/// An HTTP request method (RFC 9110 §9).
///
/// An open set: any token is a method. Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The method token as it stands in the request line.
  public let rawValue: String

  /// Makes a method from its token.
  ///
  /// - Parameter rawValue: the token, for example `GET`.
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let put = HTTPMethod(rawValue: "PUT")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let delete = HTTPMethod(rawValue: "DELETE")
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  public static let trace = HTTPMethod(rawValue: "TRACE")
  public static let query = HTTPMethod(rawValue: "QUERY")

  public var description: String { rawValue }

  /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
  public var isIdempotent: Bool {
    switch rawValue {
    case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY": true
    default: false
    }
  }

  /// Whether the request is defined to change nothing on the server (RFC 9110 §9.2.1).
  public var isSafe: Bool {
    switch rawValue {
    case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY": true
    default: false
    }
  }
}
