/// The retry queue of an ``OAuth2Handler`` as a plain value: events go in, actions come out.
///
/// It reads no clock, starts no task and touches no token: time comes with each event, the shell
/// around it does what the actions say, and credentials are known here by their *epoch* alone, a
/// number that grows with each new credential. So a simulator can drive it through any
/// interleaving.
///
/// What it promises, however events interleave:
/// - at most one token request runs at a time, and at most one succeeds for an epoch;
/// - each parked call is released or failed exactly once, or leaves when it is cancelled;
/// - a call is signed with the newest credential known, never with an older one;
/// - parked calls go out in the configured order, each after the one before it was signed;
/// - nothing stays parked once the acquisition it waits for has ended.
package struct RetryQueueState: Sendable {
  /// A call, by the number of its ``RequestContext``; a later call has a larger one.
  package typealias CallID = UInt64
  /// Nanoseconds since some fixed moment; never runs backwards.
  package typealias Instant = Int64

  package let options: Options

  /// The credential calls are signed with.
  package private(set) var credential: Credential?
  /// What is being done to get a credential, if anything.
  package internal(set) var phase: Phase = .idle
  /// The authorization that is to widen the scope, if one runs.
  package internal(set) var stepUp: StepUp?

  /// Whether the store has been asked for a credential.
  var isLoaded = false
  /// Calls that wait for a credential.
  var queue: ReplayQueue
  /// Calls that wait for a wider scope, with the scopes they lack.
  var lacking: [(call: CallID, scopes: Set<String>)] = []
  /// The call that was released last, until it is signed.
  var unsigned: CallID?
  /// Released calls that have not ended; kept only where a limit asks for it.
  var active: Set<CallID> = []
  /// Scopes the last widening asked for: a call that lacks one of these will not get it.
  var askedScopes: Set<String> = []
  /// When the acquisitions that count against the budget began.
  var spent: [Instant] = []
  /// The entry of `spent` that the present acquisition made.
  var lastSpent: Instant?
  /// Whether the last session ended by rejection of its grant.
  var wasRejected = false
  /// Until when the token endpoint asked to be left alone.
  var quietUntil: Instant = .min

  private var lastEpoch: UInt64 = 0
  private var lastGeneration: UInt64 = 0

  package init(options: Options = Options()) {
    self.options = options
    queue = ReplayQueue(order: options.order)
  }

  /// The epoch to sign with now, `nil` where the call has to ask through ``Event/begin(_:)``.
  ///
  /// - Parameter now: the time.
  @inline(__always)
  package func epochToSign(at now: Instant) -> UInt64? {
    guard case .idle = phase, let credential, isUsable(credential, at: now) else { return nil }
    return credential.epoch
  }

  /// Whether the store has been read.
  package var hasLoaded: Bool { isLoaded }

  /// Whether the last session ended because its grant was rejected.
  package var wasEnded: Bool { wasRejected }

  /// How many calls wait.
  package var parkedCount: Int { queue.count + lacking.count }

  /// Takes in what happened and says what to do.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - now: when.
  /// - Returns: what the shell has to do, in this order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .begin(let call): begin(call, now, &actions)
    case .refused(let call, let epoch, let repeats): refused(call, epoch, repeats, now, &actions)
    case .lacksScope(let call, let epoch, let scopes, let repeats):
      lacksScope(call, epoch, scopes, repeats, now, &actions)
    case .signed(let call): signed(call, now, &actions)
    case .ended(let call): ended(call, now, &actions)
    case .cancelled(let call): cancelled(call, now, &actions)
    case .obtained(let generation, let facts): obtained(generation, facts, now, &actions)
    case .foundNothing(let generation): foundNothing(generation, now, &actions)
    case .failed(let generation, let failure): failed(generation, failure, now, &actions)
    case .waited(let generation): waited(generation, &actions)
    case .installed(let facts): installed(facts, now, &actions)
    case .signedOut: signedOut(&actions)
    }
    return actions
  }

  // MARK: Credentials

  /// Whether calls may be signed with a credential.
  ///
  /// A clock alone never ends a session: a credential past its expiry is still sent where there
  /// is no way to replace it, since the server, not this clock, decides.
  func isUsable(_ credential: Credential, at now: Instant) -> Bool {
    if credential.isRefused { return false }
    guard let refreshAt = credential.refreshAt, now >= refreshAt else { return true }
    if canRenewSilently { return false }
    return !options.canAuthorize || !credential.isExpired(at: now)
  }

  /// Whether a new credential can be had without asking a person.
  var canRenewSilently: Bool {
    options.acquiresSilently || credential?.isRefreshable == true
  }

  /// Makes a credential the current one, under a new epoch.
  mutating func adopt(_ facts: Credential.Facts, now: Instant) {
    lastEpoch += 1
    var new = Credential(epoch: lastEpoch, facts: facts)
    // A lifetime that is over on arrival says nothing; refreshing on it again would never end.
    if facts.isIssued, let refreshAt = facts.refreshAt, refreshAt <= now {
      new.refreshAt = nil
      new.dueAt = nil
    }
    credential = new
    isLoaded = true
    wasRejected = false
    quietUntil = .min
  }

  mutating func dropCredential() { credential = nil }

  mutating func markRefused() { credential?.isRefused = true }

  mutating func markDisputed() { credential?.isDisputed = true }

  /// Goes on with a credential whose refresh ahead of expiry failed, and asks again later.
  mutating func postponeRefresh(until instant: Instant) { credential?.refreshAt = instant }

  mutating func nextGeneration() -> UInt64 {
    lastGeneration += 1
    return lastGeneration
  }
}
