extension TabularModel {
  /// Visits the fields of the model that are not absent, in the order of the table.
  func forEachMember(_ visit: (_ name: String, _ value: any JSONCodable) -> Void) {
    withUnsafePointer(to: self) { pointer in
      let base = UnsafeRawPointer(pointer)
      let table = Self.table
      for record in table.records {
        let storage = base + record.offset
        if let absent = record.absent, absent.isAbsent(storage) { continue }
        visit(record.key, FieldTable.load(record.type, storage))
      }
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
