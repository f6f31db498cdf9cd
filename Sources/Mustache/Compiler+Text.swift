/// Text, lines and indentation.
extension Compiler {
  private var isInsideParent: Bool { open.last?.tag.kind == .parent }

  /// Emits the text before a tag and moves past the tag, and past its line if it stands alone.
  mutating func take(_ tag: Tag, mayStandAlone: Bool) {
    let bytes = source.bytes
    // Text directly inside a parent is ignored.
    guard !isInsideParent else {
      cursor = tag.range.upperBound
      return
    }
    if mayStandAlone, let blanks = bytes.indentation(before: tag.range.lowerBound),
      let next = bytes.nextLine(after: tag.range.upperBound)
    {
      emitText(cursor..<blanks.lowerBound)
      cursor = next
    } else {
      emitTextBeforeTag(cursor..<tag.range.lowerBound)
      cursor = tag.range.upperBound
    }
  }

  mutating func emitText(_ range: Range<Int>) {
    if !range.isEmpty { emit(range, isBeforeTag: false) }
  }

  /// Emits the text before a tag that shares its line.
  ///
  /// A tag at the very start of a line needs an empty text, so that the line gets indented.
  mutating func emitTextBeforeTag(_ range: Range<Int>) {
    if !range.isEmpty || source.bytes.startsLine(range.lowerBound) {
      emit(range, isBeforeTag: true)
    }
  }

  private mutating func emit(_ range: Range<Int>, isBeforeTag: Bool) {
    let start = parts.text.count
    copy(range)
    let lines = LineStarts(
      before: source.bytes.startsLine(range.lowerBound),
      after: isBeforeTag && source.bytes.startsLine(range.upperBound)
    )
    parts.append(
      .text(start: Int32(start), count: Int32(parts.text.count - start), lines: lines),
      offset: range.lowerBound
    )
  }

  /// Copies source text, taking the surrounding argument's indentation off each line.
  private mutating func copy(_ range: Range<Int>) {
    let bytes = source.bytes
    guard !dedent.isEmpty else {
      parts.text += bytes[range]
      return
    }
    var position = range.lowerBound
    while position < range.upperBound {
      if bytes.startsLine(position) {
        position = afterDedent(position, limit: range.upperBound)
      }
      let end = bytes[position..<range.upperBound].firstIndex(of: .newline)
      let next = end.map { $0 + 1 } ?? range.upperBound
      parts.text += bytes[position..<next]
      position = next
    }
  }

  /// The position after as much of the indentation to remove as a line really begins with.
  private func afterDedent(_ lineStart: Int, limit: Int) -> Int {
    let bytes = source.bytes
    var position = lineStart
    for expected in bytes[dedent] {
      guard position < limit, bytes[position] == expected else { break }
      position += 1
    }
    return position
  }

  /// Keeps blanks that begin a source line as an indentation, and says where they are.
  mutating func keep(_ blanks: Range<Int>) -> Range<Int> {
    let start = parts.text.count
    if !blanks.isEmpty {
      parts.text +=
        source.bytes[
          afterDedent(blanks.lowerBound, limit: blanks.upperBound)..<blanks.upperBound
        ]
    }
    return start..<parts.text.count
  }
}
