/// Diagnostics as compilers print them.
struct HumanForm {
  var usesColour: Bool
  var sourceLine: (String, Int) -> String?

  private enum Style: String {
    case bold = "1"
    case red = "1;31"
    case magenta = "1;35"
    case cyan = "1;36"
    case green = "1;32"
    case dim = "2"
  }

  func render(_ diagnostic: Diagnostic) -> String {
    let gutter = gutterWidth(diagnostic)
    var lines = [headline(diagnostic)]
    lines += excerpt(diagnostic.location, length: diagnostic.length, gutter: gutter)
    for note in diagnostic.notes {
      lines.append(place(note.location) + paint("note: ", .cyan) + SafeText.line(note.message))
      lines += excerpt(note.location, length: 1, gutter: gutter)
    }
    if let fix = diagnostic.fix { lines.append(paint("fix: ", .green) + SafeText.line(fix)) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func headline(_ diagnostic: Diagnostic) -> String {
    let style: Style =
      switch diagnostic.severity {
      case .error: .red
      case .warning: .magenta
      case .notice: .cyan
      }
    return place(diagnostic.location) + paint("\(diagnostic.severity.rawValue): ", style)
      + paint(SafeText.line(diagnostic.message), .bold) + paint(" [\(diagnostic.code)]", .dim)
  }

  private func place(_ location: SourceLocation?) -> String {
    location.map { paint(SafeText.line("\($0): "), .bold) } ?? ""
  }

  private func gutterWidth(_ diagnostic: Diagnostic) -> Int {
    let places = [diagnostic.location] + diagnostic.notes.map(\.location)
    return max(4, String(places.compactMap { $0?.line }.max() ?? 0).count)
  }

  private func excerpt(_ location: SourceLocation?, length: Int, gutter: Int) -> [String] {
    guard let location, let text = sourceLine(location.file, location.line) else { return [] }
    let excerpt = Excerpt(text, column: location.column, length: length)
    let number = String(location.line)
    let padding = String(repeating: " ", count: gutter - number.count)
    return [
      paint("\(padding)\(number) | ", .dim) + excerpt.text,
      paint(String(repeating: " ", count: gutter) + " | ", .dim)
        + paint(excerpt.underline, .green),
    ]
  }

  private func paint(_ text: String, _ style: Style) -> String {
    usesColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A line of source, cut to what fits, and the underline to print below it.
struct Excerpt: Equatable {
  private(set) var text: String
  private(set) var underline: String

  private static let widest = 100
  private static let before = 40

  /// - Parameters:
  ///   - line: The whole line.
  ///   - column: Where to underline, in scalars from 1.
  ///   - length: How far, in scalars; cut off at the end of the line.
  init(_ line: String, column: Int, length: Int) {
    let scalars = Array(line.unicodeScalars)
    let target = min(max(column - 1, 0), scalars.count)
    let start = scalars.count <= Self.widest ? 0 : max(0, target - Self.before)
    let end = min(scalars.count, start + Self.widest)
    var shown = String.UnicodeScalarView()
    var indent = 0
    if start > 0 {
      shown.append("…")
      indent = 1
    }
    for position in start..<end { shown.append(SafeText.display(scalars[position])) }
    if end < scalars.count { shown.append("…") }
    text = String(shown)
    indent += Self.width(scalars[start..<target])
    let underlined = Self.width(scalars[target..<min(end, target + max(1, length))])
    underline =
      String(repeating: " ", count: indent) + "^"
      + String(repeating: "~", count: max(0, underlined - 1))
  }

  private static func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + SafeText.width(SafeText.display($1)) }
  }
}
