/// The way from libyaml's marks, which count characters, to byte offsets.
///
/// Marks come nearly in order, and most text is ASCII: from an anchor up to the next character of
/// several bytes, characters and bytes count the same. Only beyond that the anchor moves.
struct CharacterOffsets {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The anchor, a character and its byte.
  private var character = 0
  private var position: Int
  /// The bytes from the anchor that are one character each.
  private var run = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: EncodingCheck) {
    self.bytes = bytes
    position = encoding.markLength
    run = encoding.isASCII ? bytes.count - position : plainRun(from: position)
  }

  /// The byte offset of a character of the text after the byte order mark.
  @inline(__always)
  mutating func byte(_ target: Int) -> Int {
    let distance = target - character
    return distance >= 0 && distance <= run ? position + distance : walk(to: target)
  }

  private mutating func walk(to target: Int) -> Int {
    while character > target {
      position -= 1
      while bytes[position] & 0xC0 == 0x80 { position -= 1 }
      character -= 1
      run = 0
    }
    while target - character > run {
      position += run
      character += run
      run = 0
      guard position < bytes.count else { return position }
      repeat { position += 1 } while position < bytes.count && bytes[position] & 0xC0 == 0x80
      character += 1
      run = plainRun(from: position)
    }
    return position + target - character
  }

  /// How many bytes of ASCII follow.
  private func plainRun(from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var end = start
    while end + 8 <= raw.count,
      raw.loadUnaligned(fromByteOffset: end, as: UInt64.self) & ByteMask.high == 0
    {
      end += 8
    }
    while end < raw.count, raw[end] < 0x80 { end += 1 }
    return end - start
  }
}

/// The characters that YAML allows in a stream (production 1 of the specification).
enum YAMLCharacters {
  /// The offset of the first character that is not allowed, if there is one.
  static func firstForbidden(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      var doubtful = ByteMask.unprintable(in: word)
      while doubtful != 0 {
        let place = position + doubtful.trailingZeroBitCount / 8
        if isForbidden(bytes, at: place) { return place }
        doubtful &= doubtful - 1
      }
      position += 8
    }
    while position < bytes.count {
      if isForbidden(bytes, at: position) { return position }
      position += 1
    }
    return nil
  }

  /// Controls but white space and NEL, and U+FFFE and U+FFFF.
  ///
  /// A byte order mark within the text is let through: pasted text often holds one, invisibly.
  private static func isForbidden(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    switch bytes[position] {
    case 0x09, 0x0A, 0x0D: return false
    case 0..<0x20, 0x7F: return true
    case 0xC2: return bytes[position + 1] < 0xA0 && bytes[position + 1] != 0x85
    case 0xEF:
      return bytes[position + 1] == 0xBF && bytes[position + 2] >= 0xBE
    default: return false
    }
  }

  /// `U+0007` and the like.
  static func name(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> String {
    let text = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    let digits = String(text.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
