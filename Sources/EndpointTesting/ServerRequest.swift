public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request as a ``LoopbackServer`` received it.
public struct ServerRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The request target as it stood in the request line, still percent-encoded.
  public var target: String
  /// The header fields, in the order received.
  public var fields: HTTPFields
  /// The fields that followed a chunked body.
  public var trailers: HTTPFields
  /// The body, up to the server's `recordedBodyLimit`.
  public var body: Data
  /// How many bytes the body had, kept or not.
  public var bodyLength: Int64
  /// The position of this request among all that the server received, from 0.
  public var index: Int
  /// The number of the connection it came on, from 0: equal numbers mean a reused connection.
  public var connection: Int
  /// When its head had been read.
  public var receivedAt: ContinuousClock.Instant

  /// Makes a request, for tests that call a handler without a server.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - target: path and query as in a request line.
  ///   - fields: the header fields.
  ///   - body: the body.
  public init(
    _ method: HTTPMethod,
    _ target: String,
    fields: HTTPFields = [:],
    body: Data = Data()
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    trailers = [:]
    bodyLength = Int64(body.count)
    index = 0
    connection = 0
    receivedAt = .now
  }

  /// The path, still percent-encoded.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The query without its question mark, still percent-encoded; `nil` where there is none.
  public var query: String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    return String(target[target.index(after: mark)...])
  }

  /// The query's names and values, decoded, in the order received.
  public var queryItems: [(name: String, value: String)] {
    FormDecoding.pairs(query ?? "")
  }

  /// The first value of a query name, decoded.
  ///
  /// - Parameter name: the decoded name.
  /// - Returns: the value; `nil` where the query does not have that name.
  public func queryValue(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// The names and values of an `application/x-www-form-urlencoded` body, decoded.
  public var formItems: [(name: String, value: String)] {
    FormDecoding.pairs(text)
  }

  /// The first value of a form name, decoded.
  ///
  /// - Parameter name: the decoded name.
  /// - Returns: the value; `nil` where the body does not have that name.
  public func formValue(_ name: String) -> String? {
    formItems.first { $0.name == name }?.value
  }

  /// The body as UTF-8 text, malformed sequences replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// Decoding of `application/x-www-form-urlencoded` text.
enum FormDecoding {
  static func pairs(_ text: String) -> [(name: String, value: String)] {
    text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      return (decode(parts[0]), parts.count > 1 ? decode(parts[1]) : "")
    }
  }

  private static func decode(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(Substring(rest.prefix(2)), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
