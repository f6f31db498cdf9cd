/// Partials, parents and blocks.
extension Renderer {
  /// Renders another template in place of a tag.
  mutating func run(
    _ call: Call,
    in program: Program,
    at index: Int
  ) throws(TemplateError) {
    guard let target = try target(of: call, in: program, at: index) else { return }
    let outerFrame = frame
    if !call.arguments.isEmpty {
      frames.append(Frame(program: program, arguments: call.arguments, outer: frame))
      frame = frames.count - 1
    }
    defer {
      if !call.arguments.isEmpty { frames.removeLast() }
      frame = outerFrame
    }
    do {
      if let added = call.indentation {
        try withIndentation(program.text[added]) { (renderer) throws(TemplateError) in
          try renderer.run(target, target.code.indices)
        }
      } else {
        try withoutIndentation { (renderer) throws(TemplateError) in
          try renderer.run(target, target.code.indices)
        }
      }
    } catch {
      var error = error
      if error.kind != .tooDeep || error.includedFrom.count < 3 {
        error.includedFrom.append(program.source.location(Int(program.offsets[index])))
      }
      throw error
    }
  }

  private mutating func target(
    of call: Call,
    in program: Program,
    at index: Int
  ) throws(TemplateError) -> Program? {
    switch call.target {
    case .program(let target): return library.programs[target]
    case .named, .missing: return nil
    case .dynamic(let path):
      guard let name = try resolve(path, in: program, at: index)?.templateName else { return nil }
      if let target = try library.index(of: name) { return library.programs[target] }
      guard library.options.isStrict else { return nil }
      throw library.missingPartial(
        name,
        offset: Int(program.offsets[index]),
        in: program.source
      )
    }
  }

  /// Renders the argument that fills a block, or else the block's own content.
  mutating func runBlock(
    _ block: Block,
    _ program: Program,
    _ content: Range<Int>
  ) throws(TemplateError) {
    guard let (found, argument) = argument(for: block.name) else {
      try run(program, content)
      return
    }
    // The argument was written outside of the parent it is for, so it sees only the arguments
    // given there. Hence also a block inside it of the same name does not lead back to it.
    let outerFrame = frame
    frame = frames[found].outer
    defer { frame = outerFrame }
    let owner = frames[found].program
    try withIndentation(program.text[block.indentation]) { (renderer) throws(TemplateError) in
      if renderer.isIndented {
        if block.startsLine {
          renderer.owesIndentation = argument.startsInline
        } else {
          renderer.continuesLine = !argument.startsInline
        }
      }
      try renderer.run(owner, argument.body)
    }
  }

  /// The outermost argument of a name: whoever extends a template has the last word.
  private func argument(for name: Key) -> (frame: Int, argument: Argument)? {
    var found: (Int, Argument)?
    var next = frame
    while let index = next {
      let frame = frames[index]
      for position in frame.arguments {
        let argument = frame.program.arguments[position]
        if argument.name.id == name.id && argument.name.name == name.name {
          found = (index, argument)
          break
        }
      }
      next = frame.outer
    }
    return found
  }
}

extension Value {
  /// The template a dynamic name stands for.
  fileprivate var templateName: String? {
    switch self {
    case .string(let name): name.isEmpty ? nil : name
    case .int(let number): String(number)
    default: nil
    }
  }
}
