internal import EndpointKit

/// Runs work that must end in time.
enum Deadline {
  /// Runs work and turns running out of time, and being cancelled, into ``ClientError``.
  ///
  /// - Parameters:
  ///   - limit: how long it may take; `nil` for any time.
  ///   - work: what to run.
  /// - Returns: what the work gives.
  static func run<Result: Sendable>(
    within limit: Duration?,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    do {
      guard let limit else { return try await work() }
      return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
          try await Task.sleep(for: limit)
          return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else {
          throw ClientError(.timeout, "no complete response came within \(limit)")
        }
        return result
      }
    } catch let error as CancellationError {
      throw ClientError(.cancelled, "the call was cancelled", underlying: error)
    }
  }
}

extension ClientError {
  /// The error of an exchange whose task was cancelled.
  static var cancelledByTask: ClientError { ClientError(.cancelled, "the call was cancelled") }
}

extension Task where Success == Never, Failure == Never {
  /// Throws an error of the caller's choice where the task has been cancelled.
  static func checkCancellation(orThrow error: @autoclosure () -> ClientError) throws {
    if isCancelled { throw error() }
  }
}
