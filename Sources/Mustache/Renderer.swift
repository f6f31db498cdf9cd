/// One rendering: runs programs against a context stack.
struct Renderer {
  /// A copy, which may grow by the targets of dynamic names.
  var library: TemplateLibrary
  var output: [UInt8] = []
  /// The context stack, innermost last.
  var stack: [Value]

  /// The arguments of the parents being rendered; each knows the frame around it.
  var frames: [Frame] = []
  var frame: Int?

  /// What goes before each line: the part of `indentation` from `indentationStart` on.
  var indentation: [UInt8] = []
  var indentationStart = 0
  /// Whether a line has begun whose indentation is not written yet: an empty line gets none.
  var owesIndentation = false
  /// Whether the next line start shares its line with something already written.
  var continuesLine = false

  private var depth = 0

  /// Deep enough for any document, and shallow enough for any thread's stack.
  static let maximumDepth = 200

  struct Frame {
    var program: Program
    var arguments: Range<Int>
    var outer: Int?
  }

  init(library: TemplateLibrary, value: Value) {
    self.library = library
    self.stack = [value]
  }

  mutating func run(_ program: Program, _ range: Range<Int>) throws(TemplateError) {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw tooDeep(program, range.lowerBound) }
    var index = range.lowerBound
    while index < range.upperBound {
      let next = index + 1
      switch program.code[index] {
      case .text(let start, let count, let lines):
        write(program, Int(start), Int(count), lines)
        index = next
      case .variable(let path, let isEscaped):
        if let value = try resolve(path, in: program, at: index) {
          try write(value, isEscaped: isEscaped, in: program)
        }
        index = next
      case .section(let path, let end, let raw):
        if let value = try resolve(path, in: program, at: index) {
          try runSection(value, program, next..<Int(end), raw: Int(raw))
        }
        index = Int(end)
      case .inverted(let path, let end):
        let value = try resolve(path, in: program, at: index)
        if !(value?.isTruthy ?? false) { try run(program, next..<Int(end)) }
        index = Int(end)
      case .partial(let call):
        try run(program.calls[Int(call)], in: program, at: index)
        index = next
      case .parent(let call, let end):
        try run(program.calls[Int(call)], in: program, at: index)
        index = Int(end)
      case .block(let block, let end):
        try runBlock(program.blocks[Int(block)], program, next..<Int(end))
        index = Int(end)
      }
    }
  }

  private mutating func runSection(
    _ value: Value,
    _ program: Program,
    _ body: Range<Int>,
    raw: Int
  ) throws(TemplateError) {
    switch value {
    case .list(let items):
      let isPlain = writesItems(program, body)
      for item in items {
        if isPlain, case .string(var text) = item {
          text.withUTF8 { write(line: $0, program, body.lowerBound) }
          continue
        }
        stack.append(item)
        try run(program, body)
        stack.removeLast()
      }
    case .lambda(let lambda):
      let section = program.rawSections[raw]
      let text = lambda(program.source.bytes.string(section.text))
      continuesLine = isIndented
      try run(text, delimiters: section.delimiters, in: program)
      continuesLine = false
    case .lines(var text):
      if writesItems(program, body) {
        text.withUTF8 { bytes in
          var start = 0
          while start < bytes.count {
            let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            write(line: line, program, body.lowerBound)
            start = end + 1
          }
        }
        return
      }
      for line in value.items {
        stack.append(.string(line))
        try run(program, body)
        stack.removeLast()
      }
    case .string(var text) where !text.isEmpty && writesItems(program, body):
      text.withUTF8 { write(line: $0, program, body.lowerBound) }
    default:
      guard value.isTruthy else { return }
      stack.append(value)
      try run(program, body)
      stack.removeLast()
    }
  }

  /// Whether a section's body is `{{.}}` between two texts: nearly all lines of code are written
  /// by such sections, and need no context of their own.
  private func writesItems(_ program: Program, _ body: Range<Int>) -> Bool {
    guard body.count == 3, library.options.escape == .none,
      case .text = program.code[body.lowerBound],
      case .variable(let path, _) = program.code[body.lowerBound + 1], path.count == 0,
      case .text = program.code[body.lowerBound + 2]
    else { return false }
    return true
  }

  /// Writes an item between the texts of such a section.
  private mutating func write(
    line bytes: UnsafeBufferPointer<UInt8>,
    _ program: Program,
    _ first: Int
  ) {
    guard case .text(let start, let count, let lines) = program.code[first],
      case .text(let lastStart, let lastCount, let lastLines) = program.code[first + 2]
    else { return }
    write(program, Int(start), Int(count), lines)
    if !bytes.isEmpty {
      payIndentation()
      output.append(contentsOf: bytes)
    }
    write(program, Int(lastStart), Int(lastCount), lastLines)
  }

  private mutating func run(
    _ text: String,
    delimiters: Delimiters,
    in program: Program
  ) throws(TemplateError) {
    let source = TemplateText(
      name: "\(program.source.name) (lambda)",
      bytes: Array(text.utf8)
    )
    let inner = try library.program(of: source, delimiters: delimiters)
    try run(inner, inner.code.indices)
  }

  private mutating func write(
    _ value: Value,
    isEscaped: Bool,
    in program: Program
  ) throws(TemplateError) {
    let escapes = isEscaped && library.options.escape == .html
    guard case .lambda(let lambda) = value else {
      write(value, escapes: escapes)
      return
    }
    // What the lambda returns is rendered first and escaped as a whole.
    let start = output.count
    try withoutIndentation { (renderer) throws(TemplateError) in
      try renderer.run(lambda(""), delimiters: .standard, in: program)
    }
    if escapes {
      let rendered = Array(output[start...])
      output.removeLast(output.count - start)
      rendered.withUnsafeBufferPointer { output.appendEscaped($0) }
    }
  }

  private func tooDeep(_ program: Program, _ index: Int) -> TemplateError {
    let offset = index < program.offsets.count ? Int(program.offsets[index]) : 0
    return program.source.error(
      .tooDeep,
      at: offset,
      "templates are nested more than \(Self.maximumDepth) deep here",
      help: "a template that includes itself must come to a section that is not rendered"
    )
  }
}
