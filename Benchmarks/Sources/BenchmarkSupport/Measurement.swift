#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The CPU time (user and system) that a process has used.
public enum CPUTime {
  /// Seconds used by this process so far.
  public static var now: Double {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

/// One line of the results: a figure of ours beside a baseline's, measured in one run.
public struct Row {
  public var name: String
  public var ours: Double
  public var baseline: Double
  public var baselineName: String
  public var unit: String

  public init(name: String, ours: Double, baseline: Double, baselineName: String, unit: String) {
    self.name = name
    self.ours = ours
    self.baseline = baseline
    self.baselineName = baselineName
    self.unit = unit
  }

  /// How many times the baseline ours is.
  public var ratio: Double { ours / baseline }

  /// The row as one JSON object.
  public var json: String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return """
      {"name": "\(name)", "ours": \(rounded(ours)), "baseline": \(rounded(baseline)), \
      "baseline_name": "\(baselineName)", "ratio": \(rounded(ratio)), "unit": "\(unit)"}
      """
  }
}

/// Measures bodies against each other in interleaved runs.
///
/// Each round runs every body, so that a change of the machine's speed meets all alike; the
/// median of the rounds is taken. A body runs a few times in a row, as programs do the same thing
/// again and again: not every run finds the heap and the caches as another body left them.
///
/// - Parameters:
///   - rounds: the number of rounds.
///   - bodies: what to measure.
/// - Returns: the median CPU seconds of each body.
public func interleaved(rounds: Int, _ bodies: [() throws -> Void]) throws -> [Double] {
  var times = [[Double]](repeating: [], count: bodies.count)
  let repetitions = 4
  for round in 0...rounds {
    for (index, body) in bodies.enumerated() {
      let start = CPUTime.now
      for _ in 0..<repetitions { try body() }
      // The first round warms the caches up.
      if round > 0 { times[index].append((CPUTime.now - start) / Double(repetitions)) }
    }
  }
  return times.map { $0.sorted()[$0.count / 2] }
}
