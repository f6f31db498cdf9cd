#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A value behind a lock that is never held across a suspension.
///
/// A plain mutex of the system: one that spins first burns processors that the holder could use,
/// and ThreadSanitizer knows this one, so that it can vouch for what is behind it.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked, since the compiler cannot see that `value` is touched under the lock alone.
  // The mutex needs an address of its own that never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The lock keeps accesses apart, which the run time would check once more.
  @exclusivity(unchecked) private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs a closure with exclusive access; keep it short.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

extension Locked: CustomReflectable {
  /// Shows nothing: reading the value needs the lock, and it may hold secrets.
  var customMirror: Mirror { Mirror(self, children: []) }
}
