#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Everything that is known of a call once it has ended: what was sent, what came, how long it
/// took, and the value or the error.
public struct Response<Value: Sendable>: Sendable {
  /// The request as it was sent last; `nil` where nothing could be built.
  public let request: HTTPRequest?
  /// Status and header fields, where a response came.
  public let head: HTTPResponse?
  /// The body as it came, where it was collected.
  public let body: Data?
  /// What the transport measured of the last exchange.
  public let metrics: TransportMetrics
  /// The tries made, the last one included.
  public let history: [Attempt]
  /// The value or the error.
  public let result: Result<Value, ClientError>

  init(
    request: HTTPRequest?,
    head: HTTPResponse?,
    body: Data?,
    metrics: TransportMetrics,
    history: [Attempt],
    result: Result<Value, ClientError>
  ) {
    self.request = request
    self.head = head
    self.body = body
    self.metrics = metrics
    self.history = history
    self.result = result
  }

  init(_ exchange: Exchange, _ result: Result<Value, ClientError>) {
    var history = exchange.history
    if history.isEmpty {
      history = [
        Attempt(number: 1, status: exchange.head.status, duration: exchange.metrics.total ?? .zero)
      ]
    }
    self.init(
      request: exchange.request,
      head: exchange.head,
      body: exchange.body,
      metrics: exchange.metrics,
      history: history,
      result: result
    )
  }

  init(_ error: ClientError) {
    self.init(
      request: error.request,
      head: error.response,
      body: error.body,
      metrics: .init(),
      history: error.history,
      result: .failure(error)
    )
  }

  /// The value, where the call succeeded.
  public var value: Value? { try? result.get() }

  /// The error, where it failed.
  public var error: ClientError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The status, where a response came.
  public var status: Int? { head?.status }

  /// The protocol version spoken, where a response came.
  public var version: HTTPVersion? { head?.version }

  /// The value.
  ///
  /// - Throws: the error, where the call failed.
  public func get() throws(ClientError) -> Value { try result.get() }

  /// The same response with a changed value.
  ///
  /// - Parameter transform: changes the value.
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Response<Other> {
    with(result.map(transform))
  }

  /// The same response with a changed value; what the function throws becomes the error.
  ///
  /// - Parameter transform: changes the value.
  public func tryMap<Other: Sendable>(_ transform: (Value) throws -> Other) -> Response<Other> {
    with(
      result.flatMap { value in
        do { return .success(try transform(value)) } catch { return .failure(wrapped(error)) }
      }
    )
  }

  /// The same response with another call's result, where it succeeded.
  ///
  /// - Parameter transform: makes the result.
  public func flatMap<Other: Sendable>(
    _ transform: (Value) -> Result<Other, ClientError>
  ) -> Response<Other> { with(result.flatMap(transform)) }

  /// The same response with a changed error.
  ///
  /// - Parameter transform: changes the error.
  public func mapError(_ transform: (ClientError) -> ClientError) -> Response {
    with(result.mapError(transform))
  }

  /// The same response with its error turned into any other; what the function throws becomes the
  /// error.
  ///
  /// - Parameter transform: makes another error.
  public func tryMapError(_ transform: (ClientError) throws -> any Error) -> Response {
    with(
      result.mapError { error in
        do { return wrapped(try transform(error)) } catch { return wrapped(error) }
      }
    )
  }

  private func with<Other: Sendable>(_ result: Result<Other, ClientError>) -> Response<Other> {
    Response<Other>(
      request: request,
      head: head,
      body: body,
      metrics: metrics,
      history: history,
      result: result
    )
  }

  private func wrapped(_ error: any Error) -> ClientError {
    if let error = error as? ClientError { return error }
    var wrapped = ClientError(
      .serialization,
      "mapping the response failed: \(error)",
      underlying: error
    )
    wrapped.response = head
    wrapped.body = body
    wrapped.history = history
    return wrapped.located(operationID: self.error?.operationID, request: request)
  }
}

extension Response: CustomStringConvertible {
  /// One line: method, URL without query, status, tries, value type or error.
  public var description: String {
    var facts: [String] = []
    if let request { facts.append("\(request.method) \(request.url.origin)\(request.url.path)") }
    if let status { facts.append("status \(status)") }
    if history.count > 1 { facts.append("\(history.count) tries") }
    switch result {
    case .success: facts.append("\(Value.self)")
    case .failure(let error): facts.append("\(error.kind): \(error.reason)")
    }
    return facts.joined(separator: ", ")
  }
}
