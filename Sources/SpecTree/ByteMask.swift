/// Questions to eight bytes at once; an answer is the high bit of each byte it is true of.
enum ByteMask {
  /// The high bit of each byte.
  static let high: UInt64 = 0x8080_8080_8080_8080
  private static let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// A byte eight times.
  @inline(__always)
  static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The bytes that are zero.
  @inline(__always)
  static func zeros(in word: UInt64) -> UInt64 {
    ~(((word & low) &+ low) | word | low)
  }

  /// The bytes outside of the printable characters of ASCII.
  @inline(__always)
  static func unprintable(in word: UInt64) -> UInt64 {
    let rest = word & low
    return (~(rest &+ all(0x60)) | (rest &+ all(0x01)) | word) & high
  }

  /// How many scalars begin in well-formed UTF-8: all bytes but the continuing ones, `10xxxxxx`.
  static func scalars(in bytes: UnsafeRawBufferPointer) -> Int {
    var continuing = 0
    var position = 0
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      continuing += (word & ~(word << 1) & high).nonzeroBitCount
      position += 8
    }
    while position < bytes.count {
      if bytes[position] & 0xC0 == 0x80 { continuing += 1 }
      position += 1
    }
    return bytes.count - continuing
  }
}
