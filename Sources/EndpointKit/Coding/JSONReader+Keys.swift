/// The bytes `"key":` of a field, as they stand in compact JSON.
struct KeyLiteral: @unchecked Sendable {
  /// The bytes, padded so that eight can be loaded.
  let bytes: UnsafePointer<UInt8>
  let length: Int
  /// The first eight bytes.
  let firstWord: UInt64
  /// The last eight bytes, and where they begin; the first eight of a shorter literal.
  let lastWord: UInt64
  let lastOffset: Int
  /// Which bytes of the two words count.
  let mask: UInt64

  /// The literal of what has no key.
  static let none = KeyLiteral(UnsafeBufferPointer(start: nil, count: 0))

  /// How many bytes must be left for a comparison.
  var neededBytes: Int { max(length, 8) }

  /// Makes the literal of a key, in memory that is never freed.
  init(_ key: UnsafeBufferPointer<UInt8>) {
    var writer = JSONWriter()
    writer.writeUTF8(key)
    writer.put(":")
    length = writer.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: length + 8)
    copy.initialize(repeating: 0, count: length + 8)
    writer.withBytes { bytes in
      for (index, byte) in bytes.enumerated() { copy[index] = byte }
    }
    bytes = UnsafePointer(copy)
    mask = length >= 8 ? .max : (1 << UInt64(length * 8)) - 1
    lastOffset = max(length - 8, 0)
    firstWord = ByteScan.word(at: bytes)
    lastWord = ByteScan.word(at: bytes + lastOffset)
  }
}

extension JSONReader {
  /// Consumes the key of a field and its colon if exactly these bytes are next.
  ///
  /// The first and the last eight bytes are compared together and most keys have no others, so
  /// that the length of a key makes no difference to the branches taken.
  @inline(__always)
  mutating func consumeKey(_ record: UnsafePointer<FieldTable.Record>) -> Bool {
    let literal = record.pointee.literal
    guard end - cursor >= literal.neededBytes else { return false }
    let first = (ByteScan.word(at: cursor) ^ literal.firstWord) & literal.mask
    let last = (ByteScan.word(at: cursor + literal.lastOffset) ^ literal.lastWord) & literal.mask
    guard first | last == 0 else { return false }
    var index = 8
    while index < literal.lastOffset {
      if ByteScan.word(at: cursor + index) != ByteScan.word(at: literal.bytes + index) {
        return false
      }
      index += 8
    }
    cursor += literal.length
    return true
  }

  /// A key in the text.
  struct Key {
    let slice: StringSlice
    let unescaped: String?

    var text: String { unescaped ?? String(decoding: slice.bytes, as: UTF8.self) }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      guard let unescaped else { return body(slice.bytes) }
      return Array(unescaped.utf8).withUnsafeBufferPointer(body)
    }
  }

  /// Consumes any key and its colon.
  mutating func scanKey() throws -> Key {
    guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else {
      throw syntaxError("expected a key")
    }
    let slice = try scanString()
    try consumeColon()
    return Key(slice: slice, unescaped: slice.hasEscapes ? unescape(slice.bytes) : nil)
  }
}
