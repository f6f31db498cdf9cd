#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An HTTP/1.1 server on 127.0.0.1 for tests: answers by closure or by rules, records what it
/// was asked, and breaks connections on demand.
///
/// It speaks keep-alive, content-length and chunked bodies in both directions, `HEAD` and
/// `Expect: 100-continue`. Each connection has a thread of its own, so a handler that waits
/// holds up nobody else.
///
/// ```swift
/// let server = LoopbackServer()
/// server.on(.get, "/users/{id}", respond: .json(#"{"id":1}"#))
/// server.on(.post, "/token", nth: 1, respond: .status(503))
/// server.on(.post, "/token") { request in .json(#"{"access_token":"\#(request.index)"}"#) }
/// try server.start()
/// …  // requests to server.url
/// await server.stop()
/// ```
public final class LoopbackServer: Sendable {
  /// Answers a request.
  public typealias Handler = @Sendable (ServerRequest) async -> ServerResponse

  /// How a server behaves.
  public struct Configuration: Sendable {
    /// The port; 0 lets the system choose.
    public var port: UInt16 = 0
    /// A path for a socket of the file system, used instead of a port.
    public var socketPath: String?
    /// How many bytes of each request body are kept; the rest is counted and dropped.
    public var recordedBodyLimit = 16 << 20
    /// Whether requests are kept in ``LoopbackServer/requests``; turn off for millions.
    public var recordsRequests = true
    /// How long to wait after each piece of a request body, to play a slow reader.
    public var uploadPause: Duration = .zero

    public init() {}
  }

  /// How the server behaves.
  public let configuration: Configuration

  let state: Watched<ServerState>
  private let handler: Handler?

  /// Makes a server that answers by its rules, and 404 where none fits.
  ///
  /// - Parameters:
  ///   - configuration: how it behaves.
  ///   - handler: answers what no rule answers.
  public init(_ configuration: Configuration = .init(), handler: Handler? = nil) {
    self.configuration = configuration
    self.handler = handler
    state = Watched(ServerState())
  }

  deinit { state.withLock { $0.shutDown() } }

  /// Opens the port and serves until ``stop()``.
  ///
  /// - Returns: the base URL, as ``url``.
  /// - Throws: a ``LoopbackServerError``.
  @discardableResult
  public func start() throws -> String {
    let listener: Int32
    var port: UInt16 = 0
    if let path = configuration.socketPath {
      listener = try Socket.listen(path: path, backlog: 4096)
    } else {
      (listener, port) = try Socket.listen(port: configuration.port, backlog: 4096)
    }
    var wake: [Int32] = [-1, -1]
    guard pipe(&wake) == 0 else {
      let code = errno
      close(listener)
      throw LoopbackServerError(action: "open a pipe", code: code)
    }
    state.update { $0.started(listener: listener, port: port, wake: (wake[0], wake[1])) }
    // The thread holds the state, not the server, so that dropping the server stops it.
    let state = state
    let (configuration, handler) = (configuration, handler)
    let running = startThread {
      while let descriptor = Socket.acceptConnection(listener) {
        ServerConnection.start(
          descriptor,
          state: state,
          configuration: configuration,
          handler: handler
        )
      }
      state.update { $0.acceptingEnded() }
    }
    guard running else {
      state.update {
        $0.shutDown(); $0.acceptingEnded()
      }
      throw LoopbackServerError(action: "start a thread", code: EAGAIN)
    }
    return url
  }

  /// Closes every connection and the port, and waits until all threads have ended.
  public func stop() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let done = state.update { state in
        state.shutDown()
        if state.isIdle { return true }
        state.stopWaiters.append(continuation)
        return false
      }
      if done { continuation.resume() }
    }
    if let path = configuration.socketPath { unlink(path) }
  }

  /// The port listened on.
  public var port: Int { Int(state.withLock { $0.port }) }

  /// The base URL without a slash at the end, for example `http://127.0.0.1:40123`.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// How many connections are open.
  public var openConnections: Int { state.withLock { $0.connections.count } }

  /// How many connections have been accepted since the start.
  public var acceptedConnections: Int { state.withLock { $0.nextConnection } }

  /// How many requests have been received since the start or the last ``clearRequests()``.
  public var requestCount: Int { state.withLock { $0.received } }

  /// The requests received, in the order their heads arrived.
  public var requests: [ServerRequest] { state.withLock { $0.requests } }

  /// Forgets the requests received so far.
  public func clearRequests() {
    state.update {
      $0.requests = []
      $0.received = 0
    }
  }

  /// Waits until a number of requests has been received.
  ///
  /// - Parameter count: how many.
  /// - Returns: the requests received; fewer where the task was cancelled or the server stopped.
  @discardableResult
  public func requests(count: Int) async -> [ServerRequest] {
    let id = state.withLock { $0.newWaiter() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.update { $0.wait(id, for: count, continuation) }
        if ready { continuation.resume() }
      }
    } onCancel: {
      state.update { $0.cancelWaiter(id) }?.resume()
    }
    return state.withLock { state in
      state.forgetWaiter(id)
      return state.requests
    }
  }

  /// Closes the connections that are open now; the server goes on listening.
  public func closeConnections() {
    state.update { $0.connections.keys.forEach(Socket.shutDown) }
  }
}

/// What the server's threads share.
struct ServerState {
  var port: UInt16 = 0
  var connections: [Int32: Task<Void, Never>?] = [:]
  var nextConnection = 0
  var requests: [ServerRequest] = []
  var received = 0
  var rules: [ServerRule] = []
  var stopWaiters: [CheckedContinuation<Void, Never>] = []
  private(set) var isStopping = false
  private(set) var wake: (read: Int32, write: Int32) = (-1, -1)
  private var listener: Int32 = -1
  private var isAccepting = false
  private var nextIndex = 0
  private var waiterIDs = 0
  private var cancelledWaiters: Set<Int> = []
  private var waiters: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

  var isIdle: Bool { !isAccepting && connections.isEmpty }

  mutating func started(listener: Int32, port: UInt16, wake: (read: Int32, write: Int32)) {
    (self.listener, self.port, self.wake) = (listener, port, wake)
    isAccepting = true
    isStopping = false
  }

  /// Wakes every thread; they end by themselves. Descriptors are closed by who owns them.
  mutating func shutDown() {
    isStopping = true
    if listener >= 0 { Socket.shutDown(listener) }
    if wake.write >= 0 {
      close(wake.write)
      wake.write = -1
    }
    for (descriptor, task) in connections {
      Socket.shutDown(descriptor)
      task?.cancel()
    }
    for waiter in waiters.values { waiter.continuation.resume() }
    waiters = [:]
    settle()
  }

  mutating func acceptingEnded() {
    isAccepting = false
    close(listener)
    listener = -1
    settle()
  }

  mutating func connectionOpened(_ descriptor: Int32) -> Int? {
    guard !isStopping else { return nil }
    connections[descriptor] = .some(nil)
    nextConnection += 1
    return nextConnection - 1
  }

  /// Forgets a connection and closes its descriptor, in one step so that nobody shuts down a
  /// descriptor that already belongs to someone else.
  mutating func connectionEnded(_ descriptor: Int32) {
    connections[descriptor] = nil
    close(descriptor)
    settle()
  }

  /// The last one out closes the pipe and tells who waits for the end.
  private mutating func settle() {
    guard isStopping, isIdle else { return }
    if wake.read >= 0 {
      close(wake.read)
      wake.read = -1
    }
    for waiter in stopWaiters { waiter.resume() }
    stopWaiters = []
  }

  mutating func takeIndex() -> Int {
    nextIndex += 1
    return nextIndex - 1
  }

  mutating func record(_ request: ServerRequest, keep: Bool) {
    received += 1
    if keep { requests.append(request) }
    for (id, waiter) in waiters where waiter.count <= received {
      waiters[id] = nil
      waiter.continuation.resume()
    }
  }

  mutating func newWaiter() -> Int {
    waiterIDs += 1
    return waiterIDs
  }

  mutating func wait(
    _ id: Int,
    for count: Int,
    _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    if received >= count || isStopping || cancelledWaiters.remove(id) != nil { return true }
    waiters[id] = (count, continuation)
    return false
  }

  mutating func cancelWaiter(_ id: Int) -> CheckedContinuation<Void, Never>? {
    if let waiter = waiters.removeValue(forKey: id) { return waiter.continuation }
    cancelledWaiters.insert(id)
    return nil
  }

  mutating func forgetWaiter(_ id: Int) { cancelledWaiters.remove(id) }
}
