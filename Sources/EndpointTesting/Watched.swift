#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// State behind a lock, with a way to wait for it to change.
///
/// Server threads may block, so a condition variable is right here; asynchronous callers are
/// woken through continuations that live in the state itself.
final class Watched<State>: @unchecked Sendable {
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads and changes the state; waiters look again afterwards.
  @discardableResult
  func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Reads and changes the state without waking anyone.
  func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Blocks the calling thread until the closure gives a value. Only for threads of our own.
  func wait<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }
}

/// Starts a detached thread of our own.
///
/// - Parameter body: what it runs.
/// - Returns: whether the system could make one.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let start = Unmanaged.passRetained(Start(body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, 1 << 20)
  #if canImport(Darwin)
  var thread: pthread_t?
  let status = pthread_create(
    &thread,
    &attributes,
    { argument in
      Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    },
    start.toOpaque()
  )
  #else
  var thread = pthread_t()
  let status = pthread_create(
    &thread,
    &attributes,
    { argument in
      if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    },
    start.toOpaque()
  )
  #endif
  if status != 0 { start.release() }
  return status == 0
}
