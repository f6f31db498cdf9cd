/// Lets one task after another run a piece of asynchronous work.
final class AsyncTurn: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    var lastID: UInt64 = 0
  }

  private let state = Locked(State())

  /// Runs work when it is its turn, in order of arrival.
  ///
  /// - Throws: what the work throws; `CancellationError` where the task was cancelled before.
  func take<Result: Sendable>(
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    guard await arrive() else { throw CancellationError() }
    defer { leave() }
    return try await work()
  }

  private func arrive() async -> Bool {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let immediate: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          state.waiting.append((id, continuation))
          return nil
        }
        if let immediate { continuation.resume(returning: immediate) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
      }
      waiter?.resume(returning: false)
    }
  }

  private func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }
}
