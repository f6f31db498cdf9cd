internal import CCurl
internal import EndpointKit
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Drives one multi handle with socket events, from whichever thread has something to do.
///
/// Whoever gets the lock works: a task that submits a request sends it from its own thread when
/// the lock is free, and leaves it in a queue when it is not; who holds the lock empties the queue
/// before and looks again after giving the lock up, so nothing stays behind. Nobody ever waits
/// for the lock but the event thread, and no task is resumed while it is held.
///
/// The event thread starts with the first request. It sleeps in the poller, without a timeout
/// where nothing has one.
final class EventLoop: @unchecked Sendable {
  let settings: LoopSettings
  let state: UnsafeMutablePointer<LoopState>
  private let lock = Lock()

  private struct Queues {
    var operations: [LoopOperation] = []
    var jobs: [LoopJob] = []
    var isThreadStarted = false
  }
  private let queueLock = Lock()
  private let queues: UnsafeMutablePointer<Queues>
  /// Operations being done; memory that serves again.
  private let batch: UnsafeMutablePointer<[LoopOperation]>

  private let poolLock = Lock()
  private struct Pools {
    var idle: Exchange.Pointer?
    var idleCount = 0
    /// Exchanges without a handle. Their memory is kept for the loop's life, since a cancellation
    /// that comes too late still reads the generation.
    var hollow: Exchange.Pointer?
  }
  private let pools: UnsafeMutablePointer<Pools>
  private static let maximumIdleCount = 512

  /// Counts the exchanges that have been handed back to their tasks.
  ///
  /// A continuation that is resumed before its task suspends orders the two by itself; this says
  /// so in a way that ThreadSanitizer sees.
  private let handedBack = Atomic<UInt>(0)

  /// Makes a loop; its thread starts later.
  ///
  /// - Returns: `nil` where the process has no descriptors or no memory left.
  init?(_ settings: LoopSettings) {
    guard EventLoop.isCurlReady, let poller = Poller() else { return nil }
    guard let multi = curl_multi_init() else {
      poller.destroy()
      return nil
    }
    self.settings = settings
    state = .allocate(capacity: 1)
    state.initialize(
      to: LoopState(poller: poller, expectsContinue: settings.configuration.expectsContinue)
    )
    state.pointee.multi = multi
    queues = .allocate(capacity: 1)
    queues.initialize(to: Queues())
    batch = .allocate(capacity: 1)
    batch.initialize(to: [])
    pools = .allocate(capacity: 1)
    pools.initialize(to: Pools())
    configure(multi)
  }

  /// Prepared once for the process.
  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func configure(_ multi: UnsafeMutableRawPointer) {
    let configuration = settings.configuration
    ccurl_multi_set_socket_callback(multi, LoopCallbacks.socket, state)
    ccurl_multi_set_timer_callback(multi, LoopCallbacks.timer, state)
    ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    ccurl_multi_set_long(
      multi,
      CURLMOPT_MAX_HOST_CONNECTIONS,
      max(1, configuration.maximumConnectionsPerHost)
    )
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.maximumIdleConnections))
    if let maximum = configuration.maximumConnections {
      ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, max(1, maximum))
    }
  }

  deinit {
    if let multi = state.pointee.multi { curl_multi_cleanup(multi) }
    EventLoop.destroy(pools.pointee.idle)
    EventLoop.destroy(pools.pointee.hollow)
    state.pointee.poller.destroy()
    state.pointee.sockets.destroy()
    state.deinitialize(count: 1)
    state.deallocate()
    queues.deinitialize(count: 1)
    queues.deallocate()
    batch.deinitialize(count: 1)
    batch.deallocate()
    pools.deallocate()
    lock.destroy()
    queueLock.destroy()
    poolLock.destroy()
  }

  private static func destroy(_ list: Exchange.Pointer?) {
    var following = list
    while let exchange = following {
      following = exchange.pointee.nextEnded
      exchange.destroy()
    }
  }

  // MARK: Pool

  /// Takes an idle exchange from the pool, or makes one.
  func acquire() throws -> Exchange.Pointer {
    let pooled: Exchange.Pointer? = poolLock.withLock {
      if let first = pools.pointee.idle {
        pools.pointee.idle = first.pointee.nextEnded
        pools.pointee.idleCount -= 1
        return first
      }
      guard let first = pools.pointee.hollow else { return nil }
      pools.pointee.hollow = first.pointee.nextEnded
      return first
    }
    if let pooled, !pooled.isHollow { return pooled }
    let exchange = pooled ?? Exchange.Pointer.make(loop: state)
    guard exchange.fill(settings) else {
      keepHollow(exchange)
      throw ClientError(.network, "there is no memory for a request")
    }
    return exchange
  }

  /// Puts an exchange back whose response has been read.
  func recycle(_ exchange: Exchange.Pointer) {
    exchange.reset()
    let isKept = poolLock.withLock {
      guard pools.pointee.idleCount < EventLoop.maximumIdleCount else { return false }
      exchange.pointee.nextEnded = pools.pointee.idle
      pools.pointee.idle = exchange
      pools.pointee.idleCount += 1
      return true
    }
    if isKept { return }
    exchange.hollowOut()
    keepHollow(exchange)
  }

  private func keepHollow(_ exchange: Exchange.Pointer) {
    poolLock.withLock {
      exchange.pointee.nextEnded = pools.pointee.hollow
      pools.pointee.hollow = exchange
    }
  }

  // MARK: Work

  /// Sends an exchange, now or as soon as whoever works is done.
  func submit(_ exchange: Exchange.Pointer) { perform(.submit(exchange)) }

  /// Does something now, or leaves it to whoever works.
  func perform(_ operation: LoopOperation) {
    if EventLoop.current == Unmanaged.passUnretained(self).toOpaque() {
      // A job on the event thread: the thread does everything at once after its jobs.
      enqueue(operation)
    } else if lock.tryLock() {
      drain()
      state.execute(operation)
      state.pump()
      release()
    } else {
      enqueue(operation)
      guard lock.tryLock() else { return }
      drain()
      state.pump()
      release()
    }
  }

  private func enqueue(_ operation: LoopOperation) {
    queueLock.withLock { queues.pointee.operations.append(operation) }
  }

  private var hasOperations: Bool {
    queueLock.withLock { !queues.pointee.operations.isEmpty }
  }

  /// Whether the event thread has more to do than to wait: jobs make new ones without waking it.
  private var hasOperationsOrJobs: Bool {
    queueLock.withLock { !queues.pointee.operations.isEmpty || !queues.pointee.jobs.isEmpty }
  }

  /// Does what is in the queue; the lock is held.
  private func drain() {
    queueLock.lock()
    if queues.pointee.operations.isEmpty {
      queueLock.unlock()
      return
    }
    swap(&queues.pointee.operations, &batch.pointee)
    queueLock.unlock()
    for operation in batch.pointee { state.execute(operation) }
    batch.pointee.removeAll(keepingCapacity: true)
  }

  /// Gives the lock up, resumes whose exchanges have ended, and works on where the queue has
  /// grown meanwhile.
  private func release() {
    while true {
      let wakes = mustWake()
      if !state.pointee.isThreadRunning, state.pointee.runningCount > 0 { startThread() }
      let effects = takeEffects()
      lock.unlock()
      if wakes { state.pointee.poller.wake() }
      resume(effects)
      guard hasOperations, lock.tryLock() else { return }
      drain()
      state.pump()
    }
  }

  /// Whether the event thread sleeps longer than it may.
  private func mustWake() -> Bool {
    guard state.pointee.isWaiting else { return false }
    let next = min(state.pointee.timerDeadline, state.pointee.watchDeadline)
    guard next < state.pointee.armed || state.pointee.isRetired else { return false }
    state.pointee.armed = next
    return true
  }

  private struct Effects {
    var ended: Exchange.Pointer?
    var ready: [UnsafeContinuation<Void, Never>] = []
    var isEmpty: Bool { ended == nil && ready.isEmpty }
  }

  private func takeEffects() -> Effects {
    var effects = Effects(ended: state.pointee.endedFirst)
    state.pointee.endedFirst = nil
    state.pointee.endedLast = nil
    if !state.pointee.ready.isEmpty { swap(&effects.ready, &state.pointee.ready) }
    return effects
  }

  /// What the loop wrote into an exchange before it gave it back is visible from here on.
  func receiveBack() { _ = handedBack.load(ordering: .acquiring) }

  /// Resumes tasks; the lock is free.
  private func resume(_ effects: Effects) {
    var following = effects.ended
    while let exchange = following {
      // Once resumed, the task owns the exchange.
      following = exchange.pointee.nextEnded
      let continuation = exchange.pointee.continuation
      exchange.pointee.continuation = nil
      if exchange.pointee.isStreaming { recycle(exchange) }
      handedBack.wrappingAdd(1, ordering: .releasing)
      continuation?.resume()
    }
    for continuation in effects.ready { continuation.resume() }
  }

  // MARK: Thread

  /// The loop whose thread this is.
  static var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Runs a job on the event thread.
  func enqueue(_ job: LoopJob) {
    let (isFirst, isStarted) = queueLock.withLock {
      queues.pointee.jobs.append(job)
      return (queues.pointee.jobs.count == 1, queues.pointee.isThreadStarted)
    }
    if !isStarted { startThread() }
    if isFirst, EventLoop.current != Unmanaged.passUnretained(self).toOpaque() {
      state.pointee.poller.wake()
    }
  }

  private func startThread() {
    let mustStart = queueLock.withLock {
      defer { queues.pointee.isThreadStarted = true }
      return !queues.pointee.isThreadStarted
    }
    guard mustStart else { return }
    // Without a thread nothing can go on, now or later: the process is out of resources.
    precondition(LoopThread.start { self.run() }, "the system has no thread left")
  }

  private func takeJobs() -> [LoopJob] {
    queueLock.withLock {
      guard !queues.pointee.jobs.isEmpty else { return [] }
      defer { queues.pointee.jobs = [] }
      return queues.pointee.jobs
    }
  }

  private func run() {
    pthread_setspecific(EventLoop.key, Unmanaged.passUnretained(self).toOpaque())
    lock.lock()
    state.pointee.isThreadRunning = true
    while true {
      drain()
      state.pump()
      let effects = takeEffects()
      if !effects.isEmpty {
        state.pointee.wasActive = true
        lock.unlock()
        resume(effects)
        runJobs()
        lock.lock()
        continue
      }
      if state.pointee.isRetired { break }
      let deadline = armedDeadline()
      state.pointee.armed = deadline
      state.pointee.isWaiting = true
      state.pointee.poller.prepare(state.pointee.sockets)
      lock.unlock()
      // Who queues something from here on finds the lock free, and jobs wake the poller.
      let isBusy = hasOperationsOrJobs
      let count = state.pointee.poller.wait(isBusy ? 0 : EventLoop.milliseconds(until: deadline))
      if isBusy { runJobs() }
      lock.lock()
      state.pointee.isWaiting = false
      turn(count)
    }
    lock.unlock()
    runJobs()
  }

  /// When the next wait has to end.
  ///
  /// While there is something to do, not later than in a second: a request that starts meanwhile
  /// and has its limits far ahead then need not wake the thread to tell it.
  private func armedDeadline() -> UInt64 {
    let deadline = min(state.pointee.timerDeadline, state.pointee.watchDeadline)
    guard state.pointee.wasActive else { return deadline }
    state.pointee.wasActive = false
    return min(deadline, monotonicNow() &+ 1_000_000_000)
  }

  /// Handles what the poller has reported and which times have come; the lock is held.
  private func turn(_ count: Int) {
    let deadline = min(state.pointee.timerDeadline, state.pointee.watchDeadline)
    if deadline != .max { state.pointee.now = monotonicNow() }
    for index in 0..<count {
      if let event = state.pointee.poller.event(index) { state.handle(event) }
    }
    guard deadline != .max else { return }
    let now = state.pointee.now
    if now >= state.pointee.timerDeadline {
      state.pointee.timerDeadline = .max
      state.pointee.runNow = true
    }
    if now >= state.pointee.watchDeadline { state.checkLimits() }
  }

  private func runJobs() {
    for job in takeJobs() { job.run() }
  }

  private static func milliseconds(until deadline: UInt64) -> Int32 {
    guard deadline != .max else { return -1 }
    let now = monotonicNow()
    guard deadline > now else { return 0 }
    return Int32(clamping: (deadline - now + 999_999) / 1_000_000)
  }
}
