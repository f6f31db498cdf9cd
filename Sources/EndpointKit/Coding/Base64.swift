/// Base64 (RFC 4648): writes the standard alphabet with padding, reads that and the URL-safe one,
/// with or without padding.
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// The value of each byte of both alphabets; 255 for all other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for index in 0..<64 { values[Int(alphabet.utf8Start[index])] = UInt8(index) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { target in
      var index = 0
      var position = 0
      while index < bytes.count {
        let available = min(3, bytes.count - index)
        var group = UInt32(bytes[index]) << 16
        if available > 1 { group |= UInt32(bytes[index + 1]) << 8 }
        if available > 2 { group |= UInt32(bytes[index + 2]) }
        for place in 0..<4 {
          let digit = Int(group >> UInt32(18 - place * 6) & 63)
          let byte = place <= available ? alphabet.utf8Start[digit] : UInt8(ascii: "=")
          target.initializeElement(at: position, to: byte)
          position += 1
        }
        index += 3
      }
      return length
    }
  }

  /// - Returns: nil where the text is no base64. Line breaks are passed over (RFC 2045).
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    let isValid = values.withUnsafeBufferPointer { values -> Bool in
      for byte in text {
        let value = values[Int(byte)]
        if value < 64, padding == 0 {
          group = group << 6 | UInt32(value)
          digits += 1
          if digits == 4 {
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            bytes.append(UInt8(truncatingIfNeeded: group >> 8))
            bytes.append(UInt8(truncatingIfNeeded: group))
            group = 0
            digits = 0
          }
        } else if byte == UInt8(ascii: "=") {
          padding += 1
        } else if byte != 0x0A && byte != 0x0D {
          return false
        }
      }
      return true
    }
    guard isValid, digits != 1, padding == 0 || digits > 1 && digits + padding == 4 else {
      return nil
    }
    if digits >= 2 { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(digits * 6 - 8))) }
    if digits == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
    return bytes
  }
}
