internal import CCurl
internal import EndpointKit

/// What the loop's lock guards. Lives behind a pointer: libcurl's callbacks get its address, and
/// access through a pointer is free of exclusivity checks.
struct LoopState {
  var multi: UnsafeMutableRawPointer?
  var poller: Poller
  var sockets = SocketTable()
  /// The time of the current turn, for the idle limits.
  var now: UInt64 = 0
  /// Tasks to resume once the lock is free, besides those of ended exchanges.
  var ready: [UnsafeContinuation<Void, Never>] = []
  /// Streamed exchanges that have got more than their consumers take at once.
  var full: [Exchange.Pointer] = []
  /// Exchanges whose tasks are to be resumed once the lock is free.
  var endedFirst: Exchange.Pointer?
  var endedLast: Exchange.Pointer?
  var runningFirst: Exchange.Pointer?
  var runningCount = 0
  /// libcurl wants its timeouts looked at now.
  var runNow = false
  /// When libcurl wants its timeouts looked at.
  var timerDeadline = UInt64.max
  /// No limit of a running exchange passes before this.
  var watchDeadline = UInt64.max
  /// When the event thread's wait ends at the latest.
  var armed = UInt64.max
  var isWaiting = false
  /// Something has ended since the event thread waited last.
  var wasActive = false
  var isThreadRunning = false
  var isShutDown = false
  var isRetired = false
  let expectsContinue: Bool

  init(poller: Poller, expectsContinue: Bool) {
    self.poller = poller
    self.expectsContinue = expectsContinue
  }
}

/// What exchanges need to know of their transport.
struct LoopSettings {
  let configuration: CurlTransport.Configuration
  let proxy: ProxySettings
  let mayUseProxy: Bool
  let isHTTP2Known: Bool
  let connectTimeout: Int
  let streamBufferSize: Int
  /// Bodies up to this size are copied and sent with the head in one go.
  let copiedBodyLimit = 1 << 16

  init(_ configuration: CurlTransport.Configuration) {
    self.configuration = configuration
    proxy = ProxySettings(configuration.proxy)
    mayUseProxy = !proxy.isNone
    isHTTP2Known = configuration.version == .http2PriorKnowledge
    connectTimeout = configuration.connectTimeout.wholeMilliseconds
    streamBufferSize = max(1 << 10, configuration.streamBufferSize)
  }
}

/// Something for whoever holds the lock to do.
enum LoopOperation {
  case submit(Exchange.Pointer)
  case cancel(ExchangeReference)
  case cancelGroup(TransferGroup)
  case continueReceiving(ExchangeReference)
  case continueSending(ExchangeReference)
  case shutDown(UnsafeContinuation<Void, Never>)
  case retire
}

// MARK: - libcurl's callbacks

/// The functions that libcurl calls for a multi handle.
enum LoopCallbacks {
  static let socket: ccurl_socket_callback = { _, descriptor, what, context, _ in
    guard let context else { return 0 }
    context.assumingMemoryBound(to: LoopState.self).watch(descriptor, what)
    return 0
  }

  static let timer: ccurl_timer_callback = { _, milliseconds, context in
    guard let context else { return 0 }
    let state = context.assumingMemoryBound(to: LoopState.self)
    switch milliseconds {
    case ..<0: state.pointee.timerDeadline = .max
    case 0: state.pointee.runNow = true
    default:
      state.pointee.timerDeadline = monotonicNow() &+ UInt64(milliseconds) &* 1_000_000
    }
    return 0
  }
}

extension UnsafeMutablePointer where Pointee == LoopState {
  /// Takes note of what libcurl wants to know of a socket.
  ///
  /// A connection stays registered when its transfer ends, since the next one will want the same;
  /// what is reported meanwhile ends the registration (see ``handle(_:)``).
  func watch(_ descriptor: Int32, _ what: Int32) {
    guard let entry = pointee.sockets.entry(descriptor) else { return }
    let wanted: Readiness =
      switch what {
      case CURL_POLL_IN: .read
      case CURL_POLL_OUT: .write
      case CURL_POLL_INOUT: [.read, .write]
      default: []
      }
    entry.pointee.wanted = wanted
    if !entry.pointee.isConnection || !entry.pointee.registered.isSuperset(of: wanted) {
      pointee.poller.register(descriptor, entry)
    }
  }

  /// Tells libcurl of a ready socket.
  func handle(_ event: SocketEvent) {
    guard let multi = pointee.multi, let entry = pointee.sockets.entry(event.descriptor) else {
      return
    }
    let useful = event.readiness.intersection(entry.pointee.wanted.union(.failure))
    if useful.isEmpty || entry.pointee.wanted.isEmpty {
      pointee.poller.register(event.descriptor, entry)
      return
    }
    var mask: Int32 = 0
    if useful.contains(.read) { mask |= CURL_CSELECT_IN }
    if useful.contains(.write) { mask |= CURL_CSELECT_OUT }
    if useful.contains(.failure) { mask |= CURL_CSELECT_ERR }
    var running: Int32 = 0
    curl_multi_socket_action(multi, event.descriptor, mask, &running)
  }

  /// Looks at libcurl's timeouts while it asks for it, and collects what has finished.
  func pump() {
    guard let multi = pointee.multi else { return }
    var rounds = 0
    repeat {
      while pointee.runNow, rounds < 64 {
        pointee.runNow = false
        rounds += 1
        var running: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
      }
      collectFinished(multi)
      if !pointee.full.isEmpty { pauseFull() }
    } while pointee.runNow && rounds < 64
    if pointee.runNow { pointee.timerDeadline = monotonicNow() &+ 1_000_000 }
  }

  private func pauseFull() {
    for exchange in pointee.full { exchange.pauseIfFull() }
    pointee.full.removeAll(keepingCapacity: true)
  }

  private func collectFinished(_ multi: UnsafeMutableRawPointer) {
    while true {
      let finished = ccurl_multi_next_finished(multi)
      guard let easy = finished.easy else { return }
      guard let context = ccurl_get_private(easy) else { continue }
      finish(context.assumingMemoryBound(to: Exchange.self), finished.code)
    }
  }

  // MARK: Exchanges

  /// Hands an exchange to libcurl.
  func start(_ exchange: Exchange.Pointer) {
    guard let multi = pointee.multi, !pointee.isShutDown else {
      exchange.pointee.failure = .shutDown
      return finish(exchange, CURLE_OK)
    }
    if case .cancelled = exchange.pointee.failure { return finish(exchange, CURLE_OK) }
    let previousFirst = pointee.runningFirst
    exchange.pointee.phase = .running
    exchange.pointee.previous = nil
    exchange.pointee.next = previousFirst
    previousFirst?.pointee.previous = exchange
    pointee.runningFirst = exchange
    pointee.runningCount += 1
    if exchange.pointee.timeout | exchange.pointee.idleLimit != 0 { watchLimits(exchange) }
    if curl_multi_add_handle(multi, exchange.pointee.handle) != CURLM_OK {
      finish(exchange, CURLE_FAILED_INIT)
    }
  }

  private func watchLimits(_ exchange: Exchange.Pointer) {
    let now = monotonicNow()
    exchange.pointee.lastActivity = now
    exchange.pointee.deadline = exchange.pointee.timeout == 0 ? 0 : now &+ exchange.pointee.timeout
    let first = Swift.min(
      exchange.pointee.timeout == 0 ? .max : exchange.pointee.deadline,
      exchange.pointee.idleLimit == 0 ? .max : now &+ exchange.pointee.idleLimit
    )
    pointee.watchDeadline = Swift.min(pointee.watchDeadline, first)
  }

  /// Takes an exchange back from libcurl; its task is resumed once the lock is free.
  func finish(_ exchange: Exchange.Pointer, _ code: CURLcode) {
    if exchange.pointee.phase == .running {
      exchange.pointee.phase = .idle
      let (previous, next) = (exchange.pointee.previous, exchange.pointee.next)
      if let previous { previous.pointee.next = next } else { pointee.runningFirst = next }
      next?.pointee.previous = previous
      pointee.runningCount -= 1
      if let multi = pointee.multi { curl_multi_remove_handle(multi, exchange.pointee.handle) }
    }
    exchange.pointee.generation &+= 1
    exchange.pointee.code = code
    exchange.pointee.upload?.stop()
    if exchange.pointee.isStreaming, let stream = exchange.pointee.stream {
      stream.end(exchange.error(), exchange.metrics(), self)
    }
    exchange.pointee.nextEnded = nil
    if let last = pointee.endedLast {
      last.pointee.nextEnded = exchange
    } else {
      pointee.endedFirst = exchange
    }
    pointee.endedLast = exchange
  }

  /// Ends an exchange that is still running.
  func fail(_ exchange: Exchange.Pointer, _ failure: ExchangeFailure) {
    exchange.pointee.failure = failure
    finish(exchange, CURLE_OK)
  }

  /// Ends the exchanges whose time is over, and finds out when the next one's is.
  func checkLimits() {
    let now = pointee.now
    var next = UInt64.max
    var following = pointee.runningFirst
    while let exchange = following {
      following = exchange.pointee.next
      if exchange.pointee.deadline != 0 {
        guard now < exchange.pointee.deadline else {
          fail(exchange, .timedOut)
          continue
        }
        next = Swift.min(next, exchange.pointee.deadline)
      }
      guard exchange.pointee.idleLimit != 0 else { continue }
      // Who waits for its own consumer or producer is not idle.
      if exchange.pointee.isReceivePaused || exchange.pointee.isSendPaused {
        exchange.pointee.lastActivity = now
      }
      let limit = exchange.pointee.lastActivity &+ exchange.pointee.idleLimit
      guard now < limit else {
        fail(exchange, .idle)
        continue
      }
      next = Swift.min(next, limit)
    }
    pointee.watchDeadline = next
  }

  /// Does what was asked for while the lock was taken.
  func execute(_ operation: LoopOperation) {
    switch operation {
    case .submit(let exchange): start(exchange)
    case .cancel(let reference):
      let exchange = reference.pointer
      guard exchange.pointee.generation == reference.generation else { return }
      if exchange.pointee.phase == .running {
        fail(exchange, .cancelled)
      } else {
        exchange.pointee.failure = .cancelled
      }
    case .cancelGroup(let group):
      forEachRunning { exchange in
        if exchange.pointee.group === group { fail(exchange, .cancelled) }
      }
    case .continueReceiving(let reference): resume(reference, receiving: true)
    case .continueSending(let reference): resume(reference, receiving: false)
    case .shutDown(let continuation):
      shutDown()
      pointee.ready.append(continuation)
    case .retire:
      pointee.isRetired = true
      shutDown()
    }
  }

  private func forEachRunning(_ body: (Exchange.Pointer) -> Void) {
    var following = pointee.runningFirst
    while let exchange = following {
      following = exchange.pointee.next
      body(exchange)
    }
  }

  private func resume(_ reference: ExchangeReference, receiving: Bool) {
    let exchange = reference.pointer
    guard exchange.pointee.generation == reference.generation,
      exchange.pointee.phase == .running
    else { return }
    if receiving {
      guard exchange.pointee.isReceivePaused else { return }
      exchange.pointee.isReceivePaused = false
    } else {
      guard exchange.pointee.isSendPaused else { return }
      exchange.pointee.isSendPaused = false
    }
    if exchange.pointee.idleLimit != 0 { exchange.pointee.lastActivity = monotonicNow() }
    let code = ccurl_continue(
      exchange.pointee.handle,
      exchange.pointee.isReceivePaused ? 1 : 0,
      exchange.pointee.isSendPaused ? 1 : 0
    )
    if code != CURLE_OK { finish(exchange, code) }
  }

  private func shutDown() {
    pointee.isShutDown = true
    forEachRunning { fail($0, .shutDown) }
    if let multi = pointee.multi {
      curl_multi_cleanup(multi)
      pointee.multi = nil
    }
    pointee.timerDeadline = .max
    pointee.watchDeadline = .max
    pointee.runNow = false
  }
}
