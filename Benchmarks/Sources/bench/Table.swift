import Foundation

/// Rows of results, laid out for reading.
struct Table {
  private struct Line: Decodable {
    var name: String
    var ours: Double
    var baseline: Double
    var baselineName: String
    var ratio: Double
    var unit: String

    enum CodingKeys: String, CodingKey {
      case name, ours, baseline, ratio, unit
      case baselineName = "baseline_name"
    }
  }

  private let lines: [Line]

  /// Reads rows of JSON; what is no row is left out.
  init(_ rows: [String]) {
    lines = rows.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  var text: String {
    let header = ["", "ours", "baseline", "ratio", "unit", "baseline is"]
    let cells = lines.map { line in
      [
        line.name, number(line.ours), number(line.baseline), number(line.ratio) + "×", line.unit,
        line.baselineName,
      ]
    }
    let all = [header] + cells
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        let isNumber = (1...3).contains(column)
        let isLast = column == row.count - 1
        return isNumber ? padding + cell.0 : isLast ? cell.0 : cell.0 + padding
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    return value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
  }
}
