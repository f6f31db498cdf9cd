extension FieldTable {
  /// Whether two values of the model are equal, field by field.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    for record in records {
      let first = left + record.offset
      let second = right + record.offset
      switch record.kind {
      case .string:
        if !Self.areEqual(String.self, first, second) { return false }
      case .int:
        if !Self.areEqual(Int.self, first, second) { return false }
      case .optionalString:
        if !Self.areEqual(String?.self, first, second) { return false }
      default:
        if !Self.areEqual(record.type, first, second) { return false }
      }
    }
    guard let additional else { return true }
    return Self.areEqual(additional.type, left + additional.offset, right + additional.offset)
  }

  /// Mixes a value of the model into a hash, field by field.
  func hash(_ base: UnsafeRawPointer, into hasher: inout Hasher) {
    for record in records { Self.hash(record.type, base + record.offset, into: &hasher) }
    if let additional { Self.hash(additional.type, base + additional.offset, into: &hasher) }
  }

  private static func areEqual<Value: Equatable>(
    _ type: Value.Type,
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer
  ) -> Bool {
    left.assumingMemoryBound(to: Value.self).pointee
      == right.assumingMemoryBound(to: Value.self).pointee
  }

  private static func hash<Value: Hashable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer,
    into hasher: inout Hasher
  ) {
    hasher.combine(storage.assumingMemoryBound(to: Value.self).pointee)
  }
}
