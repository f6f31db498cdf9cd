#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Turns an acceptable response into a value.
///
/// Runs off the caller's actor. Throw any error: the caller sees a ``ClientError`` of kind
/// `.serialization` around it, or the error itself where it is a ``ClientError``.
public protocol ResponseSerializer<Value>: Sendable {
  associatedtype Value: Sendable

  /// Turns a response into a value.
  ///
  /// - Parameter response: the response with its whole body.
  /// - Returns: the value.
  /// - Throws: what is wrong with the response.
  func serialize(_ response: ReceivedResponse) throws -> Value

  /// Whether the body is read at all; if not, its content type is not checked.
  var readsContent: Bool { get }

  /// The media types to ask for where the operation does not say; `nil` asks for none.
  var accept: String? { get }
}

extension ResponseSerializer {
  public var readsContent: Bool { true }
  public var accept: String? { nil }
}

/// A response with its whole body, ready to be turned into a value.
public struct ReceivedResponse: Sendable {
  /// The request as it was sent.
  public var request: HTTPRequest
  /// Status and header fields.
  public var head: HTTPResponse
  /// The body after content decoding.
  public var body: Data
  /// Whether the document lists a success without content for the operation.
  public var mayBeEmpty: Bool

  /// Makes a response, for tests of serializers.
  ///
  /// - Parameters:
  ///   - request: the request as it was sent.
  ///   - head: status and header fields.
  ///   - body: the body after content decoding.
  ///   - mayBeEmpty: whether the document lists a success without content.
  public init(
    request: HTTPRequest,
    head: HTTPResponse,
    body: Data,
    mayBeEmpty: Bool = false
  ) {
    self.request = request
    self.head = head
    self.body = body
    self.mayBeEmpty = mayBeEmpty
  }

  /// Whether there is no content: by status (204, 205, 304), by method (HEAD), or by length.
  public var isEmpty: Bool {
    switch head.status {
    case 204, 205, 304: true
    default: request.method == .head || body.isEmpty
    }
  }

  /// The media type of the body, where the response says so.
  public var contentType: MediaType? { head.fields["Content-Type"].flatMap { MediaType($0) } }

  /// The value that stands for no content.
  ///
  /// - Parameter type: the type wanted.
  /// - Returns: its empty value.
  /// - Throws: a ``ClientError`` of kind `.emptyBody` where the type has none.
  public func emptyValue<Value>(_ type: Value.Type) throws(ClientError) -> Value {
    if let type = Value.self as? any EmptyRepresentable.Type, let value = type.emptyValue as? Value
    {
      return value
    }
    throw ClientError(
      .emptyBody,
      "the server answered \(head.status) without content where \(Value.self) was due"
    )
  }
}

/// A type with a value that stands for a response without content.
public protocol EmptyRepresentable {
  /// That value.
  static var emptyValue: Self { get }
}

extension Optional: EmptyRepresentable {
  public static var emptyValue: Wrapped? { nil }
}

/// A function that changes a body before it is read, for example one that strips a prefix.
public struct BodyPreprocessor: Sendable {
  /// Changes a body.
  public var process: @Sendable (Data) throws -> Data

  /// Makes a preprocessor of a function.
  public init(_ process: @escaping @Sendable (Data) throws -> Data) { self.process = process }

  /// Strips a text from the front where it is there: the prefixes that guard JSON against being
  /// run as a script, say.
  ///
  /// - Parameter prefix: the text; left out, the common `)]}',` with its line break.
  public static func stripping(_ prefix: String = ")]}',\n") -> BodyPreprocessor {
    let bytes = Array(prefix.utf8)
    return BodyPreprocessor { data in
      data.starts(with: bytes) ? Data(data.dropFirst(bytes.count)) : data
    }
  }
}
