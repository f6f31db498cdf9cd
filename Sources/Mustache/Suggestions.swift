/// The names most like a mistaken one, the nearest first; none that would be a wild guess.
func nearest(to name: String, among candidates: [String]) -> [String] {
  let limit = max(1, min(3, name.unicodeScalars.count / 3))
  var seen: Set<String> = []
  var scored: [(distance: Int, name: String)] = []
  for candidate in candidates where seen.insert(candidate).inserted {
    let distance = editDistance(name.lowercased(), candidate.lowercased())
    if distance <= limit { scored.append((distance, candidate)) }
  }
  // Ties keep the order of the candidates, so that equal input gives equal messages.
  return scored.enumerated()
    .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    .prefix(3).map(\.element.name)
}

/// How many letters must be inserted, removed, replaced, or swapped with their neighbour.
private func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      var cost = min(current[column], last[column + 1]) + 1
      cost = min(cost, last[column] + (first[row] == second[column] ? 0 : 1))
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}

/// Names in quotation marks, with an "or" before the last.
func quotedList(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " or " + last
}
