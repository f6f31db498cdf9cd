extension JSONWriter {
  /// Writes a string, quoted and escaped.
  ///
  /// Only what RFC 8259 demands is escaped: quote, backslash and control characters.
  ///
  /// - Parameter value: the string.
  @inline(__always)
  public mutating func writeString(_ value: String) {
    let done: Void? = value.utf8.withContiguousStorageIfAvailable { writeUTF8($0) }
    if done == nil { Array(value.utf8).withUnsafeBufferPointer { writeUTF8($0) } }
  }

  /// Writes bytes of valid UTF-8 as a string.
  mutating func writeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return put("\"\"") }
    let target = reserve(bytes.count + 2)
    target.pointee = UInt8(ascii: "\"")
    let clean = ByteScan.copyUnescaped(from: source, count: bytes.count, to: target + 1)
    if clean == bytes.count {
      target[clean + 1] = UInt8(ascii: "\"")
      commit(clean + 2)
    } else {
      commit(clean + 1)
      writeEscaped(UnsafeBufferPointer(rebasing: bytes[clean...]))
    }
  }

  /// Writes the rest of a string, from the first byte that needs an escape, and its quote.
  @inline(never)
  private mutating func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    let hex: StaticString = "0123456789abcdef"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""): put("\\\"")
      case UInt8(ascii: "\\"): put("\\\\")
      case 0x08: put("\\b")
      case 0x09: put("\\t")
      case 0x0A: put("\\n")
      case 0x0C: put("\\f")
      case 0x0D: put("\\r")
      case ..<0x20:
        put("\\u00")
        put(hex.utf8Start[Int(byte >> 4)])
        put(hex.utf8Start[Int(byte & 15)])
      default: put(byte)
      }
    }
    put(UInt8(ascii: "\""))
  }
}

extension ByteScan {
  /// Copies bytes up to the first that a JSON string must escape.
  ///
  /// - Returns: how many were copied.
  @inline(__always)
  static func copyUnescaped(
    from source: UnsafePointer<UInt8>,
    count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var index = 0
    let ones: UInt64 = 0x0101_0101_0101_0101
    while count - index >= 8 {
      let word = word(at: source + index)
      let quotes = (word ^ (ones &* 0x22)) &- ones
      let backslashes = (word ^ (ones &* 0x5C)) &- ones
      let controls = word &- (ones &* 0x20)
      let found = (quotes | backslashes | controls) & ~word & (ones &* 0x80)
      if found != 0 { break }
      UnsafeMutableRawPointer(target + index).storeBytes(of: word.littleEndian, as: UInt64.self)
      index += 8
    }
    while index < count {
      let byte = source[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
      target[index] = byte
      index += 1
    }
    return index
  }
}
