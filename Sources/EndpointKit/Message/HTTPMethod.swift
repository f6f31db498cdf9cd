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

  /// Fetches a resource.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Fetches the header fields of a resource alone.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Has a resource process the content.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces a resource.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes parts of a resource.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// Asks what can be done with a resource.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// Has the request sent back.
  public static let trace = HTTPMethod(rawValue: "TRACE")
  /// Asks a question too long for a URL, safely.
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
