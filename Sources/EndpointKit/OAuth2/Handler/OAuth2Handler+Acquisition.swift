#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// Jobs: load, refresh, ask a person, pause.
extension OAuth2Handler {
  func perform(_ job: HandlerCore.Job) async {
    switch job {
    case .load(let generation): await load(generation)
    case .refresh(let generation): await refresh(generation)
    case .authorize(let generation, let scopes, let reason):
      await authorize(generation, scopes, reason)
    case .wait(let generation, let pause):
      // Several processes whose server came back must not all ask in the same moment.
      let jitter = Double.random(in: 1...1.25)
      try? await clock.sleep(pause * jitter)
      deliver(generation, .waited(generation: generation))
    }
  }

  // MARK: Load

  private func load(_ generation: UInt64) async {
    do {
      guard let token = try await store.token(for: key) else {
        deliver(generation, .foundNothing(generation: generation))
        return
      }
      use(token, isIssued: false, isStored: true, generation)
    } catch {
      tell(.storeFailed(error))
      if settings.queueOptions.acquiresSilently {
        deliver(generation, .foundNothing(generation: generation))
      } else {
        let cause = OAuth2Error(
          .store,
          "the token store could not be read: \(error)",
          underlying: error
        )
        fail(generation, .transient(retryAfter: nil), cause)
      }
    }
  }

  // MARK: Refresh

  private func refresh(_ generation: UInt64) async {
    do {
      try await store.withExclusiveAccess(to: key) {
        guard self.isAwaited(generation) else { return }
        try await self.refreshAlone(generation)
      }
    } catch {
      fail(generation, classify(error), described(error))
    }
  }

  /// Runs while no other user of the store refreshes.
  private func refreshAlone(_ generation: UInt64) async throws {
    let (held, wasStored) = core.withLock { ($0.token, $0.isStored) }
    let stored: OAuth2Token?
    let canTellEnd: Bool
    do {
      stored = try await store.token(for: key)
      canTellEnd = true
    } catch {
      tell(.storeFailed(error))
      stored = nil
      canTellEnd = false
    }
    let plan = RefreshPlan(
      held: held?.revision,
      stored: stored?.revision,
      isStoredFresh: stored.map(isFresh) ?? false,
      wasHeldStored: wasStored && canTellEnd
    )
    if plan == .adoptStored, let stored {
      use(stored, isIssued: false, isStored: true, generation)
      return
    }
    var current = plan == .refreshStored ? stored : held
    if plan == .forgetHeld {
      current?.refreshToken = nil
      guard settings.grant?.isSilent == true else {
        throw OAuth2Error(.signedOut, "another program signed out; sign in again")
      }
    }
    do {
      var token = try await newToken(in: current)
      token.revision = nextRevision(held, stored)
      guard isAwaited(generation) else { return }
      let isStored = await keep(token)
      use(token, isIssued: true, isStored: isStored, generation)
    } catch let error as OAuth2Error where error.kind == .invalidGrant {
      // What another process has put there since is not ours to remove.
      if stored?.revision ?? 0 <= current?.revision ?? 0, stored != nil {
        do { try await store.removeToken(for: key) } catch { tell(.storeFailed(error)) }
      }
      throw error
    }
  }

  /// Gets a token by the refresh token, or by the grant where that does without a person.
  private func newToken(in current: OAuth2Token?) async throws -> OAuth2Token {
    let grant = settings.grant ?? .authorizationCode
    if let current, current.refreshToken != nil {
      do {
        return try await client.refresh(current)
      } catch let error as OAuth2Error where error.kind == .invalidGrant && grant.isSilent {
        // The refresh token is over, the grant need not be.
      }
    }
    return try await client.silentToken(grant)
  }

  // MARK: Ask a person

  private func authorize(
    _ generation: UInt64,
    _ scopes: Set<String>,
    _ reason: OAuth2SignIn.Reason
  ) async {
    guard let signIn = settings.signIn else { return }
    let (held, cause) = core.withLock { ($0.token, $0.error) }
    var wanted = settings.scopes
    for scope in (held?.scopes ?? []) + scopes.sorted() where !wanted.contains(scope) {
      wanted.append(scope)
    }
    do {
      let granted = try await signIn(
        OAuth2SignIn(reason: reason, scopes: wanted, client: client, error: cause)
      )
      try await store.withExclusiveAccess(to: key) {
        guard self.isAwaited(generation) else { return }
        var token = granted
        token.revision = self.nextRevision(held, try? await self.store.token(for: self.key))
        let isStored = await self.keep(token)
        self.use(token, isIssued: true, isStored: isStored, generation, event: .signedIn)
      }
    } catch {
      let failure = classify(error)
      let cause = described(error)
      fail(generation, failure == .misconfigured ? .declined : failure, cause)
    }
  }

  // MARK: Results

  private func use(
    _ token: OAuth2Token,
    isIssued: Bool,
    isStored: Bool,
    _ generation: UInt64,
    event: OAuth2Event? = nil
  ) {
    let facts = facts(token, isIssued: isIssued)
    let scheme = settings.authorizationScheme
    let wasAwaited = deliver(generation, .obtained(generation: generation, facts)) { core in
      core.use(token, scheme: scheme, isStored: isStored)
    }
    if wasAwaited, isIssued { tell(event ?? .refreshed) }
  }

  private func fail(
    _ generation: UInt64,
    _ failure: RetryQueueState.AcquisitionFailure,
    _ cause: OAuth2Error
  ) {
    deliver(generation, .failed(generation: generation, failure)) { $0.error = cause }
  }

  /// Keeps a token in the store; what cannot be kept stays in memory.
  func keep(_ token: OAuth2Token) async -> Bool {
    do {
      try await store.save(token, for: key)
      return true
    } catch {
      tell(.storeFailed(error))
      return false
    }
  }

  func nextRevision(_ tokens: OAuth2Token?...) -> UInt64 {
    let last = tokens.compactMap { $0?.revision }.max() ?? 0
    return max(last + 1, UInt64(max(0, clock.wall().timeIntervalSince1970 * 1000)))
  }

  private func classify(_ error: any Error) -> RetryQueueState.AcquisitionFailure {
    guard let error = error as? OAuth2Error else {
      return error is CancellationError ? .transient(retryAfter: nil) : .misconfigured
    }
    switch error.kind {
    case .unavailable: return .transient(retryAfter: error.retryAfter?.nanoseconds)
    case .invalidGrant, .signedOut: return .rejected
    case .accessDenied, .timedOut, .signInRequired: return .declined
    default: return .misconfigured
    }
  }

  private func described(_ error: any Error) -> OAuth2Error {
    if let error = error as? OAuth2Error { return error }
    if error is CancellationError {
      return OAuth2Error(.unavailable, "getting a token was cancelled")
    }
    return OAuth2Error(.configuration, "no token could be had: \(error)", underlying: error)
  }

  // MARK: Times

  /// What the queue has to know of a token.
  func facts(_ token: OAuth2Token, isIssued: Bool) -> RetryQueueState.Credential.Facts {
    let now = clock.monotonic()
    var facts = RetryQueueState.Credential.Facts(
      isRefreshable: token.refreshToken != nil,
      isIssued: isIssued
    )
    if let remaining = token.remaining(at: clock.wall()) {
      let end = now &+ Int64(max(0, remaining) * 1e9)
      let ahead = end - Int64(leeway(of: token) * 1e9)
      facts.expiresAt = end
      // What is over before a call can use it must not be got again ahead of every call.
      facts.refreshAt = isIssued && ahead - now < 5_000_000 ? now : ahead
    } else if token.expiresAt == nil, !isIssued, !settings.assumesUnexpired {
      facts.expiresAt = now
      facts.refreshAt = now
    }
    return facts
  }

  private func leeway(of token: OAuth2Token) -> Double {
    min(settings.leeway.seconds, max(0, token.lifetime ?? 0) / 4)
  }

  private func isFresh(_ token: OAuth2Token) -> Bool {
    guard let remaining = token.remaining(at: clock.wall()) else {
      return settings.assumesUnexpired
    }
    return remaining > leeway(of: token)
  }
}
