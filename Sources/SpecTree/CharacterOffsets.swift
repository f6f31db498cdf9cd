/// The way from libyaml's marks, which count characters, to byte offsets.
///
/// Marks come nearly in order, so a cursor that walks there from the last one is enough.
struct CharacterOffsets {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private let start: Int
  private var character = 0
  private var position: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: EncodingCheck) {
    self.bytes = bytes
    isASCII = encoding.isASCII
    start = encoding.markLength
    position = start
  }

  /// The byte offset of a character of the text after the byte order mark.
  @inline(__always)
  mutating func byte(_ target: Int) -> Int {
    isASCII ? min(target + start, bytes.count) : walk(to: target)
  }

  private mutating func walk(to target: Int) -> Int {
    while character < target, position < bytes.count {
      position += 1
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
      character += 1
    }
    while character > target {
      position -= 1
      while bytes[position] & 0xC0 == 0x80 { position -= 1 }
      character -= 1
    }
    return position
  }
}

/// The characters that YAML allows in a stream (production 1 of the specification).
enum YAMLCharacters {
  /// The offset of the first character that is not allowed, if there is one.
  static func firstForbidden(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte >= 0x20, byte < 0x7F { continue }
      if byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      if byte < 0x80 { return position - 1 }
      if byte >= 0xC2, isForbidden(bytes, at: position - 1) { return position - 1 }
    }
    return nil
  }

  /// C1 controls but NEL, and U+FFFE and U+FFFF.
  ///
  /// A byte order mark within the text is let through: pasted text often holds one, invisibly.
  private static func isForbidden(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    switch bytes[position] {
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
