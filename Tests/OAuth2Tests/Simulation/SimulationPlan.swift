import EndpointKit

/// What a seed makes of a simulation: who takes part, and what goes wrong.
struct SimulationPlan {
  var options = RetryQueueState.Options()
  var processes = 1
  var calls = 1
  /// How long an access token lives on the server, and whether the response says so.
  var lifetime: Int64 = 1000
  var announcesLifetime = true
  var leeway: Int64 = 0
  var rotates = true
  var isRefreshable = true
  var startsEmpty = false
  var storesFail = 0
  /// Percentages.
  var transient = 0
  var rejects = 0
  var misconfigured = 0
  var cancels = 0
  var declines = 0
  var stubborn = 0
  var wide = 0
  var grantsNarrow = 0
  /// Times of things that happen once; `nil` where they do not.
  var revokeAccessAt: Int64?
  var revokeGrantAt: Int64?
  var signOutAt: Int64?
  var signInAt: Int64?
  var slowRefresh = false
  /// Nothing goes wrong but expiry, so every call has to succeed.
  var isBenign = false

  init(_ random: inout SeededGenerator) {
    isBenign = random.percent(30)
    options.order = random.percent(50) ? .failure : .creation
    options.maximumConcurrentReplays = random.percent(40) ? 1 + random.below(3) : nil
    options.maximumAttempts = 1 + random.below(3)
    options.budget = 2 + random.below(3)
    options.budgetWindow = 1000
    options.initialPause = 10
    options.maximumPause = 40
    options.maximumRetryAfter = 100
    processes = random.percent(25) ? 2 : 1
    calls = random.percent(10) ? 10 + random.below(20) : 1 + random.below(9)
    rotates = random.percent(70)
    slowRefresh = random.percent(20)
    announcesLifetime = random.percent(80)
    if isBenign {
      lifetime = announcesLifetime ? [250, 500, 2000][random.below(3)] : 1_000_000
      leeway = random.percent(50) ? lifetime / 8 : 0
      options.maximumRepeats = 20
      return
    }
    lifetime = [40, 90, 300, 2000][random.below(4)]
    leeway = random.percent(50) ? lifetime / 4 : 0
    options.maximumRepeats = 2 + random.below(6)
    isRefreshable = random.percent(85)
    options.canAuthorize = random.percent(35)
    options.acquiresSilently = random.percent(20)
    startsEmpty = random.percent(20)
    storesFail = random.percent(15) ? 30 : 0
    transient = random.percent(30) ? 40 : 0
    rejects = random.percent(15) ? 30 : 0
    misconfigured = random.percent(15) ? 40 : 0
    cancels = random.percent(40) ? 30 : 0
    declines = random.percent(30) ? 50 : 0
    stubborn = random.percent(15) ? 30 : 0
    wide = random.percent(25) ? 30 : 0
    grantsNarrow = random.percent(30) ? 50 : 0
    if random.percent(25) { revokeAccessAt = Int64(random.below(200)) }
    if random.percent(15) { revokeGrantAt = Int64(random.below(200)) }
    if random.percent(10) { signOutAt = Int64(random.below(200)) }
    if random.percent(15) { signInAt = Int64(random.below(250)) }
  }
}
