extension FieldTable {
  /// Whether two values of the model are equal, field by field.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    if let first = records.baseAddress {
      for position in 0..<records.count {
        let record = first + position
        let offset = record.pointee.offset
        guard Self.areEqual(record, left + offset, right + offset) else { return false }
      }
    }
    guard let additional else { return true }
    return additional.comparing.areEqual(left + additional.offset, right + additional.offset)
  }

  /// Mixes a value of the model into a hash, field by field.
  func hash(_ base: UnsafeRawPointer, into hasher: inout Hasher) {
    if let first = records.baseAddress {
      for position in 0..<records.count {
        Self.hash(first + position, base + first[position].offset, into: &hasher)
      }
    }
    if let additional { additional.comparing.hash(base + additional.offset, &hasher) }
  }

  @inline(__always)
  private static func areEqual(
    _ record: UnsafePointer<Record>,
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer
  ) -> Bool {
    if record.pointee.canBeAbsent {
      let isAbsent = isAbsent(record, left)
      guard isAbsent == self.isAbsent(record, right) else { return false }
      if isAbsent { return true }
    }
    let left = payload(record, left)
    let right = payload(record, right)
    switch record.pointee.kind {
    case .string: return areEqual(String.self, left, right)
    case .int: return areEqual(Int.self, left, right)
    case .bool: return areEqual(Bool.self, left, right)
    case .double: return areEqual(Double.self, left, right)
    case .model:
      guard left != right, let model = record.pointee.model else { return true }
      return table(of: model).areEqual(left, right)
    case .textEnum, .array, .other: return record.pointee.comparing.areEqual(left, right)
    }
  }

  @inline(__always)
  private static func hash(
    _ record: UnsafePointer<Record>,
    _ storage: UnsafeRawPointer,
    into hasher: inout Hasher
  ) {
    if record.pointee.canBeAbsent {
      let isAbsent = isAbsent(record, storage)
      hasher.combine(isAbsent)
      if isAbsent { return }
    }
    let payload = payload(record, storage)
    switch record.pointee.kind {
    case .string: hash(String.self, payload, into: &hasher)
    case .int: hash(Int.self, payload, into: &hasher)
    case .bool: hash(Bool.self, payload, into: &hasher)
    case .double: hash(Double.self, payload, into: &hasher)
    case .model:
      if let model = record.pointee.model { table(of: model).hash(payload, into: &hasher) }
    case .textEnum, .array, .other: record.pointee.comparing.hash(payload, &hasher)
    }
  }

  @inline(__always)
  private static func areEqual<Value: Equatable>(
    _ type: Value.Type,
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer
  ) -> Bool {
    left.assumingMemoryBound(to: Value.self).pointee
      == right.assumingMemoryBound(to: Value.self).pointee
  }

  @inline(__always)
  private static func hash<Value: Hashable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer,
    into hasher: inout Hasher
  ) {
    hasher.combine(storage.assumingMemoryBound(to: Value.self).pointee)
  }
}
