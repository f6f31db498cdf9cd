import Diagnostics

/// What the readers may rely on: the bytes are UTF-8, and how plain they are.
struct EncodingCheck {
  /// Whether all bytes after the mark are ASCII, so that characters and bytes count the same.
  var isASCII: Bool
  /// The length of the byte order mark.
  var markLength: Int

  /// Checks a file's encoding and size.
  static func check(_ file: SourceFile) throws(DiagnosticError) -> EncodingCheck {
    let bytes = file.bytes
    guard bytes.count < Int(Int32.max) else {
      throw DiagnosticError(
        Diagnostic(.error, .fileTooLarge, "the file is larger than 2 GB", at: file.location(at: 0))
      )
    }
    if let other = otherEncoding(bytes) {
      throw DiagnosticError(
        Diagnostic(
          .error,
          .invalidEncoding,
          "the file is encoded in \(other); only UTF-8 is read",
          at: file.location(at: 0),
          fix: "save the file as UTF-8"
        )
      )
    }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let scan = bytes.withUnsafeBufferPointer { UTF8Scan.scan($0, from: mark) }
    if let offset = scan.illFormed {
      throw DiagnosticError(
        Diagnostic(
          .error,
          .invalidEncoding,
          "byte 0x\(hex(bytes[offset])) is not valid UTF-8 here",
          at: file.location(at: offset),
          fix: "save the file as UTF-8"
        )
      )
    }
    return EncodingCheck(isASCII: scan.isASCII, markLength: mark)
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }

  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark, the zero half of the first ASCII character gives it away.
    guard bytes.count >= 4 else { return nil }
    let zeros = bytes[0..<4].map { $0 == 0 }
    if zeros == [true, false, true, false] || zeros == [false, true, false, true] {
      return "UTF-16"
    }
    return nil
  }
}

/// A pass over bytes that finds what is not UTF-8.
struct UTF8Scan {
  var isASCII = true
  /// The first byte of the first ill-formed sequence.
  var illFormed: Int?

  static func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UTF8Scan {
    var scan = UTF8Scan()
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position < bytes.count {
      while position + 8 <= bytes.count,
        raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
      }
      guard position < bytes.count else { break }
      if bytes[position] < 0x80 {
        position += 1
        continue
      }
      scan.isASCII = false
      let length = sequenceLength(bytes, at: position)
      if length == 0 {
        scan.illFormed = position
        return scan
      }
      position += length
    }
    return scan
  }

  /// The length of the well-formed multi-byte sequence at a position; 0 where there is none.
  ///
  /// Table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing past U+10FFFF.
  static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
    func byte(_ distance: Int, in range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      position + distance < bytes.count && range.contains(bytes[position + distance])
    }
    switch bytes[position] {
    case 0xC2...0xDF: return byte(1) ? 2 : 0
    case 0xE0: return byte(1, in: 0xA0...0xBF) && byte(2) ? 3 : 0
    case 0xED: return byte(1, in: 0x80...0x9F) && byte(2) ? 3 : 0
    case 0xE1...0xEF: return byte(1) && byte(2) ? 3 : 0
    case 0xF0: return byte(1, in: 0x90...0xBF) && byte(2) && byte(3) ? 4 : 0
    case 0xF1...0xF3: return byte(1) && byte(2) && byte(3) ? 4 : 0
    case 0xF4: return byte(1, in: 0x80...0x8F) && byte(2) && byte(3) ? 4 : 0
    default: return 0
    }
  }
}
