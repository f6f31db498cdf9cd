internal import Synchronization

/// Remembers for each JSON type whether one alternative of a union alone accepts it, so that a
/// value which its JSON type decides about is not read twice.
///
/// It is filled at first use: unions may contain themselves, so their shapes cannot be asked for
/// while the list of alternatives is being made.
final class SoleAlternatives: Sendable {
  /// A byte for each JSON type: zero where nothing is known, `several` where other rules have to
  /// decide, else the position of the alternative plus one.
  private let known = Atomic<UInt64>(0)
  private static let several: UInt64 = 0xFF

  /// The position of the only alternative that values of a JSON type can be.
  func position<Whole>(for kind: JSONKind, among list: [Variant<Whole>]) -> Int? {
    let shift = Self.shift(of: kind)
    var byte = known.load(ordering: .relaxed) >> shift & 0xFF
    if byte == 0 {
      byte = Self.find(JSONShapes(kind), list)
      // Whoever comes first finds the same as all others.
      known.bitwiseOr(byte << shift, ordering: .relaxed)
    }
    return byte == Self.several ? nil : Int(byte) - 1
  }

  private static func find<Whole>(_ shape: JSONShapes, _ list: [Variant<Whole>]) -> UInt64 {
    let possible = list.indices.filter {
      !list[$0].type.knownType.pointee.coding.shapes().isDisjoint(with: shape)
    }
    guard possible.count == 1, possible[0] < 0xFE else { return several }
    return UInt64(possible[0] + 1)
  }

  private static func shift(of kind: JSONKind) -> UInt64 {
    switch kind {
    case .null: 0
    case .bool: 8
    case .number: 16
    case .string: 24
    case .array: 32
    case .object: 40
    }
  }
}
