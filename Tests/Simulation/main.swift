// Drives the retry queue through as many interleavings as the first argument says, from the seed
// the second one says, and exits 1 at the first broken promise.
//
//   simulate [COUNT [FIRST]]     simulate --seed SEED      (prints that one interleaving)

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let arguments = CommandLine.arguments.dropFirst()
let simulation = Simulation()

if arguments.first == "--seed", let seed = arguments.last.flatMap(UInt64.init) {
  simulation.isTraced = true
  print(simulation.run(seed: seed)?.description ?? "every promise held")
} else {
  let count = arguments.first.flatMap(UInt64.init) ?? 1_000_000
  let first = arguments.dropFirst().first.flatMap(UInt64.init) ?? 0
  let start = ContinuousClock.now
  for seed in first..<(first + count) {
    if let violation = simulation.run(seed: seed) {
      print(violation)
      exit(1)
    }
  }
  print(
    "\(count) interleavings of \(simulation.steps) events in \(ContinuousClock.now - start): "
      + "\(simulation.tokenRequests) token requests, \(simulation.successes) calls succeeded"
  )
  for (failure, count) in simulation.failures.sorted(by: { $0.key < $1.key }) {
    print("  \(count) calls failed with \(failure)")
  }
}
