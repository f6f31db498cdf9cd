extension Node {
  /// Whether two nodes hold the same value, wherever and however it is written.
  ///
  /// Numbers are equal when their values are, so `1` and `1.0` are; the order of keys does not
  /// matter; strings are compared scalar by scalar, without Unicode normalization.
  public func isEqual(to other: Node) -> Bool {
    if self == other { return true }
    let (left, right) = (record, other.record)
    switch (left.kind, right.kind) {
    case (.null, .null): return true
    case (.bool, .bool): return bool == other.bool
    case (.string, .string):
      return arena.withText(of: left) { left in
        other.arena.withText(of: right) { left.elementsEqual($0) }
      }
    case (.int, .int), (.int, .float), (.float, .int), (.float, .float):
      return isEqualNumber(to: other)
    case (.sequence, .sequence):
      return left.count == right.count
        && zip(elements, other.elements).allSatisfy { $0.isEqual(to: $1) }
    case (.mapping, .mapping):
      return left.count == right.count
        && entries.allSatisfy { entry in
          other[entry.key].map { entry.value.isEqual(to: $0) } ?? false
        }
    default: return false
    }
  }

  private func isEqualNumber(to other: Node) -> Bool {
    if let left = int, let right = other.int { return left == right }
    if kind == .int, other.kind == .int { return text == other.text }
    guard let left = double, let right = other.double else { return false }
    return left == right || left.isNaN && right.isNaN
  }

  /// A hash of the value that is the same in every run and on every machine.
  ///
  /// Nodes that are equal by `isEqual(to:)` have the same hash.
  public var structuralHash: UInt64 {
    let record = record
    let seed = UInt64(record.kind == .int ? Kind.float.rawValue : record.kind.rawValue) + 1
    switch record.kind {
    case .null: return StableHash.mix(seed)
    case .bool: return StableHash.mix(seed ^ (bool == true ? 0x100 : 0))
    case .int, .float: return StableHash.mix(seed ^ numberBits)
    case .string: return arena.withText(of: record) { StableHash.hash($0, seed: seed) }
    case .sequence:
      return elements.reduce(StableHash.mix(seed)) { StableHash.mix($0 ^ $1.structuralHash) }
    case .mapping:
      // A sum, since the order of keys does not matter.
      let sum = entries.reduce(UInt64(record.count)) { sum, entry in
        var key = entry.key
        let hash = key.withUTF8 { StableHash.hash($0, seed: seed) }
        return sum &+ StableHash.mix(hash ^ entry.value.structuralHash)
      }
      return StableHash.mix(seed ^ sum)
    }
  }

  private var numberBits: UInt64 {
    let value = double ?? 0
    if value.isNaN { return 1 }
    return value == 0 ? 0 : value.bitPattern
  }
}
