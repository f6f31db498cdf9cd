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
  /// How many times the baseline ours is.
  public var ratio: Double

  /// Makes a row; without a ratio it is that of the two figures.
  public init(
    name: String,
    ours: Double,
    baseline: Double,
    baselineName: String,
    unit: String,
    ratio: Double? = nil
  ) {
    self.name = name
    self.ours = ours
    self.baseline = baseline
    self.baselineName = baselineName
    self.unit = unit
    self.ratio = ratio ?? ours / baseline
  }

  /// The row as one JSON object.
  public var json: String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return """
      {"name": "\(name)", "ours": \(rounded(ours)), "baseline": \(rounded(baseline)), \
      "baseline_name": "\(baselineName)", "ratio": \(rounded(ratio)), "unit": "\(unit)"}
      """
  }
}

/// Measures two bodies against each other in interleaved runs.
///
/// A machine that others share changes its speed within seconds, so each round runs one body a few
/// times, then the other, and the ratio is the median of the rounds' ratios. A body runs a few times
/// in a row, as programs do the same thing again and again: not every run finds the heap and the
/// caches as the other left them.
///
/// - Parameters:
///   - rounds: the number of rounds.
///   - ours: what to measure. Freeing what it returns is not counted.
///   - baseline: what to measure it against, likewise.
/// - Returns: the median CPU seconds of each, and how many times as long the baseline takes.
public func paired<Ours, Baseline>(
  rounds: Int,
  _ ours: () throws -> Ours,
  _ baseline: () throws -> Baseline
) throws -> (ours: Double, baseline: Double, ratio: Double) {
  func seconds<Result>(_ repetitions: Int, _ body: () throws -> Result) throws -> Double {
    var total = 0.0
    for _ in 0..<repetitions {
      let start = CPUTime.now
      let result = try body()
      total += CPUTime.now - start
      keep(result)
    }
    return total / Double(repetitions)
  }
  func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  var times: [(ours: Double, baseline: Double)] = []
  for _ in 0...rounds { times.append((try seconds(6, ours), try seconds(2, baseline))) }
  // The first round warms the caches up.
  times.removeFirst()
  return (
    median(times.map(\.ours)), median(times.map(\.baseline)),
    median(times.map { $0.baseline / $0.ours })
  )
}

/// Has a result live until here.
@inline(never)
private func keep<Value>(_ value: Value) {}
