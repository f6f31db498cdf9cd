extension JSONReader {
  /// A number as it stands in the text.
  struct NumberSlice {
    var bytes: UnsafeBufferPointer<UInt8>
    /// Whether it has neither fraction nor exponent.
    var isInteger: Bool

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Consumes a number without computing it.
  mutating func scanNumber() throws -> NumberSlice {
    skipWhitespace()
    let first = cursor
    var place = first
    var isInteger = true
    if place < end, place.pointee == UInt8(ascii: "-") { place += 1 }
    guard place < end, Self.isDigit(place.pointee) else {
      if place == first { throw mismatch("a number") }
      throw syntaxError("a number needs a digit")
    }
    if place.pointee == UInt8(ascii: "0") {
      place += 1
      if place < end, Self.isDigit(place.pointee) { throw syntaxError("leading zero in a number") }
    } else {
      skipDigits(&place)
    }
    if place < end, place.pointee == UInt8(ascii: ".") {
      isInteger = false
      place += 1
      guard place < end, Self.isDigit(place.pointee) else {
        throw syntaxError("a number needs a digit after the point")
      }
      skipDigits(&place)
    }
    if place < end, place.pointee | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      place += 1
      if place < end, place.pointee == UInt8(ascii: "+") || place.pointee == UInt8(ascii: "-") {
        place += 1
      }
      guard place < end, Self.isDigit(place.pointee) else {
        throw syntaxError("a number needs a digit in its exponent")
      }
      skipDigits(&place)
    }
    cursor = place
    return NumberSlice(
      bytes: UnsafeBufferPointer(start: first, count: place - first),
      isInteger: isInteger
    )
  }

  @inline(__always)
  private func skipDigits(_ place: inout UnsafePointer<UInt8>) {
    while place < end, Self.isDigit(place.pointee) { place += 1 }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Reads an integer.
  ///
  /// A number with a fraction or an exponent is accepted where its value is an integer (`1.0`,
  /// `1e3`), since JSON knows one type of number only.
  ///
  /// - Parameter type: the integer type.
  /// - Returns: the value, exact.
  /// - Throws: `JSONDecodingError` where the next value is no integer or out of range.
  public mutating func readInteger<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws -> Value {
    if Value.isSigned {
      let value = try readInt64()
      if let exact = Value(exactly: value) { return exact }
      throw invalidValue("\(value) is out of the range of \(Value.self)")
    }
    let value = try readUInt64()
    if let exact = Value(exactly: value) { return exact }
    throw invalidValue("\(value) is out of the range of \(Value.self)")
  }

  /// Consumes an integer of at most 18 digits, but for minus zero, if one is next.
  mutating func readShortInteger() -> Int64? {
    var place = cursor
    let isNegative = place < end && place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard let magnitude = shortInteger(&place), magnitude != 0 || !isNegative else { return nil }
    cursor = place
    return isNegative ? -Int64(magnitude) : Int64(magnitude)
  }

  @inline(__always)
  mutating func readInt64() throws -> Int64 {
    skipWhitespace()
    var place = cursor
    let isNegative = place < end && place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    if let magnitude = shortInteger(&place) {
      cursor = place
      return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
    return try readUncommonInteger(Int64.self)
  }

  @inline(__always)
  mutating func readUInt64() throws -> UInt64 {
    skipWhitespace()
    var place = cursor
    if let magnitude = shortInteger(&place) {
      cursor = place
      return magnitude
    }
    return try readUncommonInteger(UInt64.self)
  }

  /// The integer of at most 18 digits at `place`, which then cannot overflow.
  ///
  /// - Returns: nil where the number is longer, has a leading zero, a fraction or an exponent, or
  ///   is none.
  @inline(__always)
  private func shortInteger(_ place: inout UnsafePointer<UInt8>) -> UInt64? {
    let first = place
    var value: UInt64 = 0
    while place < end {
      let digit = place.pointee &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
    let count = place - first
    guard count > 0, count <= 18, count == 1 || first.pointee != UInt8(ascii: "0") else {
      return nil
    }
    if place < end, place.pointee == UInt8(ascii: ".") || place.pointee | 0x20 == 0x65 {
      return nil
    }
    return value
  }

  @inline(never)
  private mutating func readUncommonInteger<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws -> Value {
    let slice: NumberSlice
    do { slice = try scanNumber() } catch let error as JSONDecodingError {
      guard case .typeMismatch(_, let found) = error.reason else { throw error }
      var renamed = error
      renamed.reason = .typeMismatch(expected: "an integer", found: found)
      throw renamed
    }
    guard let value = DecimalText(slice.bytes).integer(Value.self) else {
      // Who keeps numbers as doubles writes the greatest integer as the double next to it.
      let text = slice.text
      if text.contains("e") || text.contains("E"), Double(text) == Double(Value.max) {
        return Value.max
      }
      throw invalidValue(
        "\(slice.text.prefix(40)) is no integer in the range of \(Value.self)",
        at: cursor - slice.bytes.count
      )
    }
    return value
  }

  /// Reads a floating-point number, correctly rounded.
  ///
  /// - Returns: the nearest value.
  /// - Throws: `JSONDecodingError` where the next value is no number, or one beyond the range.
  public mutating func readDouble() throws -> Double {
    skipWhitespace()
    var place = cursor
    if let value = shortDouble(&place) {
      cursor = place
      return value
    }
    let slice = try scanNumber()
    guard let value = Double(slice.text), value.isFinite else {
      throw invalidValue("the number is out of the range of Double", at: cursor - slice.bytes.count)
    }
    return value
  }

  /// Reads a number as its text, every digit kept.
  ///
  /// - Returns: the text, valid by the grammar of JSON.
  /// - Throws: `JSONDecodingError` where the next value is no number.
  public mutating func readNumberText() throws -> String { try scanNumber().text }

  /// The number at `place` where its digits and its power of ten are both exact in a Double, so
  /// that one multiplication or division rounds correctly (Clinger's fast path).
  @inline(__always)
  private func shortDouble(_ place: inout UnsafePointer<UInt8>) -> Double? {
    let isNegative = place < end && place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    var mantissa: UInt64 = 0
    accumulateDigits(&place, into: &mantissa)
    let whole = place - first
    guard whole > 0, whole == 1 || first.pointee != UInt8(ascii: "0") else { return nil }
    var fraction = 0
    if place < end, place.pointee == UInt8(ascii: ".") {
      place += 1
      let point = place
      accumulateDigits(&place, into: &mantissa)
      fraction = place - point
      guard fraction > 0 else { return nil }
    }
    guard whole + fraction <= 18, mantissa <= 1 << 53, fraction <= 22 else { return nil }
    if place < end, place.pointee | 0x20 == UInt8(ascii: "e") { return nil }
    var value = Double(mantissa)
    if fraction > 0 { value /= DecimalText.exactPowersOfTen[fraction] }
    return isNegative ? -value : value
  }

  @inline(__always)
  private func accumulateDigits(_ place: inout UnsafePointer<UInt8>, into value: inout UInt64) {
    while place < end {
      let digit = place.pointee &- 0x30
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      place += 1
    }
  }
}
