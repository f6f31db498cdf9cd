import Foundation

/// Runs the generator on documents.
struct Generation {
  let options: Options
  static let memoryLimit = 200

  func run(_ item: Item) -> Result {
    let folder = "\(options.output)/clients/\(item.id)"
    try? FileManager.default.removeItem(atPath: folder)
    let ending = execute(
      [options.generator, item.path, "-o", folder, "-n", item.id, "--no-config"],
      limit: options.timeLimit,
      log: "\(options.output)/logs/\(item.id).txt"
    )
    return Result(item: item, ending: ending, failure: failure(item, ending))
  }

  private func failure(_ item: Item, _ ending: Ending) -> String? {
    if ending.isTimeout { return "longer than \(options.timeLimit) s" }
    if ending.megabytes > Self.memoryLimit { return "\(ending.megabytes) MB" }
    switch (ending.code, item.expectation) {
    case (0, .generates), (0, .either): return nil
    case (0, .refused): return "generates, and should be refused"
    case (1, .refused), (1, .either):
      return Self.isLocated(ending.output)
        ? nil : "refused without a place: \(ending.output.prefix(200))"
    case (1, .generates): return "refused: \(Self.firstError(ending.output))"
    case (128..., _): return "signal \(ending.code - 128)"
    default: return "exit \(ending.code): \(ending.output.prefix(200))"
    }
  }

  /// Whether an error names file, line and column.
  private static func isLocated(_ output: String) -> Bool {
    output.contains(#/:\d+:\d+: error/#)
  }

  private static func firstError(_ output: String) -> Substring {
    output.split(separator: "\n").first { $0.contains(": error") } ?? output.prefix(200)
  }
}
