extension JSONReader {
  /// Reads a string.
  ///
  /// - Returns: the value, escapes resolved.
  /// - Throws: `JSONDecodingError` where the next value is no string, or no valid one.
  public mutating func readString() throws -> String {
    let slice = try scanString()
    if slice.hasEscapes { return unescape(slice.bytes) }
    return slice.text
  }

  /// A string as it stands in the text, without its quotes.
  struct StringSlice {
    var bytes: UnsafeBufferPointer<UInt8>
    var hasEscapes: Bool
    /// Whether all bytes are ASCII.
    var isASCII: Bool

    /// The value of a string without escapes.
    @inline(__always)
    var text: String {
      #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        // The scan has checked the bytes; from anything else the library checks them again.
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
      }
      #endif
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Consumes a string: checks its UTF-8, control characters and escapes.
  @inline(__always)
  mutating func scanString() throws -> StringSlice {
    skipWhitespace()
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { throw mismatch("a string") }
    let first = cursor + 1
    let stop = ByteScan.plainText(from: first, to: end)
    return try plainSlice(from: first, to: stop) ?? scanUncommonString(from: first, at: stop)
  }

  /// Reads a string if one that is ASCII and has no escapes is next; otherwise nothing is consumed.
  @inline(__always)
  mutating func readPlainText() -> String? {
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { return nil }
    let first = cursor + 1
    let stop = ByteScan.plainText(from: first, to: end)
    return plainSlice(from: first, to: stop)?.text
  }

  /// Consumes a string whose plain part ends with its quote.
  @inline(__always)
  private mutating func plainSlice(
    from first: UnsafePointer<UInt8>,
    to stop: UnsafePointer<UInt8>
  ) -> StringSlice? {
    guard stop < end, stop.pointee == UInt8(ascii: "\"") else { return nil }
    cursor = stop + 1
    return StringSlice(
      bytes: UnsafeBufferPointer(start: first, count: stop - first),
      hasEscapes: false,
      isASCII: true
    )
  }

  /// Goes on where the plain ASCII part of a string ends.
  @inline(never)
  private mutating func scanUncommonString(
    from first: UnsafePointer<UInt8>,
    at stop: UnsafePointer<UInt8>
  ) throws -> StringSlice {
    var place = stop
    var hasEscapes = false
    var isASCII = true
    while place < end {
      let byte = place.pointee
      switch byte {
      case UInt8(ascii: "\""):
        cursor = place + 1
        return StringSlice(
          bytes: UnsafeBufferPointer(start: first, count: place - first),
          hasEscapes: hasEscapes,
          isASCII: isASCII
        )
      case UInt8(ascii: "\\"):
        hasEscapes = true
        place += try escapeLength(at: place)
      case 0x80...:
        isASCII = false
        let length = ByteScan.utf8SequenceLength(at: place, end: end)
        guard length > 0 else {
          cursor = place
          throw syntaxError("invalid UTF-8 in a string")
        }
        place += length
      case ..<0x20:
        cursor = place
        throw syntaxError("control character in a string")
      default:
        place = ByteScan.plainText(from: place, to: end)
      }
    }
    cursor = end
    throw syntaxError("unexpected end of a string")
  }

  private mutating func escapeLength(at place: UnsafePointer<UInt8>) throws -> Int {
    guard end - place >= 2 else {
      cursor = end
      throw syntaxError("unexpected end of a string")
    }
    switch place[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u") where end - place >= 6 && ByteScan.hexQuad(at: place + 2) != nil:
      return 6
    default:
      cursor = place
      throw syntaxError("invalid escape in a string")
    }
  }

  /// Resolves the escapes of a scanned, hence valid, string.
  @inline(never)
  func unescape(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // No escape is longer than its text: six bytes become three at most, twelve four.
    String(unsafeUninitializedCapacity: bytes.count) { target in
      Self.unescape(bytes, into: target)
    }
  }

  private static func unescape(
    _ bytes: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let text = bytes.baseAddress, let result = target.baseAddress else { return 0 }
    var source = 0
    var count = 0
    func put(_ byte: UInt8) {
      (result + count).initialize(to: byte)
      count += 1
    }
    while source < bytes.count {
      if source + 8 <= bytes.count {
        // No escape is shorter than what it stands for: the result has room for eight bytes too.
        let word = ByteScan.word(at: text + source)
        UnsafeMutableRawPointer(result + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = ByteScan.lengthBeforeBackslash(in: word)
        source += plain
        count += plain
        if plain == 8 { continue }
      }
      let byte = bytes[source]
      guard byte == UInt8(ascii: "\\") else {
        put(byte)
        source += 1
        continue
      }
      let escape = bytes[source + 1]
      source += 2
      switch escape {
      case UInt8(ascii: "b"): put(0x08)
      case UInt8(ascii: "f"): put(0x0C)
      case UInt8(ascii: "n"): put(0x0A)
      case UInt8(ascii: "r"): put(0x0D)
      case UInt8(ascii: "t"): put(0x09)
      case UInt8(ascii: "u"):
        for byte in UTF8.encode(scalar(in: bytes, at: &source)) ?? UTF8.encodedReplacementCharacter
        {
          put(byte)
        }
      default: put(escape)
      }
    }
    return count
  }

  /// The scalar of a `\u` escape whose digits begin at `source`, a surrogate pair taken whole.
  private static func scalar(
    in bytes: UnsafeBufferPointer<UInt8>,
    at source: inout Int
  ) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let base = bytes.baseAddress, let high = ByteScan.hexQuad(at: base + source) else {
      return replacement
    }
    source += 4
    guard UTF16.isLeadSurrogate(high) || UTF16.isTrailSurrogate(high) else {
      return Unicode.Scalar(high) ?? replacement
    }
    guard UTF16.isLeadSurrogate(high), bytes.count - source >= 6,
      bytes[source] == UInt8(ascii: "\\"), bytes[source + 1] == UInt8(ascii: "u"),
      let low = ByteScan.hexQuad(at: base + source + 2), UTF16.isTrailSurrogate(low)
    else { return replacement }
    source += 6
    let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    return Unicode.Scalar(value) ?? replacement
  }
}
