/// A dictionary that takes the keys a field table does not know.
protocol AdditionalStorage: JSONCodable {
  static func initializeEmpty(at storage: UnsafeMutableRawPointer)
  static func decodeValue(
    of key: String,
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws
  static func decodeValue(
    of key: FieldKey,
    into storage: UnsafeMutableRawPointer,
    _ container: KeyedDecodingContainer<FieldKey>
  ) throws
  /// Writes the members into the object that is open.
  func writeMembers(json: inout JSONWriter) throws
  func encodeMembers(_ container: inout KeyedEncodingContainer<FieldKey>) throws
}

extension Dictionary: AdditionalStorage where Key == String, Value: JSONCodable {
  static func initializeEmpty(at storage: UnsafeMutableRawPointer) {
    storage.initializeMemory(as: Self.self, to: [:])
  }

  static func decodeValue(
    of key: String,
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    let value = try json.read(Value.self)
    storage.assumingMemoryBound(to: Self.self).pointee[key] = value
  }

  static func decodeValue(
    of key: FieldKey,
    into storage: UnsafeMutableRawPointer,
    _ container: KeyedDecodingContainer<FieldKey>
  ) throws {
    let value = try container.decode(Bridged<Value>.self, forKey: key).value
    storage.assumingMemoryBound(to: Self.self).pointee[key.stringValue] = value
  }

  func encodeMembers(_ container: inout KeyedEncodingContainer<FieldKey>) throws {
    for key in keys.sorted() {
      if let value = self[key] {
        try container.encode(Bridged(value), forKey: FieldKey(stringValue: key))
      }
    }
  }

  func writeMembers(json: inout JSONWriter) throws {
    for key in keys.sorted() {
      json.writeKey(key)
      if let value = self[key] { try json.write(value) }
    }
  }
}
