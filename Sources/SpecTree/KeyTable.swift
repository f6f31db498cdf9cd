/// The distinct keys of a tree, numbered.
///
/// Documents repeat a few thousand keys hundreds of thousands of times. A key is compared byte by
/// byte: Swift's string equality would take canonically equivalent spellings for the same key.
struct KeyTable: Sendable {
  private(set) var strings: ContiguousArray<String> = []
  private var bytes: ContiguousArray<UInt8> = []
  private var spans: ContiguousArray<Span> = []
  private var slots: ContiguousArray<UInt32>

  private struct Span {
    var hash: UInt64
    var start: UInt32
    var count: UInt32
  }

  private static let vacant = UInt32.max
  // Differs from run to run, so that no document can be made to collide. Nothing that is written
  // out depends on it.
  private static let seed = UInt64.random(in: .min ... .max)

  init() { slots = .init(repeating: Self.vacant, count: 1024) }

  var count: Int { spans.count }

  /// The number of a key that is already there.
  func find(_ key: String) -> UInt32? {
    var key = key
    return key.withUTF8 { find($0) }
  }

  func find(_ key: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let hash = StableHash.hash(key, seed: Self.seed)
    let found = slots[probe(key, hash)]
    return found == Self.vacant ? nil : found
  }

  /// The number of a key, added if it is new.
  mutating func intern(_ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = StableHash.hash(key, seed: Self.seed)
    let slot = probe(key, hash)
    if slots[slot] != Self.vacant { return slots[slot] }
    let number = UInt32(spans.count)
    spans.append(Span(hash: hash, start: UInt32(bytes.count), count: UInt32(key.count)))
    bytes.append(contentsOf: key)
    strings.append(String(decoding: key, as: UTF8.self))
    slots[slot] = number
    if spans.count * 2 > slots.count { grow() }
    return number
  }

  /// The slot of a key, or the vacant one where it belongs.
  @inline(__always)
  private func probe(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != Self.vacant {
      let span = spans[Int(slots[slot])]
      if span.hash == hash, equals(span, key) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  @inline(__always)
  private func equals(_ span: Span, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(span.count) == key.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      let start = Int(span.start)
      for position in 0..<key.count where bytes[start + position] != key[position] { return false }
      return true
    }
  }

  private mutating func grow() {
    slots = .init(repeating: Self.vacant, count: slots.count * 2)
    let mask = slots.count - 1
    for number in spans.indices {
      var slot = Int(truncatingIfNeeded: spans[number].hash) & mask
      while slots[slot] != Self.vacant { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number)
    }
  }
}

/// A hash of bytes that is the same on every machine and in every run for the same seed.
enum StableHash {
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    var state = seed ^ (UInt64(bytes.count) &* multiplier)
    var position = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while position + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      state = mix(state ^ word)
      position += 8
    }
    var tail: UInt64 = 0
    while position < bytes.count {
      tail = tail << 8 | UInt64(bytes[position])
      position += 1
    }
    return mix(state ^ tail)
  }

  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: multiplier)
    return high ^ low &+ multiplier
  }
}
