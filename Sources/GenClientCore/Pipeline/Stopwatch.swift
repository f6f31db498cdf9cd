import Diagnostics

/// Measures the stages of a run.
final class Stopwatch: Sendable {
  private let stages = Locked<[(name: String, nanoseconds: UInt64)]>([])

  /// Runs a stage; one that runs several times counts together.
  func measure<Result, Failure: Error>(
    _ name: String,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = Host.nanoseconds
    defer {
      let passed = Host.nanoseconds - start
      stages.withLock { stages in
        if let position = stages.firstIndex(where: { $0.name == name }) {
          stages[position].nanoseconds += passed
        } else {
          stages.append((name, passed))
        }
      }
    }
    return try body()
  }

  /// The stages in order of their first run, with milliseconds.
  var table: [(name: String, milliseconds: Double)] {
    stages.withLock { stages in
      stages.map { ($0.name, Double($0.nanoseconds / 10_000) / 100) }
    }
  }
}
