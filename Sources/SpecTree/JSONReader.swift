import Diagnostics

/// Reads JSON by RFC 8259, strictly, into a tree.
struct JSONReader {
  /// Why a document is not JSON.
  struct Failure: Error {
    var diagnostic: Diagnostic
    /// How many scalars were read before.
    var scalarsRead: Int

    /// What to say when the document turned out to be YAML all the same.
    var asWarning: Diagnostic {
      var warning = diagnostic
      warning.severity = .warning
      warning.message = "not JSON, and was read as YAML: " + diagnostic.message
      return warning
    }
  }

  private let file: SourceFile
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: ParsingLimits
  private let sink: DiagnosticSink
  private var position: Int
  private var builder: TreeBuilder
  private var buffer: [UInt8] = []
  private var scalarsRead = 0

  /// Whether a document begins like a JSON object or array.
  static func looksLikeJSON(_ file: SourceFile, _ encoding: EncodingCheck) -> Bool {
    let first = file.bytes[encoding.markLength...].first { !isBlank($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Reads a JSON document.
  static func read(
    _ file: SourceFile,
    encoding: EncodingCheck,
    limits: ParsingLimits,
    sink: DiagnosticSink
  ) throws(DiagnosticError) -> Node {
    do {
      return try scan(file, encoding: encoding, limits: limits, sink: sink)
    } catch {
      throw DiagnosticError(error.diagnostic)
    }
  }

  /// Reads a JSON document, telling more about a failure.
  static func scan(
    _ file: SourceFile,
    encoding: EncodingCheck,
    limits: ParsingLimits,
    sink: DiagnosticSink
  ) throws(Failure) -> Node {
    let result: Result<Node, Failure> = file.bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(
        file: file,
        bytes: bytes,
        limits: limits,
        sink: sink,
        position: encoding.markLength,
        builder: TreeBuilder(files: [file], sizeHint: bytes.count)
      )
      do throws(Failure) {
        try reader.document()
        return .success(reader.builder.finish())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  // MARK: Structure

  private mutating func document() throws(Failure) {
    skipBlanks()
    guard position < bytes.count else {
      throw failure(.emptyDocument, "the document is empty", at: 0)
    }
    try value()
    while builder.depth > 0 { try next() }
    skipBlanks()
    guard position == bytes.count else {
      throw failure("nothing may follow the end of the document", at: position)
    }
  }

  /// Reads what comes next in the innermost container: its end, or one more child.
  private mutating func next() throws(Failure) {
    skipBlanks()
    let isMapping = builder.expectsKey
    let closing = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let isFirst = builder.isInnermostEmpty
    if peek() == closing {
      position += 1
      close(isMapping)
      return
    }
    if !isFirst {
      guard peek() == UInt8(ascii: ",") else {
        throw expected(isMapping ? "\",\" or \"}\"" : "\",\" or \"]\"")
      }
      position += 1
      skipBlanks()
    }
    if isMapping { try key() }
    try value()
  }

  private mutating func close(_ isMapping: Bool) {
    guard isMapping else { return builder.closeSequence() }
    for duplicate in builder.closeMapping().duplicates {
      sink.report(DuplicateKey.warning(duplicate, builder))
    }
  }

  private mutating func key() throws(Failure) {
    guard peek() == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
    let start = position
    if let plain = try string() {
      builder.key(UnsafeBufferPointer(rebasing: bytes[plain]), offset: start)
    } else {
      buffer.withUnsafeBufferPointer { builder.key($0, offset: start) }
    }
    skipBlanks()
    guard peek() == UInt8(ascii: ":") else { throw expected("\":\"") }
    position += 1
  }

  private mutating func value() throws(Failure) {
    skipBlanks()
    guard let byte = peek() else { throw expected("a value") }
    switch byte {
    case UInt8(ascii: "{"): try open(.mapping)
    case UInt8(ascii: "["): try open(.sequence)
    case UInt8(ascii: "\""): try stringValue()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    case UInt8(ascii: "t"): try word("true", .bool)
    case UInt8(ascii: "f"): try word("false", .bool)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw expected("a value")
    }
  }

  private mutating func open(_ kind: Node.Kind) throws(Failure) {
    guard builder.depth < limits.depth else {
      throw failure(.nestingTooDeep, "nested more than \(limits.depth) levels deep", at: position)
    }
    builder.open(kind, offset: position)
    position += 1
  }

  // MARK: Scalars

  private mutating func word(_ word: StaticString, _ kind: Node.Kind) throws(Failure) {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count, let base = bytes.baseAddress,
      Memory.equal(base + position, word.utf8Start, count: count)
    else { throw expected("a value") }
    add(kind, count: count)
  }

  private mutating func number() throws(Failure) {
    let start = position
    var kind: Node.Kind = .int
    if peek() == UInt8(ascii: "-") { position += 1 }
    if peek() == UInt8(ascii: "0") {
      position += 1
      if let next = peek(), next &- 0x30 < 10 {
        throw failure("a number must not begin with 0", at: start)
      }
    } else {
      try digits("a digit")
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      kind = .float
      try digits("a digit after the decimal point")
    }
    if let next = peek(), next | 0x20 == UInt8(ascii: "e") {
      position += 1
      kind = .float
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
      try digits("a digit in the exponent")
    }
    let count = position - start
    position = start
    add(kind, count: count)
  }

  private mutating func digits(_ what: String) throws(Failure) {
    let start = position
    while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    if position == start { throw expected(what) }
  }

  private mutating func add(_ kind: Node.Kind, count: Int) {
    scalarsRead += 1
    builder.scalar(
      kind,
      flags: [],
      offset: position,
      length: count,
      text: position..<(position + count)
    )
    position += count
  }

  private mutating func stringValue() throws(Failure) {
    let start = position
    if let plain = try string() {
      builder.scalar(.string, flags: .quoted, offset: start, length: position - start, text: plain)
    } else {
      let length = position - start
      buffer.withUnsafeBufferPointer {
        _ = builder.scalar(.string, flags: .quoted, offset: start, length: length, cooked: $0)
      }
    }
    scalarsRead += 1
  }

  /// Reads a string.
  ///
  /// - Returns: Where its text stands in the file; `nil` where it had escapes and is in `buffer`.
  private mutating func string() throws(Failure) -> Range<Int>? {
    let start = position
    position += 1
    var run = position
    var hasEscapes = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        defer { position += 1 }
        guard hasEscapes else { return run..<position }
        buffer.append(contentsOf: bytes[run..<position])
        return nil
      }
      if byte == UInt8(ascii: "\\") {
        if !hasEscapes { buffer.removeAll(keepingCapacity: true) }
        hasEscapes = true
        buffer.append(contentsOf: bytes[run..<position])
        try escape()
        run = position
      } else if byte < 0x20 {
        throw failure(
          .controlCharacter,
          "the character \(YAMLCharacters.name(of: bytes, at: position)) must be escaped in a string",
          at: position
        )
      } else {
        position += 1
      }
    }
    throw failure("the string that begins here is never closed", at: start)
  }

  private mutating func escape() throws(Failure) {
    let start = position
    guard position + 1 < bytes.count else { throw failure("the escape is cut off", at: start) }
    let letter = bytes[position + 1]
    position += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"): try unicodeEscape(from: start)
    default: throw failure("JSON has no such escape", at: start, length: 2)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(Failure) {
    var unit = try fourDigits(from: start)
    if unit & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      let afterFirst = position
      position += 2
      let low = try fourDigits(from: afterFirst)
      if low & 0xFC00 == 0xDC00 {
        unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
      } else {
        position = afterFirst
      }
    }
    if let scalar = Unicode.Scalar(unit) {
      buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      return
    }
    sink.report(
      Diagnostic(
        .warning,
        .jsonLoneSurrogate,
        "half of a surrogate pair stands alone; U+FFFD was put in its place",
        at: file.location(at: start),
        length: 6
      )
    )
    buffer.append(contentsOf: UTF8.encodedReplacementCharacter)
  }

  private mutating func fourDigits(from start: Int) throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw failure("\\u must be followed by four hexadecimal digits", at: start, length: 2)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  // MARK: Bytes and failures

  @inline(__always)
  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  private mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  private func expected(_ what: String) -> Failure {
    guard position < bytes.count else {
      return failure("the document ends where \(what) should be", at: position)
    }
    return failure("expected \(what)", at: position)
  }

  private func failure(_ message: String, at offset: Int, length: Int = 1) -> Failure {
    failure(.jsonSyntax, message, at: offset, length: length)
  }

  private func failure(
    _ code: Diagnostic.Code,
    _ message: String,
    at offset: Int,
    length: Int = 1
  ) -> Failure {
    Failure(
      diagnostic: Diagnostic(.error, code, message, at: file.location(at: offset), length: length),
      scalarsRead: scalarsRead
    )
  }
}
