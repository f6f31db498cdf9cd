internal import EndpointKit
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One exchange: what has arrived, and who waits for it.
final class Transfer: Sendable {
  enum Take {
    case chunk(Data)
    case wait
    case end
    case failed(ClientError)
  }

  private struct State {
    var task: URLSessionTask?
    var waiter: CheckedContinuation<Void, Never>?
    var timer: Task<Void, any Error>?
    var head: HTTPResponse?
    var expected: Int64?
    var body = Data()
    var metrics = TransportMetrics()
    var isSuspended = false
    var isEnded = false
    var error: ClientError?
  }

  let streams: Bool
  let group: TransferGroup?
  private let url: HTTPURL
  private let options: TransportOptions
  private let start = ContinuousClock.now
  private let state = Mutex(State())
  /// How many bytes wait for the consumer before the task is suspended.
  private static let highWater = 1 << 18

  init(_ request: HTTPRequest, _ options: TransportOptions, streams: Bool) {
    self.streams = streams
    self.options = options
    url = request.url
    group = options.group
  }

  func attach(_ task: URLSessionTask) { state.withLock { $0.task = task } }

  func keep(_ timer: Task<Void, any Error>?) {
    let isOver = state.withLock { state in
      state.timer = timer
      return state.isEnded
    }
    if isOver { timer?.cancel() }
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  var metrics: TransportMetrics { state.withLock { $0.metrics } }

  // MARK: The session's side

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      fields.append("\(name)", "\(value)")
    }
    let head = HTTPResponse(status: response.statusCode, fields: fields, url: url)
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.head == nil else { return nil }
      state.head = head
      state.metrics.firstByte = .now - start
      state.expected =
        response.expectedContentLength >= 0 ? response.expectedContentLength : nil
      guard streams else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func receive(_ data: Data) {
    let limit = options.maximumBodySize ?? .max
    let (waiter, task, total, expected) = state.withLock { state in
      state.metrics.bytesReceived += Int64(data.count)
      let total = state.metrics.bytesReceived
      var suspended: URLSessionTask?
      if total <= Int64(limit), !state.isEnded { state.body.append(data) }
      if streams, state.body.count > Transfer.highWater, !state.isSuspended {
        state.isSuspended = true
        suspended = state.task
      }
      defer { if streams, state.head != nil { state.waiter = nil } }
      let waiter = streams && state.head != nil ? state.waiter : nil
      return (waiter, suspended, total, state.expected)
    }
    task?.suspend()
    options.downloadProgress?(total, expected)
    waiter?.resume()
    if total > Int64(limit) {
      fail(ClientError(.bodyTooLarge, "the response body is larger than \(limit) bytes"))
    }
  }

  func noteSent(_ sent: Int64, of total: Int64) {
    state.withLock { $0.metrics.bytesSent = sent }
    options.uploadProgress?(sent, total >= 0 ? total : nil)
  }

  func end(_ error: (any Error)?) {
    finish(error.map { URLFailure.error($0, host: url.host) })
  }

  // MARK: Ending

  func cancel() { fail(ClientError(.cancelled, "the call was cancelled")) }

  /// Ends the exchange with an error, unless it has ended.
  func fail(_ error: ClientError) {
    finish(error)
    let task = state.withLock { $0.task }
    task?.cancel()
  }

  private func finish(_ error: ClientError?) {
    let (waiter, timer) = state.withLock { state in
      guard !state.isEnded else {
        return (nil, nil) as (CheckedContinuation<Void, Never>?, Task<Void, any Error>?)
      }
      state.isEnded = true
      state.error = error
      if state.error == nil, state.head == nil {
        state.error = ClientError(.network, "the exchange ended without a response")
      } else if let expected = state.expected, error == nil, isTruncated(state, expected) {
        // Foundation on Linux takes a connection that ends too early for the end.
        var error = ClientError(
          .network,
          "the connection ended before the response was complete"
        )
        error.networkCondition = .connectionLost
        state.error = error
      }
      state.error?.response = state.head
      state.metrics.total = .now - start
      defer {
        state.waiter = nil
        state.timer = nil
      }
      return (state.waiter, state.timer)
    }
    timer?.cancel()
    waiter?.resume()
  }

  private func isTruncated(_ state: borrowing State, _ expected: Int64) -> Bool {
    guard state.head?.fields.contains("Content-Encoding") == false,
      state.task?.originalRequest?.httpMethod != "HEAD"
    else { return false }
    return state.metrics.bytesReceived < expected
  }

  // MARK: The caller's side

  /// Remembers who waits for the end, or for the head.
  ///
  /// - Returns: `false` where there is nothing to wait for.
  func await(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return false }
      state.waiter = continuation
      return true
    }
  }

  func head() throws -> HTTPResponse {
    try state.withLock { state in
      guard let head = state.head else {
        throw state.error ?? ClientError(.network, "the exchange ended without a response")
      }
      return head
    }
  }

  func collected() throws -> TransportResponse {
    let head = try head()
    return try state.withLock { state in
      if let error = state.error { throw error }
      return TransportResponse(head: head, body: state.body, metrics: state.metrics)
    }
  }

  func take() -> Take {
    let (result, task): (Take, URLSessionTask?) = state.withLock { state in
      guard state.body.isEmpty else {
        let chunk = state.body
        state.body = Data()
        defer { state.isSuspended = false }
        return (.chunk(chunk), state.isSuspended ? state.task : nil)
      }
      if let error = state.error { return (.failed(error), nil) }
      return (state.isEnded ? .end : .wait, nil)
    }
    task?.resume()
    return result
  }

  func park(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      guard state.body.isEmpty, !state.isEnded else { return false }
      state.waiter = continuation
      return true
    }
  }
}
