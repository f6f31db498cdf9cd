import EndpointKit

// The life of a call, and what the queue says about it.
extension Simulation {
  func take(_ happening: Happening) {
    switch happening {
    case .start(let call), .adapt(let call): adapt(call)
    case .arrive(let call): arrive(call)
    case .answer(let call, let answer): takeAnswer(call, answer)
    case .cancel(let call): cancel(call)
    case .revokeAccess: server.revokeAccess()
    case .revokeGrant: server.revokeFamilies()
    default: takeAcquisition(happening)
    }
  }

  func adapt(_ index: Int) {
    guard calls[index].stage == .waiting || calls[index].stage == .released else { return }
    let process = calls[index].process
    if let epoch = processes[process].state.epochToSign(at: now) {
      sign(index, epoch)
    } else {
      calls[index].stage = .parked(arrival: nextArrival(), isFresh: true)
      calls[index].isReplay = false
      beginning = index
      send(.begin(UInt64(index)), to: process)
      beginning = nil
    }
  }

  private func sign(_ index: Int, _ epoch: UInt64) {
    let process = processes[calls[index].process]
    check(epoch == process.epoch, "call \(index) is signed with an epoch that is not the newest")
    check(process.acquiring == nil, "call \(index) is signed while a new token is being got")
    check(!process.isRefused, "call \(index) is signed with a refused token")
    calls[index].stage = .sent
    calls[index].epoch = epoch
    if process.state.isAwaitingSignature(of: UInt64(index)) {
      send(.signed(UInt64(index)), to: calls[index].process)
    }
    schedule(.arrive(index), after: moment())
  }

  private func arrive(_ index: Int) {
    guard calls[index].stage == .sent else { return }
    let token = accessTokens[calls[index].process][Int(calls[index].epoch)]
    var answer = server.answer(to: token, needsWide: calls[index].needsWide, at: now)
    if calls[index].isStubborn { answer = .unauthorized }
    schedule(.answer(index, answer), after: moment())
  }

  private func takeAnswer(_ index: Int, _ answer: SimulatedServer.Answer) {
    guard calls[index].stage == .sent else { return }
    let process = calls[index].process
    let call = calls[index]
    switch answer {
    case .ok:
      calls[index].didSucceed = true
      countSuccess()
      end(index)
    case .unauthorized:
      calls[index].stage = .parked(arrival: nextArrival(), isFresh: false)
      calls[index].isReplay = false
      calls[index].refusals += 1
      check(call.refusals <= plan.options.maximumRepeats, "call \(index) is repeated for ever")
      let held = processes[process].held
      let isCurrent = call.epoch == processes[process].epoch && held != nil
      let isHopeless =
        isCurrent && call.refusals > 0 && processes[process].isIssued
        && processes[process].state.phase == .idle && held?.expiresAt.map { now < $0 } ?? true
      send(
        .refused(UInt64(index), epoch: call.epoch, repeats: call.refusals),
        to: process
      ) { [self] actions in
        let isKept = !actions.contains {
          if case .fail(UInt64(index), _) = $0 { true } else { false }
        }
        check(!isKept || !isHopeless, "call \(index) is repeated though a fresh token was refused")
        if isCurrent, isKept { processes[process].isRefused = true }
        if !isCurrent {
          check(
            !actions.isRefresh || processes[process].isDue(now, leeway: plan.leeway),
            "a late refusal of call \(index) began a refresh"
          )
        }
      }
    case .forbidden:
      calls[index].stage = .lacking
      calls[index].isReplay = false
      calls[index].refusals += 1
      send(
        .lacksScope(
          UInt64(index),
          epoch: call.epoch,
          scopes: ["wide"],
          repeats: call.refusals
        ),
        to: process
      )
    }
  }

  private func cancel(_ index: Int) {
    guard calls[index].stage != .done else { return }
    let isParked =
      switch calls[index].stage {
      case .parked, .lacking: true
      default: false
      }
    calls[index].wasCancelled = true
    if isParked {
      calls[index].stage = .done
      send(.cancelled(UInt64(index)), to: calls[index].process)
    }
    end(index)
  }

  func end(_ index: Int) {
    calls[index].stage = .done
    calls[index].isReplay = false
    send(.ended(UInt64(index)), to: calls[index].process)
  }

  // MARK: The queue's word

  func released(_ index: Int, _ epoch: UInt64, in process: Int) {
    let isFresh: Bool
    let arrival: Int
    switch calls[index].stage {
    case .parked(let since, let fresh): (arrival, isFresh) = (since, fresh)
    case .lacking: (arrival, isFresh) = (0, false)
    default: return fail("call \(index) was released, but did not wait: \(calls[index].stage)")
    }
    check(epoch == processes[process].epoch, "call \(index) was released with an old epoch")
    let isQueued =
      beginning != index || processes[process].state.isAwaitingSignature(of: UInt64(index))
    if isQueued, !isLoading || processes[process].state.isAwaitingSignature(of: UInt64(index)) {
      if calls[index].stage != .lacking { checkOrder(index, arrival, isFresh, process) }
      calls[index].isReplay = true
      if let limit = plan.options.maximumConcurrentReplays {
        let count = calls.count { $0.process == process && $0.isReplay }
        check(count <= limit, "\(count) replays at once, \(limit) allowed")
      }
    }
    calls[index].stage = .released
    schedule(.adapt(index), after: Int64(random.below(3)))
  }

  private func checkOrder(_ index: Int, _ arrival: Int, _ isFresh: Bool, _ process: Int) {
    for (other, call) in calls.enumerated() where call.process == process && other != index {
      if call.stage == .released, call.isReplay {
        fail("call \(index) was released before call \(other) was signed")
      }
      guard case .parked(let since, let fresh) = call.stage else { continue }
      let isBefore =
        switch plan.options.order {
        case .failure: fresh == isFresh ? since < arrival : !fresh
        case .creation: other < index
        }
      check(!isBefore, "call \(index) went out before call \(other)")
    }
  }

  func failed(_ index: Int, _ failure: RetryQueueState.Failure, in process: Int) {
    switch calls[index].stage {
    case .parked, .lacking: break
    default: return fail("call \(index) was failed, but did not wait: \(calls[index].stage)")
    }
    if isTraced { print("  call \(index) fails: \(failure)") }
    let isPlausible =
      switch failure {
      case .refusedAfterRefresh: calls[index].refusals > 1
      case .tooManyRepeats: calls[index].refusals >= plan.options.maximumRepeats
      case .unavailable: plan.transient > 0
      case .misconfigured: plan.misconfigured > 0
      case .signedOut: processes[process].wasSignedOut
      case .insufficientScope: calls[index].needsWide
      case .declined: plan.declines > 0
      case .budgetSpent: processes[process].counted.count >= plan.options.budget
      case .signInRequired: !plan.options.acquiresSilently
      case .rejected: processes[process].wasEnded
      }
    check(isPlausible, "call \(index) failed with \(failure), which does not fit")
    calls[index].stage = .done
    countFailure(failure)
    ending.append(index)
  }
}
