extension FieldTable {
  /// Writes a model as an object.
  ///
  /// - Parameters:
  ///   - base: the model's storage.
  ///   - json: the writer.
  func write(_ base: UnsafeRawPointer, json: inout JSONWriter) throws {
    json.beginObject()
    for record in records {
      do {
        try write(record, base + record.offset, json: &json)
      } catch var error as JSONEncodingError {
        error.key = error.key ?? record.key
        throw error
      }
    }
    if let additional {
      try Self.writeMembers(additional.type, base + additional.offset, json: &json)
    }
    json.endObject()
  }

  @inline(__always)
  private func write(
    _ record: Record,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    if json.options.redactsSensitive, record.options.contains(.sensitive) {
      return writeRedacted(record, storage, json: &json)
    }
    switch record.kind {
    case .string:
      writeKey(record, json: &json)
      json.writeString(storage.assumingMemoryBound(to: String.self).pointee)
    case .int:
      writeKey(record, json: &json)
      json.writeInteger(storage.assumingMemoryBound(to: Int.self).pointee)
    case .bool:
      writeKey(record, json: &json)
      json.writeBool(storage.assumingMemoryBound(to: Bool.self).pointee)
    case .double:
      writeKey(record, json: &json)
      try json.writeDouble(storage.assumingMemoryBound(to: Double.self).pointee)
    case .optionalString:
      guard let value = storage.assumingMemoryBound(to: String?.self).pointee else {
        return writeAbsent(record, json: &json)
      }
      writeKey(record, json: &json)
      json.writeString(value)
    case .optionalInt:
      guard let value = storage.assumingMemoryBound(to: Int?.self).pointee else {
        return writeAbsent(record, json: &json)
      }
      writeKey(record, json: &json)
      json.writeInteger(value)
    case .optionalBool:
      guard let value = storage.assumingMemoryBound(to: Bool?.self).pointee else {
        return writeAbsent(record, json: &json)
      }
      writeKey(record, json: &json)
      json.writeBool(value)
    case .optionalDouble:
      guard let value = storage.assumingMemoryBound(to: Double?.self).pointee else {
        return writeAbsent(record, json: &json)
      }
      writeKey(record, json: &json)
      try json.writeDouble(value)
    case .model, .other:
      if record.canBeAbsent, Self.isAbsent(record.type, storage) {
        return writeAbsent(record, json: &json)
      }
      writeKey(record, json: &json)
      try Self.write(record.type, storage, json: &json)
    }
  }

  @inline(__always)
  private func writeKey(_ record: Record, json: inout JSONWriter) {
    json.separate()
    json.put(record.literal, record.literalLength)
  }

  /// Writes null for a key that is required, nothing for any other.
  @inline(__always)
  private func writeAbsent(_ record: Record, json: inout JSONWriter) {
    guard record.options.contains(.nullable) else { return }
    writeKey(record, json: &json)
    json.writeNull()
  }

  private func writeRedacted(
    _ record: Record,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) {
    if record.canBeAbsent, Self.isAbsent(record.type, storage) {
      return writeAbsent(record, json: &json)
    }
    writeKey(record, json: &json)
    json.writeString("<redacted>")
  }

  static func isAbsent<Value: JSONCodable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer
  ) -> Bool {
    Value.isAbsent(storage.assumingMemoryBound(to: Value.self).pointee)
  }

  private static func write<Value: JSONCodable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    try storage.assumingMemoryBound(to: Value.self).pointee.write(json: &json)
  }

  private static func writeMembers<Storage: AdditionalStorage>(
    _ type: Storage.Type,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    try storage.assumingMemoryBound(to: Storage.self).pointee.writeMembers(json: &json)
  }
}
