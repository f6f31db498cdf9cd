// Where Foundation has no XML documents (iOS and its kin) this module is empty.
#if canImport(FoundationXML) || os(macOS)
public import EndpointKit
#if canImport(FoundationXML)
internal import Foundation
public import FoundationXML
#else
public import Foundation
#endif

/// XML read into a document, or into what a function makes of the document.
///
/// A body that is not well-formed fails with `.decoding`, with an ``XMLDecodingError`` underneath.
/// Nothing outside the body is loaded, and a body that declares entities or a grammar of its own is
/// refused: that is how a few bytes become gigabytes.
public struct XMLSerializer<Value: Sendable>: ResponseSerializer {
  private let function: @Sendable (XMLDocument) throws -> Value

  /// Makes a serializer that goes on with the document.
  ///
  /// - Parameter read: makes the value of the document, which nobody else has; what it throws
  ///   becomes `.serialization`.
  public init(_ read: @escaping @Sendable (XMLDocument) throws -> Value) { function = read }

  public func serialize(_ response: ReceivedResponse) throws -> Value {
    if response.isEmpty { return try response.emptyValue(Value.self) }
    let document: XMLDocument
    do {
      document = try XMLCheck.document(of: response.body)
    } catch {
      throw ClientError(.decoding, "the body is no XML: \(error)", underlying: error)
    }
    return try function(document)
  }

  public var accept: String? { "application/xml" }
}

extension XMLSerializer where Value == XMLContent {
  /// Makes a serializer that gives the document.
  public init() { self.init { XMLContent($0) } }
}

extension ResponseSerializer where Self == XMLSerializer<XMLContent> {
  /// The body as an XML document.
  public static var xml: XMLSerializer<XMLContent> { XMLSerializer() }
}

/// An XML document that may go from task to task.
///
/// `XMLDocument` itself may not, since anyone can change it.
public struct XMLContent: Sendable {
  /// Sends on what the lock keeps apart.
  private final class Storage: @unchecked Sendable {
    let lock = NSLock()
    let document: XMLDocument

    init(_ document: XMLDocument) { self.document = document }
  }

  private let storage: Storage

  /// Wraps a document.
  ///
  /// - Parameter document: the document, of which a copy is kept.
  public init(copying document: XMLDocument) { self.init(Self.copy(of: document)) }

  init(_ document: XMLDocument) { storage = Storage(document) }

  /// A copy of the document, the caller's own.
  public var document: XMLDocument {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return Self.copy(of: storage.document)
  }

  /// Reads the document where it is, while nobody else does.
  ///
  /// - Parameter body: reads it; must not change it or keep nodes of it.
  /// - Returns: what the closure gives.
  public func read<Result: Sendable, Failure: Error>(
    _ body: (XMLDocument) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(storage.document)
  }

  private static func copy(of document: XMLDocument) -> XMLDocument {
    document.copy() as? XMLDocument ?? XMLDocument()
  }
}

extension XMLContent: CustomStringConvertible {
  /// The document as text.
  public var description: String { read { $0.xmlString } }
}
#endif
