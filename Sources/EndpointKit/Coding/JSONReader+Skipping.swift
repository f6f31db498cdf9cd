extension JSONReader {
  /// Consumes one value of any type, checking its syntax.
  ///
  /// - Throws: `JSONDecodingError` where it is no valid JSON.
  public mutating func skipValue() throws {
    skipWhitespace()
    guard cursor < end else { throw syntaxError("unexpected end") }
    switch cursor.pointee {
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
    case UInt8(ascii: "t"): try consumeWord("true")
    case UInt8(ascii: "f"): try consumeWord("false")
    case UInt8(ascii: "n"): try consumeWord("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
    default: throw syntaxError("unexpected character")
    }
  }

  /// Consumes an array or object.
  ///
  /// Recursion is bounded by the depth limit.
  private mutating func skipContainer() throws {
    if cursor.pointee == UInt8(ascii: "{") {
      guard try beginObject() else { return }
      repeat {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
          throw syntaxError("expected a key")
        }
        _ = try scanString()
        try consumeColon()
        try skipValue()
      } while try continueObject()
    } else {
      guard try beginArray() else { return }
      repeat { try skipValue() } while try continueArray()
    }
  }

  /// Consumes one value of any type and gives its text as it stands in the document.
  ///
  /// - Returns: the bytes, valid as long as the buffer the reader was made from.
  /// - Throws: `JSONDecodingError` where it is no valid JSON.
  mutating func readRaw() throws -> UnsafeRawBufferPointer {
    skipWhitespace()
    let first = cursor
    try skipValue()
    return UnsafeRawBufferPointer(start: first, count: cursor - first)
  }
}
