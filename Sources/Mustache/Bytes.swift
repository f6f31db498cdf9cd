extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether this is what may stand beside a tag that is alone on its line.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var isWhitespace: Bool { isBlank || self == .newline || self == .carriageReturn }
}

extension [UInt8] {
  /// Whether the bytes at a position are these.
  func contains(_ bytes: [UInt8], at position: Int) -> Bool {
    guard position >= 0, position + bytes.count <= count else { return false }
    for index in bytes.indices where self[position + index] != bytes[index] { return false }
    return true
  }

  /// The first position, from a given one, where these bytes stand.
  func firstIndex(of bytes: [UInt8], from start: Int) -> Int? {
    guard let first = bytes.first else { return nil }
    var position = start
    while position + bytes.count <= count {
      if self[position] == first && contains(bytes, at: position) { return position }
      position += 1
    }
    return nil
  }

  /// A range without the white space at both of its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper && self[lower].isWhitespace { lower += 1 }
    while lower < upper && self[upper - 1].isWhitespace { upper -= 1 }
    return lower..<upper
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

/// Questions about the lines of a template.
extension [UInt8] {
  /// Whether a position is the first of a line.
  func startsLine(_ position: Int) -> Bool {
    position == 0 || self[position - 1] == .newline
  }

  /// The blanks between the start of the line and a tag, or nil if something else is there.
  func indentation(before position: Int) -> Range<Int>? {
    var start = position
    while start > 0 && self[start - 1].isBlank { start -= 1 }
    return startsLine(start) ? start..<position : nil
  }

  /// The start of the next line, or nil if something other than blanks comes first.
  func nextLine(after position: Int) -> Int? {
    var end = position
    while end < count && self[end].isBlank { end += 1 }
    if end == count { return end }
    if self[end] == .newline { return end + 1 }
    if self[end] == .carriageReturn && end + 1 < count && self[end + 1] == .newline {
      return end + 2
    }
    return nil
  }

  /// The leading blanks of the first line, from the start of one, that is not blank.
  func firstIndentation(from lineStart: Int) -> Range<Int> {
    var start = lineStart
    while start < count, let next = nextLine(after: start), next < count { start = next }
    var end = start
    while end < count && self[end].isBlank { end += 1 }
    return start..<end
  }
}
