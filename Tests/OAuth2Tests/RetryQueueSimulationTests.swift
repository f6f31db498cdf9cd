import Testing

@Suite struct RetryQueueSimulationTests {
  /// A small part of what `Tests/Simulation/simulate` drives through it, optimized.
  @Test(arguments: 0..<8)
  func promisesHoldInEveryInterleaving(block: UInt64) {
    let simulation = Simulation()
    for seed in (block * 2500)..<((block + 1) * 2500) {
      if let violation = simulation.run(seed: seed) {
        Issue.record(violation)
        return
      }
    }
    #expect(simulation.successes > 2500)
  }

  @Test func aSeedGivesTheSameInterleavingAgain() {
    let first = Simulation()
    let second = Simulation()
    for seed: UInt64 in 40..<60 { _ = first.run(seed: seed) }
    for seed: UInt64 in 40..<60 { _ = second.run(seed: seed) }
    #expect(first.steps == second.steps)
    #expect(first.tokenRequests == second.tokenRequests)
  }
}
