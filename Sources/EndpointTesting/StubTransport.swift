public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A transport that answers by itself: no socket, no server.
///
/// It collects the request body like a real one (so a body that fails to read fails here too),
/// keeps to `timeout` and `maximumBodySize`, and ends at once when the task is cancelled.
///
/// ```swift
/// let transport = StubTransport.json(#"{"id":1}"#)
/// let transport = StubTransport { exchange in
///   exchange.request.url.path == "/a" ? .json("{}") : .status(404)
/// }
/// ```
public final class StubTransport: Transport {
  /// A request and its body, read whole.
  public struct Exchange: Sendable {
    /// The request as the session sent it.
    public let request: HTTPRequest
    /// Its body; empty where it has none.
    public let body: Data
    /// The position of this request among all that the transport was given, from 0.
    public let index: Int
    /// The target that the request was made of, where a session made it.
    public let target: (any Target)?
  }

  /// How a request is answered.
  public enum Behavior: Sendable {
    /// Never: the request waits until its timeout or its cancellation.
    case never
    /// At once, by a closure.
    case immediate(@Sendable (Exchange) async throws -> StubResponse)
    /// After a wait, by a closure.
    case delayed(Duration, @Sendable (Exchange) async throws -> StubResponse)
  }

  private struct State {
    var exchanges: [Exchange] = []
    var nextIndex = 0
    var isShutDown = false
  }

  private let behavior: Behavior
  private let state = Watched(State())

  /// Makes a transport with a behaviour.
  ///
  /// - Parameter behavior: how requests are answered.
  public init(_ behavior: Behavior) { self.behavior = behavior }

  /// Makes a transport that answers at once, by a closure.
  ///
  /// - Parameter answer: gives the answer, or throws what the request fails with.
  public convenience init(_ answer: @escaping @Sendable (Exchange) async throws -> StubResponse) {
    self.init(.immediate(answer))
  }

  /// A transport that never answers.
  public static var never: StubTransport { StubTransport(.never) }

  /// A transport that answers every request alike.
  ///
  /// - Parameters:
  ///   - response: the answer.
  ///   - delay: how long to wait first.
  public static func response(
    _ response: StubResponse,
    after delay: Duration? = nil
  ) -> StubTransport {
    StubTransport(delay.map { .delayed($0) { _ in response } } ?? .immediate { _ in response })
  }

  /// A transport that answers every request with JSON text.
  public static func json(
    _ text: String,
    status: Int = 200,
    after delay: Duration? = nil
  ) -> StubTransport {
    .response(.json(text, status: status), after: delay)
  }

  /// A transport that answers every request with bytes.
  public static func data(
    _ data: Data,
    status: Int = 200,
    contentType: String = "application/octet-stream"
  ) -> StubTransport {
    .response(StubResponse(status: status, fields: ["Content-Type": contentType], body: data))
  }

  /// A transport that fails every request.
  public static func failure(_ error: any Error) -> StubTransport {
    StubTransport { _ in throw error }
  }

  /// A transport that answers every request with the sample of its target.
  ///
  /// A target without one fails with `.requestEncoding`; generated targets have samples where the
  /// client was made with `--emit samples`.
  ///
  /// - Parameter delay: how long to wait first.
  public static func samples(after delay: Duration? = nil) -> StubTransport {
    let answer: @Sendable (Exchange) throws -> StubResponse = { try .sample(of: $0.target) }
    return StubTransport(delay.map { .delayed($0, answer) } ?? .immediate(answer))
  }

  /// A transport that gives answers in order; the last repeats.
  ///
  /// - Parameter responses: the answers; must not be empty.
  public static func sequence(_ responses: [StubResponse]) -> StubTransport {
    precondition(!responses.isEmpty, "a sequence needs at least one answer")
    return StubTransport { exchange in responses[min(exchange.index, responses.count - 1)] }
  }

  /// The requests given so far, with their bodies.
  public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// The requests given so far.
  public var requests: [HTTPRequest] { exchanges.map(\.request) }

  public func send(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportResponse {
    let stub = try await answer(request, options)
    if let limit = options.maximumBodySize, stub.body.count > limit {
      throw ClientError(.bodyTooLarge, "the response body is larger than \(limit) bytes")
    }
    let length = Int64(stub.body.count)
    options.downloadProgress?(length, length)
    return TransportResponse(
      head: stub.head(for: request),
      body: stub.body,
      metrics: stub.metrics(length)
    )
  }

  public func open(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportStream {
    let stub = try await answer(request, options)
    let limit = options.maximumBodySize
    // `nil` once the reader has cancelled.
    let chunks = Watched<ArraySlice<Data>?>(stub.chunks[...])
    let received = Watched(Int64(0))
    let total = Int64(stub.body.count)
    let body = BodyStream {
      try Task.checkCancellation(orThrow: .cancelledByTask)
      let next = try chunks.withLock { chunks in
        guard chunks != nil else { throw ClientError.cancelledByTask }
        return chunks?.popFirst()
      }
      guard let chunk = next else {
        if let error = stub.failure { throw error }
        return nil
      }
      let count = received.withLock { count in
        count += Int64(chunk.count)
        return count
      }
      if let limit, count > limit {
        throw ClientError(.bodyTooLarge, "the response body is larger than \(limit) bytes")
      }
      options.downloadProgress?(count, total)
      return chunk
    } cancel: {
      chunks.withLock { $0 = nil }
    }
    return TransportStream(head: stub.head(for: request), body: body) {
      stub.metrics(received.withLock { $0 })
    }
  }

  public func shutdown() async { state.withLock { $0.isShutDown = true } }

  private func answer(
    _ request: HTTPRequest,
    _ options: TransportOptions
  ) async throws -> StubResponse {
    let index = try state.withLock { state in
      if state.isShutDown {
        throw ClientError(.cancelled, "the transport has been shut down")
      }
      state.nextIndex += 1
      return state.nextIndex - 1
    }
    let body = try await request.body?.collected() ?? Data()
    options.uploadProgress?(Int64(body.count), Int64(body.count))
    let exchange = Exchange(request: request, body: body, index: index, target: options.target)
    state.withLock { $0.exchanges.append(exchange) }
    return try await Deadline.run(within: options.timeout) { [behavior] in
      switch behavior {
      case .never:
        while true { try await Task.sleep(for: .seconds(3600)) }
      case .immediate(let answer): return try await answer(exchange)
      case .delayed(let delay, let answer):
        try await Task.sleep(for: delay)
        return try await answer(exchange)
      }
    }
  }
}

/// What a ``StubTransport`` answers.
public struct StubResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields
  /// The body in the chunks in which a streaming reader gets it.
  public var chunks: [Data]
  /// What a streaming reader gets after the last chunk instead of the end.
  public var failure: (any Error)?
  /// The protocol version.
  public var version: HTTPVersion

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - fields: the header fields.
  ///   - body: the body.
  public init(status: Int = 200, fields: HTTPFields = [:], body: Data = Data()) {
    self.status = status
    self.fields = fields
    chunks = body.isEmpty ? [] : [body]
    version = .http1_1
  }

  /// A response with JSON text.
  public static func json(
    _ text: String,
    status: Int = 200,
    fields: HTTPFields = [:]
  ) -> StubResponse {
    .text(text, status: status, contentType: "application/json", fields: fields)
  }

  /// A response with UTF-8 text.
  public static func text(
    _ text: String,
    status: Int = 200,
    contentType: String = "text/plain; charset=utf-8",
    fields: HTTPFields = [:]
  ) -> StubResponse {
    var response = StubResponse(status: status, fields: fields, body: Data(text.utf8))
    if !fields.contains("Content-Type") { response.fields["Content-Type"] = contentType }
    return response
  }

  /// A response with a status and no body.
  public static func status(_ status: Int, fields: HTTPFields = [:]) -> StubResponse {
    StubResponse(status: status, fields: fields)
  }

  /// A response as a document shows it.
  ///
  /// - Parameter sample: the response.
  public init(_ sample: SampleResponse) {
    self.init(status: sample.status, body: Data(sample.body.utf8))
    if let type = sample.contentType { fields["Content-Type"] = type }
  }

  /// The response that a target has as its sample.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - status: the status; left out, the documented success is taken.
  /// - Throws: a ``ClientError`` of kind `.requestEncoding` where the target has no such sample.
  public static func sample(
    of target: (any Target)?,
    status: Int? = nil
  ) throws(ClientError) -> StubResponse {
    let sample: SampleResponse?
    if let status {
      let own = target?.sample.flatMap { $0.status == status ? $0 : nil }
      sample = (target as? any SampledTarget)?.sample(status: status) ?? own
    } else {
      sample = target?.sample
    }
    guard let sample else {
      let name = target.map { $0.endpoint.id } ?? "a request without a target"
      let which = status.map { " of status \($0)" } ?? ""
      throw ClientError(.requestEncoding, "there is no sample\(which) for \(name)")
    }
    return StubResponse(sample)
  }

  /// A response in chunks.
  public static func chunks(
    _ chunks: [Data],
    contentType: String = "application/octet-stream",
    failure: (any Error)? = nil
  ) -> StubResponse {
    var response = StubResponse(fields: ["Content-Type": contentType])
    response.chunks = chunks
    response.failure = failure
    return response
  }

  /// The whole body.
  public var body: Data { chunks.count == 1 ? chunks[0] : Data(chunks.joined()) }

  func head(for request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: status, version: version, fields: fields, url: request.url)
  }

  func metrics(_ received: Int64) -> TransportMetrics {
    var metrics = TransportMetrics()
    metrics.total = .zero
    metrics.bytesReceived = received
    return metrics
  }
}
