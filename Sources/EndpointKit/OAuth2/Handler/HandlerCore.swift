/// Everything of an ``OAuth2Handler`` that changes, behind one lock.
struct HandlerCore: Sendable {
  /// What a waiting call is told.
  enum Outcome: Sendable {
    case released
    case failed(RetryQueueState.Failure, OAuth2Error?)
    case cancelled
  }

  /// What has to be done once the lock is free.
  struct Effects: Sendable {
    var resumed: [(CheckedContinuation<Outcome, Never>, Outcome)] = []
    var jobs: [Job] = []
    var events: [OAuth2Event] = []
    var obsolete: [Task<Void, Never>] = []
  }

  enum Job: Sendable {
    case load(generation: UInt64)
    case refresh(generation: UInt64)
    case authorize(generation: UInt64, scopes: Set<String>, OAuth2SignIn.Reason)
    case wait(generation: UInt64, Duration)

    var generation: UInt64 {
      switch self {
      case .load(let generation), .refresh(let generation), .authorize(let generation, _, _),
        .wait(let generation, _):
        generation
      }
    }
  }

  var state: RetryQueueState
  /// The token of the state's credential.
  var token: OAuth2Token?
  /// What goes into the `Authorization` field.
  var header = ""
  /// Whether the store holds the token.
  var isStored = false
  /// Hashes of what went into the field before.
  private var former = FormerHeaders()
  /// Why the last acquisition failed.
  var error: OAuth2Error?
  var waiters: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
  var tasks: [UInt64: Task<Void, Never>] = [:]

  init(_ options: RetryQueueState.Options) { state = RetryQueueState(options: options) }

  /// Puts a token in use, or none.
  mutating func use(_ token: OAuth2Token?, scheme: String, isStored: Bool) {
    if !header.isEmpty { former.insert(header) }
    self.token = token
    self.isStored = isStored
    header = token.map { "\(scheme) \($0.accessToken)" } ?? ""
    if token != nil { error = nil }
  }

  /// The epoch that a request was signed with; 0 for one before the current, `nil` where what it
  /// carried is none of ours.
  func epoch(of sent: String) -> UInt64? {
    if let credential = state.credential, sent == header { return credential.epoch }
    return former.contains(sent) ? 0 : nil
  }

  /// Takes in an event.
  mutating func take(_ event: RetryQueueState.Event, at now: Int64) -> Effects {
    var effects = Effects()
    for action in state.handle(event, at: now) {
      switch action {
      case .release(let call, _): resume(call, .released, &effects)
      case .fail(let call, let failure): resume(call, .failed(failure, error), &effects)
      case .load(let generation): effects.jobs.append(.load(generation: generation))
      case .refresh(let generation): effects.jobs.append(.refresh(generation: generation))
      case .wait(let generation, let pause):
        effects.jobs.append(.wait(generation: generation, .nanoseconds(pause)))
      case .authorize(let generation, let scopes):
        let isWidening = state.stepUp?.generation == generation
        let reason: OAuth2SignIn.Reason =
          isWidening ? .moreScope : state.wasEnded ? .grantEnded : .noToken
        effects.jobs.append(.authorize(generation: generation, scopes: scopes, reason))
      case .sessionEnded:
        use(nil, scheme: "", isStored: false)
        let cause = error ?? OAuth2Error(.invalidGrant, "the grant is over; sign in again")
        effects.events.append(.sessionEnded(cause))
      }
    }
    if tasks.contains(where: { !state.isAwaited($0.key) }) {
      for (generation, task) in tasks where !state.isAwaited(generation) {
        effects.obsolete.append(task)
        tasks[generation] = nil
      }
    }
    return effects
  }

  private mutating func resume(_ call: UInt64, _ outcome: Outcome, _ effects: inout Effects) {
    guard let waiter = waiters.removeValue(forKey: call) else { return }
    effects.resumed.append((waiter, outcome))
  }
}

/// The headers that were in use before, as hashes: enough to know a late refusal when it comes.
private struct FormerHeaders: Sendable {
  private var hashes: Set<Int> = []
  private var order: [Int] = []
  private var next = 0
  private static let capacity = 256

  mutating func insert(_ header: String) {
    let hash = header.hashValue
    guard hashes.insert(hash).inserted else { return }
    if order.count < Self.capacity {
      order.append(hash)
    } else {
      hashes.remove(order[next])
      order[next] = hash
      next = (next + 1) % Self.capacity
    }
  }

  func contains(_ header: String) -> Bool { hashes.contains(header.hashValue) }
}
