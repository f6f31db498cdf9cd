internal import EndpointKit

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One connection of a ``LoopbackServer``, served by one thread from accept to close.
final class ServerConnection {
  let descriptor: Int32
  let number: Int
  let wake: Int32
  let state: Watched<ServerState>
  let configuration: LoopbackServer.Configuration
  let handler: LoopbackServer.Handler?
  var reader: ServerReader
  var output: [UInt8] = []
  /// Whether the client can still be written to.
  var isWritable = true

  private init(
    _ descriptor: Int32,
    number: Int,
    wake: Int32,
    state: Watched<ServerState>,
    configuration: LoopbackServer.Configuration,
    handler: LoopbackServer.Handler?
  ) {
    self.descriptor = descriptor
    self.number = number
    self.wake = wake
    self.state = state
    self.configuration = configuration
    self.handler = handler
    reader = ServerReader(descriptor)
  }

  /// Serves a connection on a thread of its own, until it ends.
  static func start(
    _ descriptor: Int32,
    state: Watched<ServerState>,
    configuration: LoopbackServer.Configuration,
    handler: LoopbackServer.Handler?
  ) {
    let opened = state.update { state in
      state.connectionOpened(descriptor).map { (number: $0, wake: state.wake.read) }
    }
    guard let opened else {
      close(descriptor)
      return
    }
    let running = startThread {
      let connection = ServerConnection(
        descriptor,
        number: opened.number,
        wake: opened.wake,
        state: state,
        configuration: configuration,
        handler: handler
      )
      while connection.serveOne() {}
      connection.flush()
      state.update { $0.connectionEnded(descriptor) }
    }
    if !running { state.update { $0.connectionEnded(descriptor) } }
  }

  /// Reads one request and answers it.
  ///
  /// - Returns: whether the connection stays open for another.
  private func serveOne() -> Bool {
    guard let head = reader.readHead() else { return false }
    let path = head.target.prefix { $0 != "?" }
    let (index, match) = state.update { ($0.takeIndex(), $0.rule(for: head.method, path)) }
    var request = ServerRequest(head.method, head.target, fields: head.fields)
    request.index = index
    request.connection = number
    let readsAll = readBody(into: &request, head, limit: match?.rule.bodyLimit)
    let received = request
    state.update { $0.record(received, keep: configuration.recordsRequests) }
    guard let readsAll else { return false }
    var response = answer(received, match)
    if !readsAll || head.wantsClose { response.closes = true }
    return send(response, to: head) && !response.closes
  }

  /// Reads the body, or as much of it as the rule wants.
  ///
  /// - Returns: whether all was read; `nil` where the client went away in the middle.
  private func readBody(
    into request: inout ServerRequest,
    _ head: ServerReader.Head,
    limit: Int64?
  ) -> Bool? {
    if head.hasBody, head.expectsContinue, limit != 0 {
      output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      flush()
    }
    var body: [UInt8] = []
    var length: Int64 = 0
    let recorded = configuration.recordedBodyLimit
    let pause = configuration.uploadPause
    let outcome = reader.readBody(of: head, limit: limit) { piece in
      length += Int64(piece.count)
      body += piece.prefix(max(0, recorded - body.count))
      if pause > .zero { self.pause(pause) }
    }
    request.body = Data(body)
    request.bodyLength = length
    request.trailers = reader.trailers
    return outcome
  }

  private func answer(
    _ request: ServerRequest,
    _ match: (rule: ServerRule, count: Int)?
  ) -> ServerResponse {
    switch match?.rule.answer {
    case .fixed(let responses): return responses[min(match?.count ?? 1, responses.count) - 1]
    case .handler(let handler): return waiting { await handler(request) }
    case nil: break
    }
    guard let handler else {
      return .text("No rule for \(request.method) \(request.path)\n", status: 404)
    }
    return waiting { await handler(request) }
  }

  /// Runs asynchronous work and blocks this thread until it is done.
  func waiting<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let result = Watched<Result?>(nil)
    let task = Task.detached {
      let value = await work()
      result.update { $0 = value }
    }
    let stopping = state.withLock { state in
      state.connections[descriptor] = task
      return state.isStopping
    }
    if stopping { task.cancel() }
    let value = result.wait { $0 }
    state.withLock { $0.connections[descriptor] = .some(nil) }
    return value
  }

  /// Sends what has been collected.
  func flush() {
    guard !output.isEmpty else { return }
    if isWritable {
      isWritable = output.withUnsafeBytes { Socket.sendAll(descriptor, $0) }
    }
    output.removeAll(keepingCapacity: true)
  }

  /// Waits, but no longer than the server lives.
  func pause(_ duration: Duration) {
    var rest = duration.milliseconds
    while rest > 0 {
      var poll = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      let count = callPoll(&poll, 1, Int32(min(rest, 60_000)))
      if count != 0 && !(count < 0 && errno == EINTR) { return }
      rest -= 60_000
    }
  }

  /// Waits until the client goes away or the server stops, dropping what the client sends.
  func hang() {
    var polls = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = polls.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { callPoll($0, 2, -1) } ?? -1
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 || polls[1].revents != 0 || !reader.discardInput() { return }
    }
  }
}

/// `poll`, which the members of the same name would hide.
func callPoll(_ polls: UnsafeMutablePointer<pollfd>, _ count: Int, _ timeout: Int32) -> Int32 {
  poll(polls, nfds_t(count), timeout)
}

extension Duration {
  /// Whole milliseconds, rounded up.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
