extension JSONReader {
  /// Reads a string that has a form of its own.
  ///
  /// - Parameters:
  ///   - name: what the string should be, for the error: "a date and time".
  ///   - parse: makes the value of the string's UTF-8, valid during the call alone.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError` where `parse` returns nil.
  public mutating func readText<Value>(
    _ name: StaticString,
    _ parse: (UnsafeBufferPointer<UInt8>) -> Value?
  ) throws -> Value {
    skipWhitespace()
    let place = cursor
    let slice = try scanString()
    let value =
      slice.hasEscapes
      ? Array(unescape(slice.bytes).utf8).withUnsafeBufferPointer(parse) : parse(slice.bytes)
    guard let value else { throw invalidValue("expected \(name)", at: place) }
    return value
  }
}
