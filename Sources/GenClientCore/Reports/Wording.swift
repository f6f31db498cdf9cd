/// Pieces of sentences.
enum Wording {
  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String], quoted: Bool = true) -> String {
    list(words, last: "or", quoted: quoted)
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ words: [String], last: String = "and", quoted: Bool = false) -> String {
    let words = quoted ? words.map { "`\($0)`" } : words
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }

  /// `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `did you mean "x"?`
  static func didYouMean(_ candidate: String?) -> String? {
    candidate.map { "did you mean `\($0)`?" }
  }

  /// Words in lines of at most a width.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
