/// Finds the word that was probably meant.
enum Spelling {
  /// The nearest of some words, where one is near enough to be meant.
  ///
  /// - Parameters:
  ///   - word: the word as written.
  ///   - words: the words there are.
  static func nearest(to word: String, in words: [String]) -> String? {
    let folded = fold(word)
    let best = words.map { (distance: distance(folded, fold($0)), word: $0) }
      .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
    guard let best, best.distance <= max(2, folded.count / 3) else { return nil }
    return best.word
  }

  private static func fold(_ word: String) -> [UInt8] {
    word.utf8.map(\.asciiLowercased).filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
  }

  /// How many letters have to be added, removed or changed.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let above = row[j + 1]
        row[j + 1] = byte == right[j] ? diagonal : min(diagonal, above, row[j]) + 1
        diagonal = above
      }
    }
    return row[right.count]
  }
}
