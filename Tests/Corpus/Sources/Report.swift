import Foundation

/// Prints what became of the documents.
enum Report {
  /// Writes a row for each document, and prints the sums.
  static func write(_ results: [Result], to path: String) {
    let rows = results.map { result in
      [
        result.item.kind.rawValue, result.item.name, String(result.ending.code),
        String(format: "%.3f", result.ending.seconds), String(result.ending.megabytes),
        result.failure ?? "",
      ].joined(separator: "\t")
    }
    let head = "kind\tdocument\texit\tCPU s\tMB\tfailure"
    writeFile(Data(([head] + rows).joined(separator: "\n").utf8 + [0x0A]), to: path)

    say("\n             documents  generated  refused   failed")
    for kind in Item.Kind.allCases {
      let those = results.filter { $0.item.kind == kind }
      if those.isEmpty { continue }
      let counts = [
        those.count, those.count { $0.ending.code == 0 }, those.count { $0.ending.code == 1 },
        those.count { $0.failure != nil },
      ]
      let columns = counts.map { String(repeating: " ", count: 9 - "\($0)".count) + "\($0)" }
      let padding = String(repeating: " ", count: 12 - kind.rawValue.count)
      say(kind.rawValue + padding + columns.joined(separator: " "))
    }
    say("\nslowest, in CPU seconds")
    top(results) { $0.ending.seconds }
    say("\nlargest in memory")
    top(results) { Double($0.ending.megabytes) }
    // Each failure, so that a log is enough to see what is wrong.
    for result in results {
      if let failure = result.failure { say("\nFAILED \(result.item.name)\n  \(failure)") }
    }
  }

  private static func top(_ results: [Result], by measure: (Result) -> Double) {
    for result in results.sorted(by: { measure($0) > measure($1) }).prefix(5) {
      let figures = String(format: "%8.3f s %4d MB", result.ending.seconds, result.ending.megabytes)
      say("\(figures)  \(result.item.name)")
    }
  }
}

/// Prints a line at once, also where the output is no terminal.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
