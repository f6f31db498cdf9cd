internal import Synchronization

/// What a session has under way, and the means to end it.
final class InFlight: Sendable {
  private let calls = Atomic<Int>(0)
  private let epochs = Atomic<UInt64>(0)
  private let nextKey = Atomic<UInt64>(0)
  private let cancellations = Locked<[UInt64: @Sendable () -> Void]>([:])

  /// Calls that have started and not ended.
  var count: Int { calls.load(ordering: .relaxed) }

  /// Changes when everything is cancelled; a call that sees it change must end.
  var epoch: UInt64 { epochs.load(ordering: .acquiring) }

  func enter() { calls.add(1, ordering: .relaxed) }
  func leave() { calls.subtract(1, ordering: .relaxed) }

  /// Ends all that is registered and makes every call see a new epoch.
  func cancelAll() {
    epochs.add(1, ordering: .releasing)
    for cancel in cancellations.withLock({ Array($0.values) }) { cancel() }
  }

  /// Registers a way to end something; call ``remove(_:)`` with the key when it has ended.
  func add(_ cancel: @escaping @Sendable () -> Void) -> UInt64 {
    let key = nextKey.add(1, ordering: .relaxed).newValue
    cancellations.withLock { $0[key] = cancel }
    return key
  }

  func remove(_ key: UInt64) { cancellations.withLock { $0[key] = nil } }

  /// Runs work in a task of its own that ``cancelAll()`` can cancel.
  ///
  /// - Parameters:
  ///   - epoch: the epoch when the call started; the work is cancelled at once if it has passed.
  ///   - work: the work.
  func tracked<Value: Sendable>(
    in epoch: UInt64,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let key = add { task.cancel() }
    defer { remove(key) }
    if self.epoch != epoch { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
