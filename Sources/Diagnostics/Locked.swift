#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value behind a lock.
///
/// `Synchronization.Mutex` would do, but asks for newer systems than the rest of the package.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked, since the compiler cannot see that `value` is touched under the lock alone.
  // The mutex needs a stable address, hence the allocation.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Puts a value behind a lock of its own.
  package init(_ value: sending Value) {
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

  /// Runs `body` on the value while no one else can touch it.
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows
    -> sending Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
