/// A growing run of ASCII bytes that go on the wire as they are: a path, a query, a cookie list.
struct EncodedText: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(_ text: String) { append(text) }

  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }
  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: EncodedText) { bytes.append(contentsOf: other.bytes) }

  /// Appends text that is encoded already, or needs no encoding where it goes.
  mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isDone == nil { bytes.append(contentsOf: text.utf8) }
  }

  mutating func append(_ piece: UnsafeBufferPointer<UInt8>.SubSequence) {
    bytes.append(contentsOf: piece)
  }

  /// Appends a text with every byte outside a set as `%XX`.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - set: what stays as it is.
  ///   - keepingTriplets: whether a `%` that starts a valid triplet stays (RFC 6570 §3.2.3).
  ///   - spaceIsPlus: whether a blank becomes `+`, as in forms.
  mutating func append(
    _ text: String,
    keeping set: ASCIISet,
    keepingTriplets: Bool = false,
    spaceIsPlus: Bool = false
  ) {
    if set.containsAll(text) { return append(text) }
    var text = text
    text.withUTF8 { source in
      bytes.reserveCapacity(bytes.count + source.count * 3)
      for (index, byte) in source.enumerated() {
        let isTriplet =
          keepingTriplets && byte == UInt8(ascii: "%") && index + 2 < source.count
          && source[index + 1].isASCIIHexDigit && source[index + 2].isASCIIHexDigit
        if set.contains(byte) || isTriplet {
          bytes.append(byte)
        } else if spaceIsPlus, byte == 0x20 {
          bytes.append(UInt8(ascii: "+"))
        } else {
          bytes.append(UInt8(ascii: "%"))
          bytes.append(EncodedText.hexDigit(byte >> 4))
          bytes.append(EncodedText.hexDigit(byte & 15))
        }
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }
}
