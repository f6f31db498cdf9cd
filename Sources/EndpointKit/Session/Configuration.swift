extension Session {
  /// Settings of a session; every one has a default that is safe against a misbehaving server.
  public struct Configuration: Sendable {
    /// The time one exchange may take, from connecting to the last byte; `nil` means no limit.
    ///
    /// Streams and downloads are limited by ``idleTimeout`` instead.
    public var timeout: Duration? = .seconds(60)
    /// The time establishing a connection may take; `nil` means the transport's default.
    public var connectTimeout: Duration?
    /// How long no byte may move; `nil` means no limit.
    public var idleTimeout: Duration? = .seconds(60)
    /// The largest decoded body that is collected in memory; `nil` means no limit.
    public var maximumBodySize: Int? = 256 << 20
    /// Header fields of every request; those of an operation or a call replace them.
    public var fields: HTTPFields = [:]
    /// The `User-Agent` field; `nil` sends none.
    public var userAgent: String? = "EndpointKit/0.1"
    /// Which redirects are followed.
    public var redirects = RedirectPolicy()
    /// How responses are judged.
    public var validation = Validation()
    /// Retries failed calls after all interceptors declined; `nil` retries nothing.
    public var retry: RetryPolicy?
    /// How many tries a call may make, whatever retriers want.
    public var maximumTries = 32
    /// Keeps cookies between calls; `nil` ignores them.
    public var cookies: CookieStore?
    /// Remembers responses and revalidates them with conditional requests; `nil` does not.
    public var cache: ConditionalCache?
    /// The field in which calls that are not idempotent carry a key that stays the same over all
    /// their tries, which makes them safe to retry; `nil` sends none.
    public var idempotencyKeyField: String?
    /// Origins besides the session's server that requests may be signed for.
    public var trustedOrigins: Set<Origin> = []
    /// Fields that do not follow a redirect to another origin, besides what signers set.
    public var sensitiveFields: Set<String> = [
      "Authorization", "Proxy-Authorization", "Cookie", "Cookie2", "X-Api-Key", "Api-Key",
      "X-Auth-Token", "X-Access-Token", "X-CSRF-Token",
    ]
    /// Whether compressed responses are asked for and decoded.
    public var decompresses = true
    /// Measures and passes time; tests replace it.
    public var clock = SessionClock.continuous

    /// Makes the usual settings; change what should differ.
    public init() {}
  }
}

/// The passing of time, as sessions and retry policies see it.
public struct SessionClock: Sendable {
  /// The time since some fixed moment; never goes back.
  public var now: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Makes a clock of two functions.
  public init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's clock, which also runs while the machine sleeps.
  public static let continuous: SessionClock = {
    let origin = ContinuousClock.now
    return SessionClock(
      now: { origin.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0) }
    )
  }()
}
