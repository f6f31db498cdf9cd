/// A set of ASCII characters, as two bit masks: what percent-encoding leaves alone.
struct ASCIISet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Collects the characters of a text; others than ASCII are ignored.
  init(_ characters: String) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in characters.utf8 where byte < 128 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
    return byte < 128 && high & (1 << UInt64(byte & 63)) != 0
  }

  /// Whether a text needs no encoding.
  func containsAll(_ text: String) -> Bool {
    let isClean = text.utf8.withContiguousStorageIfAvailable { containsAll($0) }
    return isClean ?? text.utf8.allSatisfy(contains)
  }

  /// Whether bytes need no encoding: every one is looked at, without branches, since most texts are
  /// clean.
  private func containsAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var inside: UInt64 = 1
    for byte in bytes {
      let word = byte & 64 == 0 ? low : high
      inside &= (word >> UInt64(byte & 63)) & UInt64(~byte >> 7)
    }
    return inside & 1 == 1
  }

  private static let unreservedText =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

  /// RFC 3986 unreserved characters.
  static let unreserved = ASCIISet(unreservedText)
  /// Unreserved and reserved characters (RFC 6570 `{+var}`).
  static let reserved = ASCIISet(unreservedText + ":/?#[]@!$&'()*+,;=")
  /// What `allowReserved` keeps in a query value: all but the characters that end the value or
  /// the query, and `+`, which servers read as a blank.
  static let reservedInQuery = ASCIISet(unreservedText + ":/?[]@!$'()*,;=")
  /// What may stand in a request target: visible ASCII but for a few delimiters.
  static let target = ASCIISet(unreservedText + "!$%&'()*+,/:;=?@[]")
  /// What `allowReserved` keeps in a cookie.
  static let reservedInCookie = ASCIISet(unreservedText + ":/?#[]@!$&'()*+,=")
  /// What `allowReserved` keeps in a path value: all but the characters that end the segment.
  static let reservedInPath = ASCIISet(unreservedText + ":[]@!$&'()*+,;=")
}

extension UInt8 {
  var isASCIIAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }

  var isASCIIHexDigit: Bool { hexValue != nil }

  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// The byte with `A` to `Z` turned into lower case.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension String {
  /// Appends a text with every byte outside a set as `%XX`.
  ///
  /// With `keepingTriplets`, a `%` that starts a valid triplet is left alone (RFC 6570 §3.2.3).
  mutating func appendPercentEncoded(
    _ text: String,
    keeping set: ASCIISet,
    keepingTriplets: Bool = false
  ) {
    if set.containsAll(text) { return append(text) }
    var text = text
    text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        let isTriplet =
          keepingTriplets && byte == UInt8(ascii: "%") && index + 2 < bytes.count
          && bytes[index + 1].isASCIIHexDigit && bytes[index + 2].isASCIIHexDigit
        if set.contains(byte) || isTriplet {
          unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          appendPercentEncoded(byte: byte)
        }
      }
    }
  }

  /// Appends one byte as `%XX`.
  mutating func appendPercentEncoded(byte: UInt8) {
    append("%")
    append(String.upperHexDigits[Int(byte >> 4)])
    append(String.upperHexDigits[Int(byte & 15)])
  }

  private static let upperHexDigits = Array("0123456789ABCDEF")

  /// The text with `%XX` resolved; malformed triplets stay, bad UTF-8 is repaired.
  func percentDecoded(plusIsSpace: Bool = false) -> String {
    var bytes: [UInt8] = []
    let source = Array(utf8)
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "%"), index + 2 < source.count,
        let high = source[index + 1].hexValue, let low = source[index + 2].hexValue
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
