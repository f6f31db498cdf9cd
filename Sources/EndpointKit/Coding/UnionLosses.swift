/// Decides between alternatives that fit a value equally well.
extension JSONReader {
  /// How much of the next value, which is not consumed, a type would drop: keys it does not know,
  /// directly and one level further inside, and nulls that it takes for absence.
  mutating func losses(_ type: any JSONCodable.Type) throws -> Int {
    try losses(type, depth: 2)
  }

  private mutating func losses(_ type: any JSONCodable.Type, depth: Int) throws -> Int {
    if let wrapper = type as? any TransparentWrapper.Type {
      return try losses(wrapper.wrappedType, depth: depth)
    }
    guard depth > 0, try peek() == .object, let model = type.knownType.pointee.coding.model else {
      return 0
    }
    let start = checkpoint
    defer { rewind(to: start) }
    let table = model.table
    var losses = 0
    guard try beginObject() else { return 0 }
    repeat {
      let key = try scanKey()
      let position = key.withBytes { table.index.position(of: $0) }
      if position < 0 {
        if table.additional == nil { losses += 1 }
      } else {
        let record = table.records[position]
        if try peek() == .null {
          if Self.dropsNull(record) { losses += 1 }
        } else {
          losses += try self.losses(record.type, depth: depth - 1)
        }
      }
      try skipValue()
    } while try continueObject()
    return losses
  }

  /// Whether a field reads null as if its key were not there.
  private static func dropsNull(_ record: FieldTable.Record) -> Bool {
    record.canBeAbsent && !record.isRequired && !(record.type is any NullKeeping.Type)
  }
}

/// A field that tells null from absence.
private protocol NullKeeping {}

extension Nullable: NullKeeping {}

extension IndirectNullable: NullKeeping {}
