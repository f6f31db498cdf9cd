extension TabularModel {
  /// Visits the fields of the model that are not absent, in the order of the table, then the
  /// additional keys in byte order.
  func forEachMember(_ visit: (_ name: String, _ value: any JSONCodable) -> Void) {
    withUnsafePointer(to: self) { pointer in
      let base = UnsafeRawPointer(pointer)
      let table = Self.table
      for record in table.records {
        let storage = base + record.offset
        if let absent = record.absent, absent.isAbsent(storage) { continue }
        visit(record.key, FieldTable.load(record.type, storage))
      }
      guard let additional = table.additional else { return }
      let members = FieldTable.load(additional.type, base + additional.offset)
      (members as? any MemberDictionary)?.forEachMember(visit)
    }
  }
}

/// A dictionary of additional keys, of whatever type the values are.
private protocol MemberDictionary {
  func forEachMember(_ visit: (_ name: String, _ value: any JSONCodable) -> Void)
}

extension Dictionary: MemberDictionary where Key == String, Value: JSONCodable {
  fileprivate func forEachMember(_ visit: (_ name: String, _ value: any JSONCodable) -> Void) {
    for (name, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      visit(name, value)
    }
  }
}

extension FieldTable {
  /// A copy of the value in a field's storage, which holds an initialized value of the type.
  fileprivate static func load<Value: JSONCodable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer
  ) -> any JSONCodable { storage.assumingMemoryBound(to: type).pointee }
}
