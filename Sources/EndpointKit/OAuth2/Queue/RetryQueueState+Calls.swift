// What calls do: begin, come back refused, are signed, end, are cancelled.
extension RetryQueueState {
  /// Whether the queue holds back others until this call is signed.
  @inline(__always)
  package func isAwaitingSignature(of call: CallID) -> Bool { unsigned == call }

  /// Whether the end of this call lets others go on.
  @inline(__always)
  package func isHeldUp(by call: CallID) -> Bool {
    unsigned == call || (!active.isEmpty && active.contains(call))
  }

  mutating func begin(_ call: CallID, _ now: Instant, _ actions: inout [Action]) {
    leave(call)
    guard case .idle = phase else {
      queue.insert(call, .fresh)
      return
    }
    if let credential, isUsable(credential, at: now) {
      actions.append(.release(call, epoch: credential.epoch))
    } else if let failure = acquire(now, &actions) {
      if let credential = standIn(at: now) {
        actions.append(.release(call, epoch: credential.epoch))
      } else {
        actions.append(.fail(call, failure))
      }
    } else {
      queue.insert(call, .fresh)
    }
    drain(now, &actions)
  }

  mutating func refused(
    _ call: CallID,
    _ epoch: UInt64,
    _ repeats: Int,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    leave(call)
    defer { drain(now, &actions) }
    guard repeats < options.maximumRepeats else {
      actions.append(.fail(call, .tooManyRepeats))
      return
    }
    let isCurrent = epoch == credential?.epoch
    guard case .idle = phase else {
      if isCurrent { markRefused() }
      queue.insert(call, .refused(epoch: epoch))
      return
    }
    // Signed with what has been replaced since: there is a better token already.
    if let credential, epoch < credential.epoch {
      queue.insert(call, .refused(epoch: epoch))
      return
    }
    // A server that refuses what was issued a moment ago will refuse the next one too.
    if repeats > 0, let credential, credential.isIssued, !credential.isExpired(at: now) {
      actions.append(.fail(call, .refusedAfterRefresh))
    } else if let failure = acquire(now, &actions) {
      // One that was under way when its session ended ends for the same reason as the others.
      let isLate = wasRejected && failure == .signInRequired
      actions.append(.fail(call, isLate ? .rejected : failure))
    } else {
      markRefused()
      queue.insert(call, .refused(epoch: epoch))
    }
  }

  mutating func lacksScope(
    _ call: CallID,
    _ epoch: UInt64,
    _ scopes: Set<String>,
    _ repeats: Int,
    _ now: Instant,
    _ actions: inout [Action]
  ) {
    leave(call)
    defer { drain(now, &actions) }
    guard repeats < options.maximumRepeats else {
      actions.append(.fail(call, .tooManyRepeats))
      return
    }
    guard options.canAuthorize else {
      actions.append(.fail(call, .insufficientScope))
      return
    }
    guard let credential, epoch == credential.epoch else {
      queue.insert(call, .refused(epoch: epoch))
      return
    }
    // Asked for once and not granted; asking again would go on for ever.
    if scopes.isSubset(of: askedScopes) {
      actions.append(.fail(call, .insufficientScope))
      return
    }
    lacking.append((call, scopes))
    if stepUp == nil { beginStepUp(scopes, &actions) }
  }

  mutating func signed(_ call: CallID, _ now: Instant, _ actions: inout [Action]) {
    guard unsigned == call else { return }
    unsigned = nil
    drain(now, &actions)
  }

  mutating func ended(_ call: CallID, _ now: Instant, _ actions: inout [Action]) {
    leave(call)
    drain(now, &actions)
  }

  mutating func cancelled(_ call: CallID, _ now: Instant, _ actions: inout [Action]) {
    leave(call)
    queue.remove(call)
    lacking.removeAll { $0.call == call }
    drain(now, &actions)
  }

  /// Gives back what a released call holds: its turn and its place among the replays.
  private mutating func leave(_ call: CallID) {
    if unsigned == call { unsigned = nil }
    if options.maximumConcurrentReplays != nil { active.remove(call) }
  }

  // MARK: Letting go

  /// Releases calls as far as turn, limit and credential allow.
  mutating func drain(_ now: Instant, _ actions: inout [Action]) {
    while case .idle = phase, unsigned == nil, hasRoom, !queue.isEmpty {
      if credential.map({ isUsable($0, at: now) }) != true {
        guard let failure = acquire(now, &actions) else { return }
        guard standIn(at: now) != nil else { return failQueue(failure, &actions) }
      }
      guard let credential, let next = queue.popFirst() else { return }
      unsigned = next.call
      if options.maximumConcurrentReplays != nil { active.insert(next.call) }
      actions.append(.release(next.call, epoch: credential.epoch))
    }
  }

  private var hasRoom: Bool {
    guard let limit = options.maximumConcurrentReplays else { return true }
    return active.count < max(1, limit)
  }

  /// The credential to go on with where a refresh ahead of its expiry is not possible now.
  func standIn(at now: Instant) -> Credential? {
    guard let credential, !credential.isRefused, !credential.isExpired(at: now) else { return nil }
    return credential
  }

  mutating func failQueue(_ failure: Failure, _ actions: inout [Action]) {
    while let entry = queue.popFirst() { actions.append(.fail(entry.call, failure)) }
  }

  mutating func failLacking(_ failure: Failure, _ actions: inout [Action]) {
    for entry in lacking { actions.append(.fail(entry.call, failure)) }
    lacking = []
  }
}
