/// Writing text, numbers and indentation.
extension Renderer {
  var isIndented: Bool { indentation.count > indentationStart }

  /// Writes a stretch of the template.
  @inline(__always)
  mutating func write(_ program: Program, _ start: Int, _ count: Int, _ lines: LineStarts) {
    program.text.withUnsafeBufferPointer { text in
      let bytes = UnsafeBufferPointer(rebasing: text[start..<start + count])
      if isIndented {
        writeIndented(bytes, lines)
      } else {
        output.append(contentsOf: bytes)
      }
    }
  }

  private mutating func writeIndented(_ bytes: UnsafeBufferPointer<UInt8>, _ lines: LineStarts) {
    if lines.isBefore {
      owesIndentation = !continuesLine
      continuesLine = false
    }
    var position = 0
    while position < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[position...])
      let next = rest.firstIndex(of: .newline).map { $0 + 1 } ?? rest.count
      let line = UnsafeBufferPointer(rebasing: rest[..<next])
      let isBlank = line[0] == .newline || (line[0] == .carriageReturn && line.count == 2)
      if isBlank { owesIndentation = false }
      payIndentation()
      output.append(contentsOf: line)
      position += next
      owesIndentation = position < bytes.count
    }
    if lines.isAfter && !bytes.isEmpty { owesIndentation = true }
  }

  /// Writes the indentation of a line that has begun.
  @inline(__always)
  mutating func payIndentation() {
    guard owesIndentation else { return }
    owesIndentation = false
    output.append(contentsOf: indentation[indentationStart...])
  }

  /// Adds an indentation to that of each line written meanwhile.
  mutating func withIndentation(
    _ added: ArraySlice<UInt8>,
    _ body: (inout Renderer) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    let count = indentation.count
    let owed = owesIndentation
    indentation.append(contentsOf: added)
    defer {
      indentation.removeLast(indentation.count - count)
      // A line begun before, with nothing written meanwhile, still waits for its indentation.
      owesIndentation = owed && owesIndentation
      continuesLine = false
    }
    try body(&self)
  }

  /// Writes meanwhile without any indentation, as what stands in the middle of a line.
  mutating func withoutIndentation(
    _ body: (inout Renderer) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    payIndentation()
    let start = indentationStart
    indentationStart = indentation.count
    defer { indentationStart = start }
    try body(&self)
  }

  /// Writes a value other than a lambda.
  mutating func write(_ value: Value, escapes: Bool) {
    switch value {
    case .string(let text):
      guard !text.isEmpty else { return }
      payIndentation()
      output.append(text, escapes: escapes)
    case .int(let number):
      payIndentation()
      output.append(number)
    case .bool(let flag):
      payIndentation()
      output.append(flag ? "true" : "false", escapes: false)
    case .double(let number):
      payIndentation()
      output.append(String(describing: number), escapes: false)
    case .list(let items):
      for item in items { write(item, escapes: escapes) }
    case .lines:
      for line in value.items { write(.string(line), escapes: escapes) }
    case .null, .object, .lambda:
      break
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String, escapes: Bool) {
    let copied: Void? = text.utf8.withContiguousStorageIfAvailable {
      if escapes { appendEscaped($0) } else { append(contentsOf: $0) }
    }
    if copied == nil {
      // Only a string bridged from another language is not stored as UTF-8.
      let bytes = Array(text.utf8)
      bytes.withUnsafeBufferPointer {
        if escapes { appendEscaped($0) } else { append(contentsOf: $0) }
      }
    }
  }

  fileprivate mutating func append(_ number: Int) {
    guard number.magnitude > 9 else {
      if number < 0 { append(UInt8(ascii: "-")) }
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude))
      return
    }
    append(String(number), escapes: false)
  }

  /// Appends text with the characters that mean something to HTML replaced.
  mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in bytes.indices {
      guard let entity = Self.entity(for: bytes[position]) else { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
      append(contentsOf: entity.utf8)
      start = position + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  private static func entity(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
