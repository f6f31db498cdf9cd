/// The nearest of a list of words, for "did you mean".
package enum Suggestion {
  /// Whether two names differ in letter case, `-` and `_` alone.
  package static func isSameWord(_ left: String, _ right: String) -> Bool {
    fold(left) == fold(right)
  }

  /// The candidate that a misspelt word most probably means.
  ///
  /// Letter case, `-`, `_` and spaces count for nothing; beyond that, one edit in three letters is
  /// forgiven.
  ///
  /// - Returns: The first of the nearest candidates; `nil` where none is near.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let folded = fold(word)
    guard !folded.isEmpty, folded.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = fold(candidate)
      let limit = min(max(folded.count, other.count) / 3, (best?.distance ?? 4) - 1)
      guard limit >= 0, abs(folded.count - other.count) <= limit else { continue }
      let distance = distance(folded, other)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func fold(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != 32 }
  }

  /// The number of letters to insert, remove, replace or swap with the next.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous: [Int] = []
    var current = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var cost = current[column] + (left[row] == right[column] ? 0 : 1)
        cost = min(cost, current[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, previous[column - 1] + 1)
        }
        next.append(cost)
      }
      previous = current
      current = next
    }
    return current[right.count]
  }
}
