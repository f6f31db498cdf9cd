#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Time as OAuth 2 needs it; tests bring their own.
struct OAuth2Clock: Sendable {
  /// Nanoseconds that never run backwards and go on while the machine sleeps.
  var monotonic: @Sendable () -> Int64
  /// The time of day.
  var wall: @Sendable () -> Date
  var sleep: @Sendable (Duration) async throws -> Void

  static let system: OAuth2Clock = {
    let origin = ContinuousClock.now
    return OAuth2Clock(
      monotonic: { origin.duration(to: .now).nanoseconds },
      wall: { Date() },
      sleep: { try await Task.sleep(for: $0) }
    )
  }()
}

extension Duration {
  /// Whole nanoseconds; what does not fit is cut to the largest number.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
  }

  var seconds: Double { Double(nanoseconds) / 1e9 }
}
