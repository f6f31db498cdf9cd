/// A strict pull reader of one JSON text (RFC 8259).
///
/// The reader walks bytes it does not own: it is valid only as long as the buffer it was made
/// from. It never backtracks on its own, keeps no tree, and allocates nothing but the strings
/// that are asked for. Invalid UTF-8, trailing commas, leading zeros and everything else the RFC
/// forbids are errors; a lone surrogate escape becomes U+FFFD; of repeated keys the last wins.
public struct JSONReader: ~Copyable {
  /// The next byte to read.
  var cursor: UnsafePointer<UInt8>
  /// One past the last byte.
  let end: UnsafePointer<UInt8>
  /// The first byte, for offsets in errors.
  let start: UnsafePointer<UInt8>
  /// How many more levels may be entered.
  var remainingDepth: Int
  /// How the reader was configured.
  public let options: JSONDecodingOptions
  /// What a lenient reader passed over, in order of appearance.
  public internal(set) var notes: [JSONDecodingError] = []

  /// Stands in for the address of an empty buffer, which has none.
  private static let emptyText: StaticString = ""

  /// Makes a reader over a buffer.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text, which must outlive the reader.
  ///   - options: how strictly and how deep to read.
  public init(_ bytes: UnsafeRawBufferPointer, options: JSONDecodingOptions = .init()) {
    if let base = bytes.baseAddress {
      start = base.assumingMemoryBound(to: UInt8.self)
    } else {
      start = JSONReader.emptyText.utf8Start
    }
    cursor = start
    end = start + bytes.count
    remainingDepth = options.maximumDepth
    self.options = options
    // RFC 8259 §8.1 lets parsers ignore a byte order mark.
    if bytes.count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { cursor += 3 }
  }

  /// The offset of the next byte from the beginning of the text.
  public var offset: Int { cursor - start }

  /// The type of the next value, which is not consumed.
  ///
  /// - Returns: the type.
  /// - Throws: `JSONDecodingError` where no value can begin.
  public mutating func peek() throws -> JSONKind {
    skipWhitespace()
    guard cursor < end else { throw syntaxError("unexpected end") }
    switch cursor.pointee {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw syntaxError("unexpected character")
    }
  }

  /// Consumes a null if one is next.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `JSONDecodingError` where a word begins with `n` and is not `null`.
  @inline(__always)
  public mutating func readNull() throws -> Bool {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "n") else { return false }
    if standsAt(Self.null) { cursor += 4 } else { try consumeWord("null") }
    return true
  }

  /// Reads a boolean.
  ///
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError` where the next value is none.
  public mutating func readBool() throws -> Bool {
    skipWhitespace()
    guard cursor < end else { throw syntaxError("unexpected end") }
    switch cursor.pointee {
    case UInt8(ascii: "t"):
      if standsAt(Self.true) { cursor += 4 } else { try consumeWord("true") }
      return true
    case UInt8(ascii: "f"):
      try consumeWord("false")
      return false
    default: throw mismatch("a boolean")
    }
  }

  /// Reads an array, element by element.
  ///
  /// - Parameter element: called once an element, with the reader at its first byte; it must
  ///   consume exactly that element.
  /// - Throws: `JSONDecodingError`, with the index in its path.
  public mutating func readArray(_ element: (inout JSONReader) throws -> Void) throws {
    guard try beginArray() else { return }
    var index = 0
    repeat {
      do { try element(&self) } catch { throw located(error, .index(index)) }
      index += 1
    } while try continueArray()
  }

  /// Reads an object, member by member.
  ///
  /// - Parameter member: called once a member with its key and the reader at its value, which it
  ///   must consume.
  /// - Throws: `JSONDecodingError`, with the key in its path.
  public mutating func readObject(_ member: (String, inout JSONReader) throws -> Void) throws {
    guard try beginObject() else { return }
    repeat {
      let key = try readKey()
      do { try member(key, &self) } catch { throw located(error, .key(key)) }
    } while try continueObject()
  }

  /// Checks that nothing but white space is left.
  ///
  /// - Throws: `JSONDecodingError` where something is.
  public mutating func finish() throws {
    skipWhitespace()
    if cursor < end { throw syntaxError("unexpected text after the value") }
  }
}

// MARK: - Structure

extension JSONReader {
  @inline(__always)
  mutating func skipWhitespace() {
    while cursor < end {
      let byte = cursor.pointee
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      cursor += 1
    }
  }

  /// Consumes `byte` if it is next, after white space.
  @inline(__always)
  mutating func consume(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard cursor < end, cursor.pointee == byte else { return false }
    cursor += 1
    return true
  }

  private static let null: UInt32 = 0x6C6C_756E
  private static let `true`: UInt32 = 0x6575_7274

  /// Whether a word of four letters, the first in its lowest bits, is next.
  @inline(__always)
  private func standsAt(_ word: UInt32) -> Bool {
    end - cursor >= 4
      && UInt32(littleEndian: UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self)) == word
  }

  mutating func consumeWord(_ word: StaticString) throws {
    let count = word.utf8CodeUnitCount
    guard end - cursor >= count else { throw syntaxError("unexpected end") }
    for index in 0..<count where cursor[index] != word.utf8Start[index] {
      throw syntaxError("unexpected word")
    }
    cursor += count
  }

  /// Enters an array.
  ///
  /// - Returns: whether it has an element, at which the reader then stands.
  @inline(__always)
  mutating func beginArray() throws -> Bool {
    guard consume(UInt8(ascii: "[")) else { throw mismatch("an array") }
    try enter()
    if consume(UInt8(ascii: "]")) {
      remainingDepth += 1
      return false
    }
    return true
  }

  /// Moves on to the next element.
  ///
  /// - Returns: whether there is one; if not, the array has been left.
  @inline(__always)
  mutating func continueArray() throws -> Bool {
    skipWhitespace()
    guard cursor < end else { throw syntaxError("unexpected end of an array") }
    let byte = cursor.pointee
    cursor += 1
    if byte == UInt8(ascii: ",") { return true }
    guard byte == UInt8(ascii: "]") else {
      cursor -= 1
      throw syntaxError("expected a comma or the end of an array")
    }
    remainingDepth += 1
    return false
  }

  /// Enters an object.
  ///
  /// - Returns: whether it has a member, before whose key the reader then stands.
  @inline(__always)
  mutating func beginObject() throws -> Bool {
    guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
    try enter()
    if consume(UInt8(ascii: "}")) {
      remainingDepth += 1
      return false
    }
    return true
  }

  /// Moves on to the next member.
  ///
  /// - Returns: whether there is one, before whose key the reader then stands; if not, the
  ///   object has been left.
  @inline(__always)
  mutating func continueObject() throws -> Bool {
    skipWhitespace()
    guard cursor < end else { throw syntaxError("unexpected end of an object") }
    let byte = cursor.pointee
    cursor += 1
    if byte == UInt8(ascii: ",") {
      skipWhitespace()
      return true
    }
    guard byte == UInt8(ascii: "}") else {
      cursor -= 1
      throw syntaxError("expected a comma or the end of an object")
    }
    remainingDepth += 1
    return false
  }

  /// Consumes the colon after a key.
  @inline(__always)
  mutating func consumeColon() throws {
    guard consume(UInt8(ascii: ":")) else { throw syntaxError("expected a colon after a key") }
  }

  /// Reads a key and its colon.
  mutating func readKey() throws -> String {
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
      throw syntaxError("expected a key")
    }
    let key = try readString()
    try consumeColon()
    return key
  }

  @inline(__always)
  private mutating func enter() throws {
    remainingDepth -= 1
    if remainingDepth < 0 { throw depthError() }
  }
}

// MARK: - Errors

extension JSONReader {
  /// An error about the value that is next, for use in a custom `init(json:)`.
  ///
  /// - Parameter message: what is wrong with it, in one clause.
  /// - Returns: the error, located at the current offset.
  public func invalidValue(_ message: String) -> JSONDecodingError {
    invalidValue(message, at: cursor)
  }

  @inline(never)
  func invalidValue(_ message: String, at place: UnsafePointer<UInt8>) -> JSONDecodingError {
    JSONDecodingError(
      offset: place - start,
      reason: .invalidValue(message),
      excerpt: excerpt(from: place)
    )
  }

  @inline(never)
  func syntaxError(_ message: String) -> JSONDecodingError {
    JSONDecodingError(
      offset: offset,
      reason: .syntax(message),
      excerpt: excerpt(from: cursor)
    )
  }

  /// The error for a value of the wrong JSON type, or for no value at all.
  @inline(never)
  mutating func mismatch(_ expected: String) -> JSONDecodingError {
    do {
      let found = try peek()
      return JSONDecodingError(
        offset: offset,
        reason: .typeMismatch(expected: expected, found: found),
        excerpt: excerpt(from: cursor)
      )
    } catch {
      return .wrapping(error, offset: offset)
    }
  }

  @inline(never)
  private func depthError() -> JSONDecodingError {
    JSONDecodingError(offset: offset, reason: .tooDeep(limit: options.maximumDepth))
  }

  @inline(never)
  func located(
    _ error: any Error,
    _ component: JSONDecodingError.PathComponent
  ) -> JSONDecodingError {
    JSONDecodingError.wrapping(error, offset: offset).prefixed(component)
  }

  private func excerpt(from place: UnsafePointer<UInt8>) -> String {
    let count = min(end - place, JSONDecodingError.excerptLimit)
    let text = String(decoding: UnsafeBufferPointer(start: place, count: count), as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }
}

// MARK: - Whole texts

extension JSONReader {
  /// Decodes one value that is the whole of a text.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - bytes: the JSON text.
  ///   - options: how strictly and how deep to read.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError`.
  public static func decode<Value: JSONCodable>(
    _ type: Value.Type = Value.self,
    from bytes: UnsafeRawBufferPointer,
    options: JSONDecodingOptions = .init()
  ) throws(JSONDecodingError) -> Value {
    var reader = JSONReader(bytes, options: options)
    do {
      let value = try reader.read(Value.self)
      try reader.finish()
      return value
    } catch {
      throw .wrapping(error, offset: reader.offset)
    }
  }

  /// Decodes one value that is the whole of a text.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - bytes: the JSON text.
  ///   - options: how strictly and how deep to read.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError`.
  public static func decode<Value: JSONCodable>(
    _ type: Value.Type = Value.self,
    from bytes: [UInt8],
    options: JSONDecodingOptions = .init()
  ) throws(JSONDecodingError) -> Value {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONDecodingError) in
      try decode(type, from: UnsafeRawBufferPointer(buffer), options: options)
    }
  }

  /// Decodes one value that is the whole of a text.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - text: the JSON text.
  ///   - options: how strictly and how deep to read.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError`.
  public static func decode<Value: JSONCodable>(
    _ type: Value.Type = Value.self,
    from text: String,
    options: JSONDecodingOptions = .init()
  ) throws(JSONDecodingError) -> Value {
    try decode(type, from: Array(text.utf8), options: options)
  }
}
