#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A call whose response is a stream of elements.
public struct StreamCall<Element: Sendable>: Sendable, AdjustableCall {
  /// Where it is sent.
  public let session: Session
  /// What is sent.
  public let target: any Target
  /// How the response is cut into elements.
  public let format: StreamFormat
  /// What the call does differently from its session.
  public var adjustments = CallAdjustments()
  let decode: @Sendable (StreamRecord) throws -> Element

  /// Makes a call whose elements are JSON, or the pieces of the body as they come where `format`
  /// is `.data`.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  ///   - format: how the response is cut into elements.
  public init(_ session: Session, _ target: any Target, _ format: StreamFormat)
  where Element: JSONCodable {
    self.session = session
    self.target = target
    self.format = format
    let isRaw = format.isRaw
    decode = { record in
      switch record {
      case .bytes(let data):
        if isRaw, let element = data as? Element { return element }
        return try JSONReader.decode(Element.self, from: data)
      case .event(let event): return try JSONReader.decode(Element.self, from: event.data)
      }
    }
  }

  /// Makes a call whose elements are the events themselves.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  ///   - format: how the response is cut into elements.
  public init(_ session: Session, _ target: any Target, _ format: StreamFormat)
  where Element == ServerSentEvent {
    self.session = session
    self.target = target
    self.format = format
    decode = { $0.event }
  }

  /// The elements as they arrive.
  ///
  /// The request goes out when the first element is asked for. The next bytes are read only when
  /// the elements before them were taken. Dropping the iterator, or cancelling the task, closes the
  /// connection. Each iteration sends anew.
  public var stream: ElementStream<Element> { ElementStream(call: self) }

  /// The body's pieces without interpretation.
  ///
  /// - Returns: the response head and the body.
  /// - Throws: a ``ClientError``.
  public func open() async throws(ClientError) -> TransportStream {
    try await session.open(target, adjustments.options)
  }
}

extension Session {
  /// Sends a target and hands out the body while it arrives.
  ///
  /// - Parameter target: what to send.
  /// - Returns: the response head, judged acceptable, and the body.
  /// - Throws: a ``ClientError``.
  public func open(_ target: some Target) async throws(ClientError) -> TransportStream {
    try await open(target, nil)
  }

  func open(
    _ target: any Target,
    _ options: CallOptions.Box?
  ) async throws(ClientError) -> TransportStream {
    let endpoint = target.endpoint
    let exchange = try await perform(endpoint, options, .stream, target: target)
    guard case .stream(let body, let metrics) = exchange.content else {
      throw ClientError(.network, "the transport opened no stream")
    }
    return TransportStream(head: exchange.head, body: body, metrics: metrics)
  }
}

/// The elements of a ``StreamCall``.
public struct ElementStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = ClientError

  let call: StreamCall<Element>

  public func makeAsyncIterator() -> Iterator { Iterator(reader: StreamReader(call)) }

  /// Reads element after element; dropping it closes the connection.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: StreamReader<Element>

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Element? { try await reader.next() }

    public mutating func next() async throws(ClientError) -> Element? {
      try await reader.next()
    }
  }
}
