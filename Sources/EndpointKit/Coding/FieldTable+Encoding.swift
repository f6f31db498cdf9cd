extension FieldTable {
  /// Writes a model as an object.
  ///
  /// - Parameters:
  ///   - base: the model's storage.
  ///   - json: the writer.
  func write(_ base: UnsafeRawPointer, json: inout JSONWriter) throws {
    json.beginObject()
    guard let first = records.baseAddress else { return json.endObject() }
    for position in 0..<records.count {
      let record = first + position
      do {
        try Self.write(record, base + record.pointee.offset, json: &json)
      } catch var error as JSONEncodingError {
        error.key = error.key ?? record.pointee.key
        throw error
      }
    }
    if let additional {
      try Self.writeMembers(additional.type, base + additional.offset, json: &json)
    }
    json.endObject()
  }

  @inline(__always)
  private static func write(
    _ record: UnsafePointer<Record>,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    if record.pointee.canBeAbsent, isAbsent(record, storage) {
      // Null for a key that is required, nothing for any other.
      guard record.pointee.options.contains(.nullable) else { return }
      writeKey(record, json: &json)
      return json.writeNull()
    }
    writeKey(record, json: &json)
    if json.options.redactsSensitive, record.pointee.options.contains(.sensitive) {
      return json.writeString("<redacted>")
    }
    try writePayload(record, payload(record, storage), json: &json)
  }

  /// Writes the payload of an optional or a box, or a plain value.
  @inline(__always)
  static func writePayload(
    _ record: UnsafePointer<Record>,
    _ payload: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    switch record.pointee.kind {
    case .string: json.writeString(payload.assumingMemoryBound(to: String.self).pointee)
    case .int: json.writeInteger(payload.assumingMemoryBound(to: Int.self).pointee)
    case .bool: json.writeBool(payload.assumingMemoryBound(to: Bool.self).pointee)
    case .double: try json.writeDouble(payload.assumingMemoryBound(to: Double.self).pointee)
    case .model:
      if let model = record.pointee.model { try table(of: model).write(payload, json: &json) }
    case .textEnum, .array, .other:
      // Whatever the loops do not know has one.
      try record.pointee.custom!.write(payload, &json)
    }
  }

  /// Where the payload of a field that is not absent is: at the beginning of its storage, or in
  /// its box.
  @inline(__always)
  static func payload(
    _ record: UnsafePointer<Record>,
    _ storage: UnsafeRawPointer
  ) -> UnsafeRawPointer {
    guard record.pointee.box != nil else { return storage }
    return UnsafeRawPointer(storage.assumingMemoryBound(to: Box.self).pointee.storage)
  }

  @inline(__always)
  static func isAbsent(
    _ record: UnsafePointer<Record>,
    _ storage: UnsafeRawPointer
  ) -> Bool {
    if record.pointee.box != nil { return storage.load(as: UInt.self) == 0 }
    guard record.pointee.isOptional else {
      return record.pointee.absent.map { $0.isAbsent(storage) } ?? false
    }
    if record.pointee.tagOffset >= 0 {
      return storage.load(fromByteOffset: record.pointee.tagOffset, as: UInt8.self) != 0
    }
    switch record.pointee.kind {
    case .string: return storage.assumingMemoryBound(to: String?.self).pointee == nil
    case .bool: return storage.assumingMemoryBound(to: Bool?.self).pointee == nil
    default: return record.pointee.absent.map { $0.isAbsent(storage) } ?? false
    }
  }

  @inline(__always)
  private static func writeKey(_ record: UnsafePointer<Record>, json: inout JSONWriter) {
    json.separate()
    json.put(record.pointee.literal.bytes, record.pointee.literal.length)
  }

  private static func writeMembers<Storage: AdditionalStorage>(
    _ type: Storage.Type,
    _ storage: UnsafeRawPointer,
    json: inout JSONWriter
  ) throws {
    try storage.assumingMemoryBound(to: Storage.self).pointee.writeMembers(json: &json)
  }
}
