// How a credential is got: loaded, refreshed, asked of a person, and how that ends.
extension RetryQueueState {
  /// Begins to get a credential unless that is under way.
  ///
  /// - Returns: why it cannot be begun; `nil` where it was.
  mutating func acquire(_ now: Instant, _ actions: inout [Action]) -> Failure? {
    guard case .idle = phase else { return nil }
    if !isLoaded {
      let generation = nextGeneration()
      phase = .loading(generation: generation)
      actions.append(.load(generation: generation))
      return nil
    }
    guard canRenewSilently else {
      return options.canAuthorize ? authorize(now, &actions) : .signInRequired
    }
    if now < quietUntil { return .unavailable }
    guard spendBudget(now) else { return .budgetSpent }
    let generation = nextGeneration()
    phase = .refreshing(generation: generation, attempt: 1)
    actions.append(.refresh(generation: generation))
    return nil
  }

  /// Asks a person, or joins the question that is being asked.
  private mutating func authorize(_ now: Instant, _ actions: inout [Action]) -> Failure? {
    if let stepUp {
      phase = .authorizing(generation: stepUp.generation, scopes: stepUp.scopes)
      self.stepUp = nil
      for entry in lacking { queue.insert(entry.call, .refused(epoch: 0)) }
      lacking = []
      return nil
    }
    guard spendBudget(now) else { return .budgetSpent }
    let generation = nextGeneration()
    phase = .authorizing(generation: generation, scopes: askedScopes)
    actions.append(.authorize(generation: generation, scopes: askedScopes))
    return nil
  }

  mutating func beginStepUp(_ scopes: Set<String>, _ actions: inout [Action]) {
    let all = scopes.union(askedScopes)
    let generation = nextGeneration()
    stepUp = StepUp(generation: generation, scopes: all)
    actions.append(.authorize(generation: generation, scopes: all))
  }

  /// Counts an acquisition against the budget, unless the credential ended as announced.
  ///
  /// Announced ends are bounded by the lifetime already; everything else could be a loop.
  private mutating func spendBudget(_ now: Instant) -> Bool {
    if let credential, let dueAt = credential.dueAt, now >= dueAt, !credential.isDisputed {
      lastSpent = nil
      return true
    }
    spent.removeAll { $0 <= now - options.budgetWindow }
    guard spent.count < options.budget else { return false }
    spent.append(now)
    lastSpent = now
    return true
  }

  /// A failure that comes from outside proves no loop.
  private mutating func refundBudget() {
    guard let instant = lastSpent, let index = spent.lastIndex(of: instant) else { return }
    spent.remove(at: index)
    lastSpent = nil
  }

  // MARK: How it ends

  private var generation: UInt64? {
    switch phase {
    case .idle: nil
    case .loading(let generation), .refreshing(let generation, _), .pausing(let generation, _),
      .authorizing(let generation, _):
      generation
    }
  }

  /// Whether the shell should still bring the result of this acquisition.
  package func isAwaited(_ generation: UInt64) -> Bool {
    generation == self.generation || generation == stepUp?.generation
  }

  mutating func obtained(
    _ generation: UInt64,
    _ facts: Credential.Facts,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    if let stepUp, stepUp.generation == generation {
      self.stepUp = nil
      phase = .idle
      adopt(facts, now: now)
      askedScopes = stepUp.scopes
      let rest = lacking.filter { !$0.scopes.isSubset(of: stepUp.scopes) }
      for entry in lacking where entry.scopes.isSubset(of: stepUp.scopes) {
        queue.insert(entry.call, .refused(epoch: 0))
      }
      lacking = rest
      if !rest.isEmpty {
        beginStepUp(rest.reduce(into: []) { $0.formUnion($1.scopes) }, &actions)
      }
    } else if generation == self.generation {
      var wasLoading = false
      switch phase {
      case .authorizing(_, let scopes): askedScopes = scopes
      case .loading: wasLoading = true
      default: break
      }
      phase = .idle
      adopt(facts, now: now)
      if wasLoading { releaseFirst(now, &actions) }
    } else {
      return
    }
    drain(now, &actions)
  }

  /// Lets the calls go that only waited for the store to be read: they repeat nothing, so neither
  /// order nor limit is meant for them.
  private mutating func releaseFirst(_ now: Instant, _ actions: inout [Action]) {
    guard let credential, isUsable(credential, at: now) else { return }
    while let entry = queue.popFirst() {
      actions.append(.release(entry.call, epoch: credential.epoch))
    }
  }

  mutating func foundNothing(
    _ generation: UInt64,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    guard case .loading(generation) = phase else { return }
    isLoaded = true
    phase = .idle
    drain(now, &actions)
  }

  mutating func failed(
    _ generation: UInt64,
    _ failure: AcquisitionFailure,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    if let stepUp, stepUp.generation == generation {
      self.stepUp = nil
      failLacking(.insufficientScope, &actions)
      return
    }
    guard generation == self.generation else { return }
    switch failure {
    case .transient(let retryAfter): failedForNow(generation, retryAfter, now, &actions)
    case .rejected: rejected(now, &actions)
    case .misconfigured:
      markDisputed()
      settle(.misconfigured, now, &actions)
    case .declined: settle(.declined, now, &actions)
    }
  }

  private mutating func failedForNow(
    _ generation: UInt64,
    _ retryAfter: Int64?,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    let asked = max(0, retryAfter ?? 0)
    if case .refreshing(_, let attempt) = phase, attempt < options.maximumAttempts,
      asked <= options.maximumRetryAfter
    {
      phase = .pausing(generation: generation, attempt: attempt)
      let pause = min(options.maximumPause, options.initialPause << min(attempt - 1, 20))
      actions.append(.wait(generation: generation, max(pause, asked)))
      return
    }
    quietUntil = now + asked
    refundBudget()
    settle(.unavailable, now, &actions)
  }

  private mutating func rejected(_ now: Instant, _ actions: inout [Action]) {
    guard case .refreshing = phase else { return settle(.rejected, now, &actions) }
    phase = .idle
    dropCredential()
    wasRejected = true
    actions.append(.sessionEnded)
    if options.canAuthorize, authorize(now, &actions) == nil { return }
    failQueue(.rejected, &actions)
    failLacking(.rejected, &actions)
  }

  mutating func waited(_ generation: UInt64, _ actions: inout [Action]) {
    guard case .pausing(generation, let attempt) = phase else { return }
    phase = .refreshing(generation: generation, attempt: attempt + 1)
    actions.append(.refresh(generation: generation))
  }

  mutating func installed(
    _ facts: Credential.Facts,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    phase = .idle
    stepUp = nil
    askedScopes = []
    dropCredential()
    adopt(facts, now: now)
    for entry in lacking { queue.insert(entry.call, .refused(epoch: 0)) }
    lacking = []
    drain(now, &actions)
  }

  mutating func signedOut(_ actions: inout [Action]) {
    phase = .idle
    stepUp = nil
    askedScopes = []
    dropCredential()
    isLoaded = true
    wasRejected = false
    failQueue(.signedOut, &actions)
    failLacking(.signedOut, &actions)
  }

  /// Ends an acquisition that brought nothing: calls go on with what there is, where the server
  /// has not refused it and it lasts, and fail otherwise.
  private mutating func settle(
    _ failure: Failure,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    phase = .idle
    if let credential = standIn(at: now) {
      let later = now + options.maximumPause
      postponeRefresh(until: min(credential.expiresAt ?? later, later))
      drain(now, &actions)
    } else {
      failQueue(failure, &actions)
    }
  }
}
