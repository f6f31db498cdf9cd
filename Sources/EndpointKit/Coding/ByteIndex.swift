/// A look-up of byte strings: from a text to its position in a list.
///
/// Open addressing over a power of two at least twice the number of texts. An index is part of a
/// table that lives as long as the process: its memory is never freed, and it is trivial to copy.
struct ByteIndex: @unchecked Sendable {
  private let texts: UnsafePointer<UnsafeBufferPointer<UInt8>>
  /// Positions in `texts` plus one; zero is free.
  private let slots: UnsafePointer<UInt16>
  private let mask: Int

  /// Indexes texts, which must outlive the index.
  init(_ texts: [UnsafeBufferPointer<UInt8>]) {
    let copies = UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(
      capacity: max(texts.count, 1)
    )
    var size = 4
    while size < texts.count * 2 { size *= 2 }
    let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    for (position, text) in texts.enumerated() {
      (copies + position).initialize(to: text)
      var slot = Self.hash(text) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt16(truncatingIfNeeded: position + 1)
    }
    mask = size - 1
    self.texts = UnsafePointer(copies)
    self.slots = UnsafePointer(slots)
  }

  /// The position of a text, or -1. Of equal texts the first counts.
  func position(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var slot = Self.hash(text) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if ByteScan.areEqual(texts[position], text) { return position }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// A hash of the bytes of a string.
  static func hash(_ text: String) -> UInt32 {
    var text = text
    return UInt32(truncatingIfNeeded: text.withUTF8 { hash($0) })
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    // Keys of one object differ most in their first and last bytes.
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    guard let base = text.baseAddress, text.count > 0 else { return Int(hash >> 33) }
    if text.count >= 8 {
      hash ^= ByteScan.word(at: base)
      hash = hash &* 0x9E37_79B9_7F4A_7C15
      hash ^= ByteScan.word(at: base + (text.count - 8))
    } else {
      for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(hash >> 33)
  }

  /// Bytes of a string that live as long as the process.
  static func permanentCopy(of text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return UnsafeBufferPointer(copy)
  }
}

extension ByteScan {
  static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard var first = left.baseAddress, var second = right.baseAddress else { return true }
    var rest = left.count
    while rest >= 8 {
      if word(at: first) != word(at: second) { return false }
      first += 8
      second += 8
      rest -= 8
    }
    for index in 0..<rest where first[index] != second[index] { return false }
    return true
  }
}
