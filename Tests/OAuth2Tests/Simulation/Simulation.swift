import EndpointKit

/// Drives ``RetryQueueState`` through one interleaving a seed, and checks its promises from
/// outside: with its own account of who waits, who holds what and what the server has seen.
///
/// The world is the shell, the store, the token endpoint and the resource server in the small.
/// Everything that takes time takes a random time, so any order of events comes up.
final class Simulation {
  var random = SeededGenerator(seed: 0)
  var plan: SimulationPlan
  var server = SimulatedServer()
  var store = Store()
  var calls: [Call] = []
  var processes: [Process] = []
  var now: Int64 = 0
  var seed: UInt64 = 0
  var violation: Violation?
  /// Printed as it happens, for looking at one seed.
  var isTraced = false

  /// How much was simulated so far, over all seeds.
  private(set) var steps = 0
  private(set) var tokenRequests = 0
  private(set) var successes = 0
  private(set) var failures: [String: Int] = [:]

  private var agenda: [(time: Int64, tie: UInt32, what: Happening)] = []
  private var lastArrival = 0
  /// The access token of each epoch, a process.
  var accessTokens: [[Int]] = []
  /// Calls that were failed and have to be reported as ended.
  var ending: [Int] = []
  var storeFailed = false
  var isReuseExcused = false
  /// The call whose `begin` is being handled: it may be released past the queue.
  var beginning: Int?
  /// Whether calls are released that only waited for the store to be read.
  var isLoading = false

  init() { plan = SimulationPlan(&random) }

  /// Runs one interleaving.
  ///
  /// - Returns: the promise it broke, if it did.
  func run(seed: UInt64) -> Violation? {
    reset(seed)
    var count = 0
    while violation == nil, let happening = next() {
      if isTraced { print("\(now): \(happening)") }
      take(happening)
      count += 1
      if count > 5000 { fail("the world does not come to rest") }
    }
    steps += count
    if violation == nil { checkRest() }
    return violation
  }

  func fail(_ what: String) {
    if violation == nil { violation = Violation(seed: seed, what: what, now: now) }
  }

  func check(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fail(what()) }
  }

  // MARK: Time

  func schedule(_ what: Happening, after delay: Int64) {
    agenda.append((now + delay, UInt32(truncatingIfNeeded: random.next()), what))
  }

  /// A short time, now and then a long one.
  func moment(_ bound: Int = 20) -> Int64 {
    random.percent(10) ? Int64(random.below(bound * 5)) : Int64(random.below(bound))
  }

  private func next() -> Happening? {
    guard var best = agenda.indices.first else { return nil }
    for index in agenda.indices.dropFirst()
    where (agenda[index].time, agenda[index].tie) < (agenda[best].time, agenda[best].tie) {
      best = index
    }
    now = agenda[best].time
    let what = agenda[best].what
    agenda.swapAt(best, agenda.count - 1)
    agenda.removeLast()
    return what
  }

  func nextArrival() -> Int {
    lastArrival += 1
    return lastArrival
  }

  // MARK: Beginning and end

  private func reset(_ seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    plan = SimulationPlan(&random)
    server.reset(rotates: plan.rotates)
    store = Store()
    agenda.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    now = 0
    lastArrival = 0
    violation = nil
    storeFailed = false
    isReuseExcused = false
    beginning = nil
    ending.removeAll(keepingCapacity: true)
    // Epochs count from 1.
    accessTokens = Array(repeating: [-1], count: plan.processes)
    processes = (0..<plan.processes).map { _ in
      Process(state: RetryQueueState(options: plan.options))
    }
    if !plan.startsEmpty {
      let issued = server.beginFamily(
        until: now + plan.lifetime,
        isWide: false,
        refreshable: plan.isRefreshable
      )
      store.record = record(issued, after: nil)
      store.record?.isStored = true
    }
    for index in 0..<plan.calls {
      calls.append(
        Call(
          process: index % plan.processes,
          needsWide: random.percent(plan.wide),
          isStubborn: random.percent(plan.stubborn)
        )
      )
      let start = Int64(random.below(random.percent(50) ? 10 : 300))
      schedule(.start(index), after: start)
      if random.percent(plan.cancels) { schedule(.cancel(index), after: start + moment(60)) }
    }
    if let time = plan.revokeAccessAt { schedule(.revokeAccess, after: time) }
    if let time = plan.revokeGrantAt { schedule(.revokeGrant, after: time) }
    if let time = plan.signOutAt { schedule(.signOut(0), after: time) }
    if let time = plan.signInAt { schedule(.signIn(0), after: time) }
  }

  private func checkRest() {
    for (index, process) in processes.enumerated() {
      check(process.state.parkedCount == 0, "process \(index) still has parked calls")
      check(process.acquiring == nil, "process \(index) still waits for a credential")
    }
    for (index, call) in calls.enumerated() {
      check(call.stage == .done, "call \(index) never ended: \(call.stage)")
      if plan.isBenign { check(call.didSucceed, "call \(index) failed though nothing went wrong") }
    }
    check(
      server.reuses == 0 || isReuseExcused || (storeFailed && plan.processes > 1),
      "a used refresh token was sent again"
    )
    check(store.owner == nil, "the store is still locked")
  }

  func countTokenRequest() { tokenRequests += 1 }
  func countSuccess() { successes += 1 }
  func countFailure(_ failure: RetryQueueState.Failure) { failures["\(failure)", default: 0] += 1 }

  func record(_ issued: SimulatedServer.Issued, after previous: Record?) -> Record {
    Record(
      access: issued.access,
      refresh: issued.refresh,
      expiresAt: plan.announcesLifetime ? now + plan.lifetime : nil,
      revision: max((previous?.revision ?? 0) + 1, UInt64(now))
    )
  }

  func facts(_ record: Record, isIssued: Bool) -> RetryQueueState.Credential.Facts {
    .init(
      refreshAt: record.expiresAt.map { $0 - plan.leeway },
      expiresAt: record.expiresAt,
      isRefreshable: record.refresh != nil,
      isIssued: isIssued
    )
  }
}
