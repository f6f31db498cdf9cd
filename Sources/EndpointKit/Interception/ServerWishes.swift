#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension ClientError {
  /// How long the server asks to wait before the next try: `Retry-After` in seconds or as a date,
  /// else the time until a rate limit that is used up is reset.
  ///
  /// Dates count from the response's own `Date` field, so that clocks need not agree.
  public var retryAfter: Duration? { retryAfter(wallClock: WallClock.now) }

  func retryAfter(wallClock: () -> Double) -> Duration? {
    guard let fields = response?.fields else { return nil }
    func untilDate(_ seconds: Double) -> Duration {
      let now = fields["Date"].flatMap(HTTPDate.seconds) ?? wallClock()
      return .seconds(min(max(seconds - now, 0), 1e9))
    }
    if let text = fields["Retry-After"] {
      if let seconds = Double(text.trimmingBlanks), seconds.isFinite {
        return .seconds(min(max(seconds, 0), 1e9))
      }
      if let date = HTTPDate.seconds(text) { return untilDate(date) }
    }
    guard isRateLimited else { return nil }
    for name in ["X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset"] {
      guard let text = fields[name], let number = Double(text.trimmingBlanks), number.isFinite
      else { continue }
      // Small numbers are seconds to wait, large ones a time since 1970 (in milliseconds at some).
      if number < 1e8 { return .seconds(max(number, 0)) }
      return untilDate(number > 1e11 ? number / 1000 : number)
    }
    return nil
  }

  /// Whether the response says that no requests are left for now.
  var isRateLimited: Bool {
    guard let status, status == 403 || status == 429, let fields = response?.fields else {
      return false
    }
    for name in ["X-RateLimit-Remaining", "RateLimit-Remaining", "X-Rate-Limit-Remaining"] {
      if let text = fields[name] { return text.trimmingBlanks == "0" }
    }
    return status == 429
  }

  /// Whether the failure shows that the server has seen nothing of the request.
  var leftNothingSent: Bool {
    networkCondition == .connect || networkCondition == .nameLookup
  }
}

/// The time of day, without Foundation.
enum WallClock {
  /// Seconds since 1970.
  static let now: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
