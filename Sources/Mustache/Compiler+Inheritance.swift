/// Parents and blocks.
///
/// A block's indentation belongs to where it stands: an argument loses its own and takes that of
/// the block it fills.
extension Compiler {
  mutating func openParent(_ tag: Tag) throws(TemplateError) {
    let bytes = source.bytes
    var opened = OpenTag(tag: tag, index: 0, outerDedent: dedent)
    if let blanks = bytes.indentation(before: tag.range.lowerBound) {
      // Only the closing tag tells whether these blanks are an indentation or text.
      emitText(cursor..<blanks.lowerBound)
      opened.blanks = parts.code.count
      emitTextBeforeTag(blanks)
    } else {
      emitText(cursor..<tag.range.lowerBound)
    }
    cursor = tag.range.upperBound
    opened.index = parts.code.count
    append(.parent(call: Int32(parts.calls.count), end: 0), tag)
    parts.calls.append(
      Call(target: target(tag), isParent: true, indentation: nil, arguments: 0..<0)
    )
    try push(opened)
  }

  mutating func closeParent(_ opened: OpenTag, _ tag: Tag) {
    guard case .parent(let call, _) = parts.code[opened.index] else { return }
    parts.code[opened.index] = .parent(call: call, end: Int32(parts.code.count))
    let first = parts.arguments.count
    parts.arguments += opened.arguments
    parts.calls[Int(call)].arguments = first..<parts.arguments.count

    cursor = tag.range.upperBound
    guard let blanks = opened.blanks, let next = source.bytes.nextLine(after: cursor) else {
      return
    }
    cursor = next
    if case .text(let start, let count, _) = parts.code[blanks] {
      parts.calls[Int(call)].indentation = Int(start)..<Int(start + count)
      parts.code[blanks] = .text(start: start, count: 0, lines: .none)
    }
  }

  mutating func openBlock(_ tag: Tag) throws(TemplateError) {
    if open.last?.tag.kind == .parent {
      try openArgument(tag)
    } else {
      try openParameter(tag)
    }
  }

  private mutating func openArgument(_ tag: Tag) throws(TemplateError) {
    let bytes = source.bytes
    var opened = OpenTag(
      tag: tag,
      index: parts.code.count,
      outerDedent: dedent,
      isArgument: true
    )
    if let next = bytes.nextLine(after: tag.range.upperBound) {
      cursor = next
      dedent = bytes.firstIndentation(from: next)
    } else {
      cursor = tag.range.upperBound
      opened.startsInline = true
      dedent = bytes.indentation(before: tag.range.lowerBound) ?? 0..<0
    }
    try push(opened)
  }

  private mutating func openParameter(_ tag: Tag) throws(TemplateError) {
    let bytes = source.bytes
    let blanks = bytes.indentation(before: tag.range.lowerBound)
    let standsAlone = blanks != nil && bytes.nextLine(after: tag.range.upperBound) != nil
    take(tag, mayStandAlone: true)
    let indentation =
      standsAlone ? bytes.firstIndentation(from: cursor) : blanks ?? 0..<0
    let block = Block(
      name: Key(name(tag)),
      indentation: keep(indentation),
      startsLine: standsAlone
    )
    try push(
      OpenTag(
        tag: tag,
        index: parts.code.count,
        outerDedent: dedent,
        ownIndentation: standsAlone ? blanks : nil
      )
    )
    append(.block(Int32(parts.blocks.count), end: 0), tag)
    parts.blocks.append(block)
  }

  mutating func closeBlock(_ opened: OpenTag, _ tag: Tag) {
    if opened.isArgument {
      closeArgument(opened, tag)
      return
    }
    take(tag, mayStandAlone: true)
    guard case .block(let block, _) = parts.code[opened.index] else { return }
    let isEmpty = parts.code.count == opened.index + 1
    parts.code[opened.index] = .block(block, end: Int32(parts.code.count))
    // Without content to take an indentation from, the opening tag's own counts.
    if isEmpty, let own = opened.ownIndentation {
      parts.blocks[Int(block)].indentation = keep(own)
    }
  }

  private mutating func closeArgument(_ opened: OpenTag, _ tag: Tag) {
    let lineStart = source.bytes.indentation(before: tag.range.lowerBound)?.lowerBound
    emitText(cursor..<max(cursor, lineStart ?? tag.range.lowerBound))
    cursor = tag.range.upperBound
    dedent = opened.outerDedent
    // The stack holds the parent: openArgument is only called directly inside one.
    open[open.count - 1].arguments.append(
      Argument(
        name: Key(name(opened.tag)),
        body: opened.index..<parts.code.count,
        startsInline: opened.startsInline
      )
    )
  }
}
