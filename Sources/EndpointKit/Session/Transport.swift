#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What moves bytes: one HTTP exchange at a time, nothing more.
///
/// A transport never follows a redirect, never retries, never signs and never judges a status:
/// the ``Session`` does, so that the rules are the same over every transport. Failures are
/// ``ClientError`` values of kind `.network`, `.timeout`, `.tls`, `.cancelled` or
/// `.bodyTooLarge`. Cancelling the calling task ends the exchange promptly.
public protocol Transport: Sendable {
  /// Sends a request and collects the whole response body.
  ///
  /// - Parameters:
  ///   - request: the request, final in every detail.
  ///   - options: limits and observers of this exchange.
  /// - Returns: the response head, its body and what was measured.
  /// - Throws: a ``ClientError``.
  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportResponse

  /// Sends a request and returns once the response head has arrived.
  ///
  /// The body is pulled: a consumer that pauses makes the transport pause (back-pressure).
  ///
  /// - Parameters:
  ///   - request: the request, final in every detail.
  ///   - options: limits and observers of this exchange.
  /// - Returns: the response head and the body as a sequence of chunks.
  /// - Throws: a ``ClientError``.
  func open(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportStream

  /// Closes idle connections and refuses new requests; those in flight fail as cancelled.
  func shutdown() async

  /// Whether ``cancel(_:)`` ends exchanges by itself; `false` makes sessions pay for a task a
  /// request so that they can be cancelled from outside.
  var cancelsGroups: Bool { get }

  /// Ends every exchange in flight whose options name a group; they fail as cancelled.
  ///
  /// - Parameter group: the group; exchanges that start later are not concerned.
  func cancel(_ group: TransferGroup)
}

extension Transport {
  public var cancelsGroups: Bool { false }
  public func cancel(_ group: TransferGroup) {}
}

/// A set of exchanges that can be ended together: those of one session.
public final class TransferGroup: Sendable {
  /// Makes a group of its own.
  public init() {}
}

/// Limits and observers of one exchange.
public struct TransportOptions: Sendable {
  /// The time the whole exchange may take; `nil` means no limit.
  public var timeout: Duration?
  /// The time establishing a connection may take; `nil` means the transport's default.
  public var connectTimeout: Duration?
  /// How long no byte may move before the exchange fails; `nil` means no limit.
  public var idleTimeout: Duration?
  /// The largest decoded response body accepted, in bytes; `nil` means no limit.
  public var maximumBodySize: Int?
  /// Whether `Accept-Encoding` is offered and a compressed response decoded.
  public var decompresses = true
  /// The group the exchange belongs to.
  public var group: TransferGroup?
  /// The target the request was made of; for stubs.
  public var target: (any Target)?
  /// Told of upload progress: bytes sent so far and the total, where it is known.
  public var uploadProgress: (@Sendable (_ sent: Int64, _ total: Int64?) -> Void)?
  /// Told of download progress: bytes received so far and the total, where it is known.
  public var downloadProgress: (@Sendable (_ received: Int64, _ total: Int64?) -> Void)?

  /// Makes options without limits.
  public init() {}
}

/// A response with its whole body.
public struct TransportResponse: Sendable {
  /// Status, version and header fields.
  public var head: HTTPResponse
  /// The body after content decoding.
  public var body: Data
  /// What was measured on the way.
  public var metrics: TransportMetrics

  /// Makes a response.
  public init(head: HTTPResponse, body: Data, metrics: TransportMetrics = .init()) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }
}

/// A response whose body is still arriving.
public struct TransportStream: Sendable {
  /// Status, version and header fields.
  public var head: HTTPResponse
  /// The body's chunks; iterate once. Dropping the iterator ends the exchange.
  public var body: BodyStream
  /// What was measured so far; complete after the body has ended.
  public var metrics: @Sendable () -> TransportMetrics

  /// Makes a response whose body is still arriving.
  public init(
    head: HTTPResponse,
    body: BodyStream,
    metrics: @escaping @Sendable () -> TransportMetrics = { .init() }
  ) {
    self.head = head
    self.body = body
    self.metrics = metrics
  }
}

/// The chunks of a body, pulled by the consumer.
public struct BodyStream: AsyncSequence, Sendable {
  public typealias Element = Data

  private let pull: @Sendable () async throws -> Data?
  private let stop: @Sendable () -> Void

  /// Makes a stream from a function that gives the next chunk.
  ///
  /// - Parameters:
  ///   - next: gives the next chunk, `nil` at the end; called by one consumer at a time.
  ///   - cancel: ends the exchange early; may be called at any time, more than once.
  public init(
    next: @escaping @Sendable () async throws -> Data?,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    pull = next
    stop = cancel
  }

  /// Ends the exchange; a pending read fails as cancelled.
  public func cancel() { stop() }

  public func makeAsyncIterator() -> Iterator { Iterator(pull: pull, token: .init(stop: stop)) }

  /// Pulls chunks; ends the exchange when it is dropped before the end.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let pull: @Sendable () async throws -> Data?
    let token: Token

    public mutating func next() async throws -> Data? { try await pull() }

    final class Token: Sendable {
      let stop: @Sendable () -> Void
      init(stop: @escaping @Sendable () -> Void) { self.stop = stop }
      deinit { stop() }
    }
  }
}

/// What a transport measured of one exchange. Durations count from the start of the exchange.
public struct TransportMetrics: Sendable, Hashable {
  /// When the host name was resolved.
  public var nameLookup: Duration?
  /// When the connection was there.
  public var connect: Duration?
  /// When the connection was secured.
  public var tls: Duration?
  /// When the first byte of the response arrived.
  public var firstByte: Duration?
  /// When the last byte of the response arrived.
  public var total: Duration?
  /// Bytes of request body sent.
  public var bytesSent: Int64 = 0
  /// Bytes of response body received, before content decoding where the transport knows.
  public var bytesReceived: Int64 = 0
  /// Whether a connection that was there already was used.
  public var connectionReused: Bool?
  /// The address of the server.
  public var remoteAddress: String?

  public init() {}
}
