/// Scanning of bytes eight at a time.
///
/// A word holds eight bytes, the first in its lowest eight bits. The tests below set the high bit
/// of bytes that match; a borrow may set it wrongly in bytes *after* the first match, so only the
/// lowest set bit is meaningful, and only that is used.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func word(at place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// Where plain text ends: at a quote, a backslash, a control character or a byte beyond ASCII.
  @inline(__always)
  static func plainText(
    from first: UnsafePointer<UInt8>,
    to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var place = first
    let quote = SIMD16<Int8>(repeating: 0x22)
    let backslash = SIMD16<Int8>(repeating: 0x5C)
    // As signed numbers, bytes beyond ASCII are below all others.
    let blank = SIMD16<Int8>(repeating: 0x20)
    while end - place >= 16 {
      let bytes = UnsafeRawPointer(place).loadUnaligned(as: SIMD16<Int8>.self)
      let isSpecial = (bytes .== quote) .| (bytes .== backslash) .| (bytes .< blank)
      let found = unsafeBitCast(isSpecial, to: SIMD2<UInt64>.self)
      if found[0] != 0 { return place + found[0].littleEndian.trailingZeroBitCount / 8 }
      if found[1] != 0 { return place + 8 + found[1].littleEndian.trailingZeroBitCount / 8 }
      place += 16
    }
    while end - place >= 8 {
      let word = word(at: place)
      let quotes = (word ^ (ones &* 0x22)) &- ones
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      let controls = word &- (ones &* 0x20)
      let found = (quotes | backslashes | controls | word) & highBits
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < end {
      let byte = place.pointee
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
      place += 1
    }
    return place
  }

  /// How many bytes of a word come before a backslash; eight where there is none.
  @inline(__always)
  static func lengthBeforeBackslash(in word: UInt64) -> Int {
    let difference = word ^ (ones &* 0x5C)
    let found = (difference &- ones) & ~difference & highBits
    return found.trailingZeroBitCount / 8
  }

  /// The length of the valid UTF-8 sequence of two bytes or more at `place`, or 0.
  static func utf8SequenceLength(
    at place: UnsafePointer<UInt8>,
    end: UnsafePointer<UInt8>
  ) -> Int {
    let available = end - place
    func continues(_ index: Int) -> Bool { place[index] & 0xC0 == 0x80 }
    // The bounds of the second byte keep out overlong forms, surrogates and what is beyond
    // U+10FFFF (Unicode table 3-7).
    switch place[0] {
    case 0xC2...0xDF:
      return available >= 2 && continues(1) ? 2 : 0
    case 0xE0...0xEF:
      guard available >= 3, continues(1), continues(2) else { return 0 }
      if place[0] == 0xE0 && place[1] < 0xA0 { return 0 }
      if place[0] == 0xED && place[1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, continues(1), continues(2), continues(3) else { return 0 }
      if place[0] == 0xF0 && place[1] < 0x90 { return 0 }
      if place[0] == 0xF4 && place[1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// The value of the four hexadecimal digits at `place`.
  static func hexQuad(at place: UnsafePointer<UInt8>) -> UInt16? {
    var value: UInt16 = 0
    for index in 0..<4 {
      let byte = place[index]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
