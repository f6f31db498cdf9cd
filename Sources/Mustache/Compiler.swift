/// Turns a template's source into a program.
///
/// It goes from tag to tag. What lies between the cursor and the next tag becomes text, except for
/// the blanks and the line end around a tag that stands alone on its line.
struct Compiler {
  let source: TemplateText
  var parts = ProgramParts()
  /// Where the text not yet dealt with begins.
  var cursor = 0
  /// The tags that wait for their closing tag, outermost first.
  var open: [OpenTag] = []
  /// The indentation that is taken off each line: that of the block argument around it.
  var dedent: Range<Int> = 0..<0

  /// Deep enough for any real template, and shallow enough for any thread's stack.
  static let maximumNesting = 100

  struct OpenTag {
    var tag: Tag
    /// Where its instruction is.
    var index: Int
    var outerDedent: Range<Int>
    /// For a parent: where the instruction with the blanks before it is, if it begins its line.
    var blanks: Int?
    /// For a parent: what its blocks give.
    var arguments: [Argument] = []
    /// For a block: whether it gives an argument to the parent tag around it.
    var isArgument = false
    var startsInline = false
    /// For a block alone on its line: the blanks before it, and those of its content.
    var ownIndentation: Range<Int>?
  }

  init(_ source: TemplateText) {
    self.source = source
  }

  /// Compiles a template.
  ///
  /// - Parameter link: Finds the target of a static partial or parent; gets the tag's offset.
  static func compile(
    _ source: TemplateText,
    delimiters: Delimiters = .standard,
    link: (Call, Int) throws(TemplateError) -> Call.Target
  ) throws(TemplateError) -> Program {
    var compiler = Compiler(source)
    var scanner = TagScanner(source, delimiters: delimiters)
    var callOffsets: [Int] = []
    while let tag = try scanner.next() {
      try compiler.compile(tag)
      if compiler.parts.calls.count > callOffsets.count {
        callOffsets.append(tag.range.lowerBound)
      }
    }
    try compiler.finish()
    var calls = compiler.parts.calls
    for index in calls.indices {
      calls[index].target = try link(calls[index], callOffsets[index])
    }
    return Program(compiler.parts, source: source, calls: calls)
  }

  private mutating func compile(_ tag: Tag) throws(TemplateError) {
    if open.last?.tag.kind == .parent {
      try checkInsideParent(tag)
    }
    switch tag.kind {
    case .comment, .delimiters:
      take(tag, mayStandAlone: true)
    case .variable, .unescaped:
      take(tag, mayStandAlone: false)
      let path = parts.path(name(tag))
      append(.variable(path, isEscaped: tag.kind == .variable), tag)
    case .section, .inverted:
      take(tag, mayStandAlone: true)
      try push(OpenTag(tag: tag, index: parts.code.count, outerDedent: dedent))
      let path = parts.path(name(tag))
      append(
        tag.kind == .section ? .section(path, end: 0, raw: 0) : .inverted(path, end: 0),
        tag
      )
    case .partial: compilePartial(tag)
    case .parent: try openParent(tag)
    case .block: try openBlock(tag)
    case .close: try close(tag)
    }
  }

  private func checkInsideParent(_ tag: Tag) throws(TemplateError) {
    switch tag.kind {
    case .block, .close, .comment, .delimiters: return
    default:
      throw source.error(
        .misplacedTag,
        at: tag.range.lowerBound,
        "\"\(label(tag))\" has no effect here: directly inside a parent only blocks count",
        help: "move it into a block, {{$name}}…{{/name}}, or out of the parent"
      )
    }
  }

  private mutating func finish() throws(TemplateError) {
    if let last = open.last {
      throw source.error(
        .unclosedSection,
        at: last.tag.range.lowerBound,
        "\"\(label(last.tag))\" is never closed",
        help: "close it with \"\(closingLabel(last.tag))\""
      )
    }
    emitText(cursor..<source.bytes.count)
  }

  mutating func push(_ tag: OpenTag) throws(TemplateError) {
    guard open.count < Self.maximumNesting else {
      throw source.error(
        .tooDeep,
        at: tag.tag.range.lowerBound,
        "more than \(Self.maximumNesting) sections are open here",
        help: "move inner sections into partials"
      )
    }
    open.append(tag)
  }

  mutating func append(_ instruction: Instruction, _ tag: Tag) {
    parts.append(instruction, offset: tag.range.lowerBound)
  }

  private mutating func compilePartial(_ tag: Tag) {
    let bytes = source.bytes
    var indentation: Range<Int>?
    if let blanks = bytes.indentation(before: tag.range.lowerBound),
      let next = bytes.nextLine(after: tag.range.upperBound)
    {
      emitText(cursor..<blanks.lowerBound)
      cursor = next
      indentation = keep(blanks)
    } else {
      take(tag, mayStandAlone: false)
    }
    append(.partial(call: Int32(parts.calls.count)), tag)
    parts.calls.append(
      Call(target: target(tag), isParent: false, indentation: indentation, arguments: 0..<0)
    )
  }

  mutating func target(_ tag: Tag) -> Call.Target {
    tag.isDynamic ? .dynamic(parts.path(name(tag))) : .named(name(tag))
  }

  func name(_ tag: Tag) -> String { source.bytes.string(tag.name) }
}

/// Closing tags.
extension Compiler {
  private mutating func close(_ tag: Tag) throws(TemplateError) {
    guard let opened = open.popLast() else {
      throw source.error(
        .strayClose,
        at: tag.range.lowerBound,
        "\"\(label(tag))\" closes nothing",
        help: "remove it, or open a section of that name before it"
      )
    }
    guard name(opened.tag) == name(tag), opened.tag.isDynamic == tag.isDynamic else {
      let place = source.location(opened.tag.range.lowerBound)
      throw source.error(
        .mismatchedClose,
        at: tag.range.lowerBound,
        "\"\(label(tag))\" does not close \"\(label(opened.tag))\", opened at line "
          + "\(place.line), column \(place.column)",
        help: "write \"\(closingLabel(opened.tag))\" before it"
      )
    }
    switch opened.tag.kind {
    case .parent: closeParent(opened, tag)
    case .block: closeBlock(opened, tag)
    default: closeSection(opened, tag)
    }
  }

  private mutating func closeSection(_ opened: OpenTag, _ tag: Tag) {
    take(tag, mayStandAlone: true)
    let end = Int32(parts.code.count)
    switch parts.code[opened.index] {
    case .section(let path, _, _):
      parts.code[opened.index] = .section(path, end: end, raw: Int32(parts.rawSections.count))
      parts.rawSections.append(
        RawSection(
          text: opened.tag.range.upperBound..<tag.range.lowerBound,
          delimiters: opened.tag.delimiters
        )
      )
    case .inverted(let path, _):
      parts.code[opened.index] = .inverted(path, end: end)
    default: break
    }
  }

  /// The tag as its author would write it with the standard delimiters.
  func label(_ tag: Tag) -> String {
    let sigil =
      switch tag.kind {
      case .variable, .comment, .delimiters: ""
      case .unescaped: "&"
      case .section: "#"
      case .inverted: "^"
      case .close: "/"
      case .partial: ">"
      case .parent: "<"
      case .block: "$"
      }
    return label(tag, sigil: sigil)
  }

  func closingLabel(_ tag: Tag) -> String { label(tag, sigil: "/") }

  private func label(_ tag: Tag, sigil: String) -> String {
    let open = String(decoding: tag.delimiters.open, as: UTF8.self)
    let close = String(decoding: tag.delimiters.close, as: UTF8.self)
    return open + sigil + (tag.isDynamic ? "*" : "") + name(tag) + close
  }
}
