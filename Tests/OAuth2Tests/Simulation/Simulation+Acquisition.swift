import EndpointKit

// The shell in the small: store, lock, token endpoint, people.
extension Simulation {
  /// Hands an event to a process and does what comes back.
  func send(
    _ event: RetryQueueState.Event,
    to process: Int,
    _ look: (([RetryQueueState.Action]) -> Void)? = nil
  ) {
    let actions = processes[process].state.handle(event, at: now)
    if isTraced { print("  \(process) \(event) -> \(actions)") }
    look?(actions)
    for action in actions { perform(action, in: process) }
    while let index = ending.popLast() { end(index) }
  }

  private func perform(_ action: RetryQueueState.Action, in process: Int) {
    switch action {
    case .load(let generation):
      check(processes[process].acquiring == nil, "two acquisitions at once")
      processes[process].acquiring = generation
      schedule(.loaded(process, generation), after: moment(5))
    case .refresh(let generation): beginRefresh(process, generation)
    case .authorize(let generation, let scopes):
      check(plan.options.canAuthorize, "a person is asked though there is none")
      if !scopes.isEmpty { processes[process].widening = generation }
      if isSteppingUp(process, generation) {
        check(!processes[process].wasWidened, "a person is asked the same again")
      } else {
        check(
          !scopes.isEmpty || !processes[process].wasWidened,
          "scopes once asked for are forgotten"
        )
        check(processes[process].acquiring == nil, "two acquisitions at once")
        checkBudget(process, isExplained: isExplained(process))
        processes[process].acquiring = generation
      }
      schedule(
        .authorized(process, generation, isWide: scopes.contains("wide")),
        after: 5 + moment(60)
      )
    case .wait(let generation, let pause):
      check(pause >= processes[process].askedPause, "the pause the endpoint asked for is cut")
      check(pause <= 100, "the pause is too long")
      schedule(.waited(process, generation), after: pause)
    case .release(let call, let epoch): released(Int(call), epoch, in: process)
    case .fail(let call, let failure): failed(Int(call), failure, in: process)
    case .sessionEnded:
      processes[process].wasEnded = true
      check(
        processes[process].held != nil || plan.options.acquiresSilently,
        "a session that does not exist ended"
      )
      if let refresh = processes[process].held?.refresh {
        processes[process].deadRefresh.insert(refresh)
      }
      if let stored = store.record, stored.revision <= processes[process].held?.revision ?? 0 {
        store.record = nil
      }
      processes[process].held = nil
      processes[process].acquiring = nil
    }
  }

  func takeAcquisition(_ happening: Happening) {
    switch happening {
    case .loaded(let process, let generation): loaded(process, generation)
    case .locked(let process, let generation, let purpose): locked(process, generation, purpose)
    case .tokenArrives(let process, let generation, let refresh):
      tokenArrives(process, generation, refresh)
    case .tokenAnswer(let process, let generation, let answer):
      tokenAnswer(process, generation, answer)
    case .waited(let process, let generation): send(.waited(generation: generation), to: process)
    case .authorized(let process, let generation, let isWide):
      authorized(process, generation, isWide)
    case .signOut(let process): signOut(process)
    case .signIn(let process):
      let issued = server.beginFamily(
        until: now + plan.lifetime,
        isWide: true,
        refreshable: plan.isRefreshable
      )
      // In memory first, then in the store, when it is free.
      let new = record(issued, after: processes[process].held)
      processes[process].acquiring = nil
      processes[process].wasWidened = false
      adopt(new, isIssued: true, in: process, .installed(facts(new, isIssued: true)))
      lock(process, 0, .keep(new))
    default: break
    }
  }

  private func isExplained(_ process: Int) -> Bool {
    guard let held = processes[process].held, let expiresAt = held.expiresAt,
      !held.isOverOnArrival
    else { return false }
    return now >= expiresAt - plan.leeway && !processes[process].isDisputed
  }

  private func checkBudget(_ process: Int, isExplained: Bool) {
    processes[process].cycleCounts = !isExplained
    guard !isExplained else { return }
    processes[process].counted.removeAll { $0 <= now - plan.options.budgetWindow }
    processes[process].counted.append(now)
    check(processes[process].counted.count <= plan.options.budget, "the refresh budget is overrun")
  }

  private func beginRefresh(_ process: Int, _ generation: UInt64) {
    let view = processes[process]
    check(view.acquiring == nil || view.acquiring == generation, "two refreshes at once")
    check(view.isDue(now, leeway: plan.leeway), "a token was refreshed that was still good")
    check(now >= view.quietUntil, "the token endpoint was not left alone as it asked")
    processes[process].acquiring = generation
    if view.cycle != generation {
      processes[process].cycle = generation
      processes[process].attempts = 0
      checkBudget(process, isExplained: isExplained(process))
    }
    processes[process].attempts += 1
    check(processes[process].attempts <= plan.options.maximumAttempts, "too many attempts")
    lock(process, generation, .refresh)
  }

  // MARK: The store

  private func lock(_ process: Int, _ generation: UInt64, _ purpose: Purpose) {
    if store.owner == nil {
      store.owner = (process, generation)
      schedule(.locked(process, generation, purpose), after: Int64(random.below(3)))
    } else {
      store.waiters.append((process, generation, purpose))
    }
  }

  private func unlock() {
    store.owner = nil
    guard !store.waiters.isEmpty else { return }
    let next = store.waiters.removeFirst()
    lock(next.process, next.generation, next.purpose)
  }

  private func save(_ record: inout Record) {
    if random.percent(plan.storesFail) {
      storeFailed = true
    } else {
      record.isStored = true
      store.record = record
    }
  }

  private func loaded(_ process: Int, _ generation: UInt64) {
    guard processes[process].state.isAwaited(generation) else { return }
    processes[process].acquiring = nil
    if let record = store.record {
      isLoading = true
      defer { isLoading = false }
      adopt(
        record,
        isIssued: false,
        in: process,
        .obtained(
          generation: generation,
          facts(record, isIssued: false)
        )
      )
    } else {
      send(.foundNothing(generation: generation), to: process)
    }
  }

  private func locked(_ process: Int, _ generation: UInt64, _ purpose: Purpose) {
    if case .keep(var record) = purpose {
      record.revision = max(store.record?.revision ?? 0, record.revision) + 1
      if generation == 0 {
        // Refreshed meanwhile: what the store holds is newer.
        if processes[process].held?.access == record.access {
          save(&record)
          processes[process].held?.revision = record.revision
          processes[process].held?.isStored = record.isStored
        }
        return unlock()
      }
      save(&record)
      unlock()
      if processes[process].state.isAwaited(generation) {
        if processes[process].widening == generation { processes[process].wasWidened = true }
        processes[process].acquiring = nil
        adopt(
          record,
          isIssued: true,
          in: process,
          .obtained(generation: generation, facts(record, isIssued: true))
        )
      } else {
        ignores(.obtained(generation: generation, facts(record, isIssued: true)), process)
      }
      return
    }
    guard processes[process].state.isAwaited(generation) else { return unlock() }
    let stored = store.record
    let isFresh = stored.map { $0.expiresAt.map { now < $0 - plan.leeway } ?? true } ?? false
    let way = RefreshPlan(
      held: processes[process].held?.revision,
      stored: stored?.revision,
      isStoredFresh: isFresh,
      wasHeldStored: processes[process].held?.isStored == true
    )
    if way == .adoptStored, let stored {
      unlock()
      processes[process].acquiring = nil
      adopt(
        stored,
        isIssued: false,
        in: process,
        .obtained(generation: generation, facts(stored, isIssued: false))
      )
      return
    }
    if way == .forgetHeld {
      processes[process].held?.refresh = nil
      if !plan.options.acquiresSilently {
        unlock()
        send(.failed(generation: generation, .rejected), to: process)
        return
      }
    }
    if way == .refreshStored, let stored { processes[process].held = stored }
    let refresh = processes[process].held?.refresh
    if way == .refreshHeld, let refresh {
      check(!processes[process].deadRefresh.contains(refresh), "a dead refresh token was sent")
    }
    schedule(
      .tokenArrives(process, generation, refresh: refresh),
      after: plan.slowRefresh ? 100 : moment()
    )
  }

  private func isSteppingUp(_ process: Int, _ generation: UInt64) -> Bool {
    processes[process].state.stepUp?.generation == generation
  }

  /// Brings the result of an acquisition that nobody waits for any more.
  private func ignores(_ event: RetryQueueState.Event, _ process: Int) {
    let epoch = processes[process].state.credential?.epoch
    let actions = processes[process].state.handle(event, at: now)
    check(
      actions.isEmpty && processes[process].state.credential?.epoch == epoch,
      "a result nobody waits for was taken"
    )
  }

  /// Makes a record the newest credential of a process, then tells its queue.
  private func adopt(
    _ record: Record,
    isIssued: Bool,
    in process: Int,
    _ event: RetryQueueState.Event
  ) {
    processes[process].held = record
    if isIssued, let end = record.expiresAt, end - plan.leeway <= now {
      processes[process].held?.isOverOnArrival = true
    }
    processes[process].epoch += 1
    processes[process].isRefused = false
    processes[process].isDisputed = false
    processes[process].quietUntil = .min
    processes[process].isIssued = isIssued
    accessTokens[process].append(record.access)
    send(event, to: process)
  }

  // MARK: The token endpoint

  private func tokenArrives(_ process: Int, _ generation: UInt64, _ refresh: Int?) {
    countTokenRequest()
    let answer: TokenAnswer
    let until = now + plan.lifetime
    if random.percent(plan.transient) {
      let pause: Int64? = random.percent(50) ? nil : [20, 90, 400][random.below(3)]
      answer = .failed(.transient(retryAfter: pause))
    } else if random.percent(plan.misconfigured) {
      answer = .failed(.misconfigured)
    } else if random.percent(plan.rejects) {
      answer = .failed(.rejected)
    } else if let refresh, let issued = server.useRefresh(refresh, until: until, isWide: false) {
      answer = .issued(issued)
    } else if plan.options.acquiresSilently {
      answer = .issued(server.beginFamily(until: until, isWide: false, refreshable: true))
    } else {
      answer = .failed(.rejected)
    }
    schedule(.tokenAnswer(process, generation, answer), after: moment())
  }

  private func tokenAnswer(_ process: Int, _ generation: UInt64, _ answer: TokenAnswer) {
    guard processes[process].state.isAwaited(generation) else {
      isReuseExcused = true
      let event: RetryQueueState.Event =
        switch answer {
        case .issued(let issued):
          .obtained(
            generation: generation,
            facts(record(issued, after: nil), isIssued: true)
          )
        case .failed(let failure): .failed(generation: generation, failure)
        }
      ignores(event, process)
      return unlock()
    }
    switch answer {
    case .issued(let issued):
      var new = record(issued, after: processes[process].held)
      save(&new)
      unlock()
      processes[process].acquiring = nil
      adopt(
        new,
        isIssued: true,
        in: process,
        .obtained(generation: generation, facts(new, isIssued: true))
      )
    case .failed(let failure):
      var asked: Int64 = 0
      if case .transient(let pause) = failure { asked = pause ?? 0 }
      processes[process].askedPause = asked
      let isOver =
        !failure.isTransient || asked > plan.options.maximumRetryAfter
        || processes[process].attempts >= plan.options.maximumAttempts
      if failure == .misconfigured { processes[process].isDisputed = true }
      if isOver {
        processes[process].acquiring = nil
        if failure.isTransient {
          processes[process].quietUntil = now + asked
          if processes[process].cycleCounts { processes[process].counted.removeLast() }
        }
      }
      unlock()
      send(.failed(generation: generation, failure), to: process)
    }
  }

  private func authorized(_ process: Int, _ generation: UInt64, _ isWide: Bool) {
    guard processes[process].state.isAwaited(generation) else {
      return ignores(.failed(generation: generation, .declined), process)
    }
    if random.percent(plan.declines) {
      if processes[process].acquiring == generation { processes[process].acquiring = nil }
      send(.failed(generation: generation, .declined), to: process)
      return
    }
    let issued = server.beginFamily(
      until: now + plan.lifetime,
      isWide: isWide && !random.percent(plan.grantsNarrow),
      refreshable: plan.isRefreshable
    )
    lock(process, generation, .keep(record(issued, after: processes[process].held)))
  }

  private func signOut(_ process: Int) {
    processes[process].held = nil
    processes[process].acquiring = nil
    processes[process].isRefused = false
    processes[process].isDisputed = false
    processes[process].wasSignedOut = true
    processes[process].wasWidened = false
    store.record = nil
    isReuseExcused = true
    send(.signedOut, to: process)
  }
}

extension RetryQueueState.AcquisitionFailure {
  var isTransient: Bool { if case .transient = self { true } else { false } }
}

extension [RetryQueueState.Action] {
  var isRefresh: Bool { contains { if case .refresh = $0 { true } else { false } } }
}
