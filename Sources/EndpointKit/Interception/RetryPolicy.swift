/// Retries what is likely to succeed the next time: server trouble, rate limits, broken
/// connections.
///
/// Only calls that may be sent twice are retried, unless nothing of them can have reached the
/// server. Pauses grow exponentially with jitter; where the server says how long to wait
/// (`Retry-After`, rate-limit fields), it is obeyed up to a limit.
public struct RetryPolicy: RequestInterceptor {
  /// How many retries there are after the first try.
  public var limit = 2
  /// The pause before the first retry.
  public var baseDelay = Duration.milliseconds(500)
  /// By how much each pause is longer than the one before.
  public var multiplier = 2.0
  /// The longest pause that is not the server's wish.
  public var maximumDelay = Duration.seconds(30)
  /// How much of a pause is left to chance, 0 to 1: 1 spreads it from nothing to its full length.
  public var jitter = 0.5
  /// Statuses that are retried.
  public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
  /// Failures without a response that are retried.
  public var failures: Set<ClientError.Kind> = [.network, .timeout]
  /// Whether calls that are not idempotent are retried too.
  public var retriesNonIdempotent = false
  /// The longest wait a server can ask for; the call fails if it asks for more.
  public var maximumServerDelay = Duration.seconds(60)
  /// The time all tries and pauses together may take; `nil` means no limit.
  public var totalDeadline: Duration?
  /// Gives numbers from 0 to 1 for the jitter.
  public var random: @Sendable () -> Double = { Double.random(in: 0...1) }
  /// Seconds since 1970, for servers that give a date and do not say theirs.
  public var wallClock: @Sendable () -> Double = WallClock.now

  /// Makes the usual policy; change what should differ.
  public init() {}

  /// A policy with another number of retries.
  ///
  /// - Parameter limit: how many retries there are after the first try.
  public init(limit: Int) { self.limit = limit }

  /// Retries nothing.
  public static let never = RetryPolicy(limit: 0)

  /// Decides by status or failure, method, and time left.
  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision { decide(context, error) }

  func decide(_ context: RequestContext, _ error: ClientError) -> RetryDecision {
    guard context.attempt <= limit, isRetriable(error) else { return .doNotRetry }
    guard context.isIdempotent || retriesNonIdempotent || error.leftNothingSent else {
      return .doNotRetry
    }
    var delay = backoff(before: context.attempt)
    if let wish = error.retryAfter(wallClock: wallClock) {
      guard wish <= maximumServerDelay else { return .doNotRetry }
      delay = wish
    }
    if let totalDeadline, context.elapsed + delay >= totalDeadline { return .doNotRetry }
    return .retry(after: delay)
  }

  private func isRetriable(_ error: ClientError) -> Bool {
    // A connection that breaks in the body does so after a status.
    if failures.contains(error.kind) { return true }
    guard let status = error.status else { return false }
    // Some servers (GitHub) answer an exhausted rate limit with 403.
    return statuses.contains(status) || (status == 403 && error.isRateLimited)
  }

  /// The pause before a retry, if the server has no wish.
  func backoff(before retry: Int) -> Duration {
    var delay = baseDelay.inSeconds
    for _ in 1..<max(retry, 1) { delay *= multiplier }
    delay = min(delay, maximumDelay.inSeconds)
    return .seconds(delay * (1 - jitter * min(max(random(), 0), 1)))
  }
}

/// Retries idempotent calls whose connection broke before the response was there, once, at once.
///
/// That happens when a server closes an idle connection at the moment a request goes out on it.
public struct ConnectionLostRetryPolicy: RequestInterceptor {
  /// How many retries there are after the first try.
  public var limit = 1

  /// Makes the usual policy; change what should differ.
  public init() {}

  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision {
    let isLost = error.networkCondition == .connectionLost && context.isIdempotent
    return isLost && context.attempt <= limit ? .retry : .doNotRetry
  }
}

extension Duration {
  /// The duration as a number of seconds.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
