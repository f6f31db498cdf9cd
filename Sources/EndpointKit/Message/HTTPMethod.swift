/// An HTTP request method (RFC 9110 §9).
///
/// An open set: any token is a method. Methods are case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The method token as it stands in the request line.
  public let rawValue: String

  /// Makes a method from its token.
  ///
  /// - Parameter rawValue: the token, for example `GET`.
  @inlinable
  public init(rawValue: String) { self.rawValue = rawValue }

  // The usual ones are constants, inlined: every operation of a client names one.

  /// Fetches a resource.
  @inlinable public static var get: HTTPMethod { HTTPMethod(rawValue: "GET") }
  /// Fetches the header fields of a resource alone.
  @inlinable public static var head: HTTPMethod { HTTPMethod(rawValue: "HEAD") }
  /// Has a resource process the content.
  @inlinable public static var post: HTTPMethod { HTTPMethod(rawValue: "POST") }
  /// Replaces a resource.
  @inlinable public static var put: HTTPMethod { HTTPMethod(rawValue: "PUT") }
  /// Changes parts of a resource.
  @inlinable public static var patch: HTTPMethod { HTTPMethod(rawValue: "PATCH") }
  /// Removes a resource.
  @inlinable public static var delete: HTTPMethod { HTTPMethod(rawValue: "DELETE") }
  /// Asks what can be done with a resource.
  @inlinable public static var options: HTTPMethod { HTTPMethod(rawValue: "OPTIONS") }
  /// Has the request sent back.
  @inlinable public static var trace: HTTPMethod { HTTPMethod(rawValue: "TRACE") }
  /// Asks a question too long for a URL, safely.
  @inlinable public static var query: HTTPMethod { HTTPMethod(rawValue: "QUERY") }

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
