// The shell around the queue: waiting calls, jobs, and why calls fail.
extension OAuth2Handler {
  /// Parks a call until the queue says how it goes on.
  func wait(_ event: RetryQueueState.Event, _ call: UInt64) async -> HandlerCore.Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = clock.monotonic()
        let effects: HandlerCore.Effects = core.withLock { core in
          // Cancelled before it waits: the handler below has found nothing to take out.
          guard !Task.isCancelled, core.waiters[call] == nil else {
            var effects = core.take(.ended(call), at: now)
            effects.resumed.append((continuation, .cancelled))
            return effects
          }
          core.waiters[call] = continuation
          return core.take(event, at: now)
        }
        run(effects)
      }
    } onCancel: {
      let now = clock.monotonic()
      let effects: HandlerCore.Effects = core.withLock { core in
        guard let waiter = core.waiters.removeValue(forKey: call) else { return .init() }
        var effects = core.take(.cancelled(call), at: now)
        effects.resumed.append((waiter, .cancelled))
        return effects
      }
      run(effects)
    }
  }

  /// Takes in what an acquisition brought, unless something newer has overtaken it.
  ///
  /// - Returns: whether it was still awaited.
  @discardableResult
  func deliver(
    _ generation: UInt64,
    _ event: RetryQueueState.Event,
    _ change: @Sendable (inout HandlerCore) -> Void = { _ in }
  ) -> Bool {
    let now = clock.monotonic()
    let effects: HandlerCore.Effects? = core.withLock { core in
      guard core.state.isAwaited(generation) else { return nil }
      core.tasks[generation] = nil
      change(&core)
      return core.take(event, at: now)
    }
    guard let effects else { return false }
    run(effects)
    return true
  }

  func isAwaited(_ generation: UInt64) -> Bool {
    core.withLock { $0.state.isAwaited(generation) }
  }

  /// Does what the core asked for, outside its lock.
  func run(_ effects: HandlerCore.Effects) {
    for task in effects.obsolete { task.cancel() }
    for job in effects.jobs {
      // Detached: it belongs to nobody's call.
      let task = Task.detached { await self.perform(job) }
      let isObsolete = core.withLock { core in
        guard core.state.isAwaited(job.generation) else { return true }
        core.tasks[job.generation] = task
        return false
      }
      if isObsolete { task.cancel() }
    }
    for event in effects.events { tell(event) }
    for (waiter, outcome) in effects.resumed { waiter.resume(returning: outcome) }
  }

  /// Why a call fails, in words.
  func error(_ failure: RetryQueueState.Failure, _ cause: OAuth2Error?) -> OAuth2Error {
    switch failure {
    case .rejected, .unavailable, .misconfigured, .declined:
      cause ?? OAuth2Error(.unavailable, "no token could be had")
    case .signInRequired:
      OAuth2Error(
        .signInRequired,
        "there is no token for \(key); sign in first",
        underlying: cause
      )
    case .signedOut: OAuth2Error(.signedOut, "the program signed out while the call waited")
    case .refusedAfterRefresh:
      OAuth2Error(
        .refusedAfterRefresh,
        "the server refuses a token that was issued just now; check audience and server"
      )
    case .budgetSpent:
      OAuth2Error(
        .refreshBudgetSpent,
        "\(settings.refreshBudget.count) refreshes within \(settings.refreshBudget.window) "
          + "brought no token that lasts; not trying again for now",
        underlying: cause
      )
    case .tooManyRepeats:
      OAuth2Error(.tooManyRepeats, "the server refused this call's token again and again")
    case .insufficientScope:
      OAuth2Error(.insufficientScope, "the token does not cover this operation; ask for more scope")
    }
  }
}

extension OAuth2Settings {
  /// The part of the settings that the queue needs.
  var queueOptions: RetryQueueState.Options {
    var options = RetryQueueState.Options()
    options.order = replayOrder
    options.maximumConcurrentReplays = maximumConcurrentReplays
    options.budget = refreshBudget.count
    options.budgetWindow = refreshBudget.window.nanoseconds
    options.maximumRepeats = maximumRepeats
    options.maximumAttempts = max(1, refreshAttempts)
    options.initialPause = refreshPause.nanoseconds
    options.maximumRetryAfter = maximumRetryAfter.nanoseconds
    options.canAuthorize = signIn != nil
    options.acquiresSilently = grant?.isSilent ?? false
    return options
  }
}
