/// The field table of one model, prepared for the loops that decode, encode and compare.
///
/// Tables are made once a model type and live as long as the process, so the raw memory they own
/// is never freed. They do not change after their initializer, hence the unchecked conformance.
final class FieldTable: @unchecked Sendable {
  /// One field, as the loops want it.
  struct Record {
    /// The bytes `"key":` with quotes and colon, padded so that eight bytes can be loaded.
    let literal: UnsafePointer<UInt8>
    let literalLength: Int
    /// The first eight bytes of the literal, and which of them count.
    let firstWord: UInt64
    let firstMask: UInt64
    let offset: Int
    let kind: ValueCoding.Kind
    let options: FieldOptions
    /// Whether the key has to be there.
    let isRequired: Bool
    let type: any JSONCodable.Type
    let model: (any Model.Type)?
    /// Whether the type has a form for a key that is not there.
    let canBeAbsent: Bool
    /// The bytes of the storage, for putting the absent form back.
    let size: Int
    let shapes: @Sendable () -> JSONShapes

    /// The bytes of the key alone.
    var keyBytes: UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: literal + 1, count: literalLength - 3)
    }
    var key: String { String(decoding: keyBytes, as: UTF8.self) }
  }

  /// Where keys without a field go.
  struct Additional {
    let type: any AdditionalStorage.Type
    let offset: Int?
  }

  let rootType: Any.Type
  let records: UnsafeBufferPointer<Record>
  /// A copy of the model's storage with every optional field absent and everything else zero.
  let template: UnsafeRawPointer
  let size: Int
  /// The bit set of the required fields.
  let required: UnsafeBufferPointer<UInt64>
  let additional: (type: any AdditionalStorage.Type, offset: Int)?
  let index: ByteIndex

  init<Root>(_ root: Root.Type, _ fields: [Field<Root>], additional: Additional?) {
    rootType = Root.self
    size = MemoryLayout<Root>.size
    let template = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1),
      alignment: MemoryLayout<Root>.alignment
    )
    template.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let required = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: (fields.count + 63) / 64)
    required.initialize(repeating: 0)
    let records = UnsafeMutableBufferPointer<Record>.allocate(capacity: fields.count)
    var coverage = LayoutCoverage(rootType)
    for (position, field) in fields.enumerated() {
      let record = Record(field)
      records.initializeElement(at: position, to: record)
      coverage.add(field.type, offset: field.offset, name: record.key)
      Self.initializeAbsent(record.type, at: template + record.offset)
      if record.isRequired { required[position / 64] |= 1 << UInt64(position % 64) }
    }
    if let additional {
      coverage.add(additional.type, offset: additional.offset, name: "additional")
    }
    coverage.check(size: size)
    self.additional = additional.flatMap { extra in extra.offset.map { (extra.type, $0) } }
    self.template = UnsafeRawPointer(template)
    self.required = UnsafeBufferPointer(required)
    self.records = UnsafeBufferPointer(records)
    index = ByteIndex(records.map(\.keyBytes))
  }

  private static func initializeAbsent<Value: JSONCodable>(
    _ type: Value.Type,
    at storage: UnsafeMutableRawPointer
  ) {
    if let absent = Value.absentForm { storage.initializeMemory(as: Value.self, to: absent) }
  }
}

extension FieldTable.Record {
  fileprivate init<Root>(_ field: Field<Root>) {
    let key = UnsafeBufferPointer(start: field.key.utf8Start, count: field.key.utf8CodeUnitCount)
    let literal = FieldTable.Record.makeLiteral(key)
    self.literal = UnsafePointer(literal)
    literalLength = key.count + 3
    firstMask = literalLength >= 8 ? .max : (1 << UInt64(literalLength * 8)) - 1
    firstWord = ByteScan.word(at: UnsafePointer(literal)) & firstMask
    // A field without an offset is reported by the layout check, before this is used.
    offset = field.offset ?? 0
    options = field.options
    let coding = field.type.coding
    kind = coding.kind
    type = field.type
    model = coding.model
    canBeAbsent = FieldTable.hasAbsentForm(field.type)
    isRequired = !canBeAbsent || field.options.contains(.nullable)
    size = FieldTable.size(of: field.type)
    shapes = coding.shapes
  }

  /// The bytes `"key":` as they stand in compact JSON, so that one comparison matches all.
  private static func makeLiteral(
    _ key: UnsafeBufferPointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var writer = JSONWriter()
    writer.writeUTF8(key)
    let length = writer.count
    let literal = UnsafeMutablePointer<UInt8>.allocate(capacity: length + 9)
    literal.initialize(repeating: 0, count: length + 9)
    writer.withBytes { bytes in
      for (index, byte) in bytes.enumerated() { literal[index] = byte }
    }
    literal[length] = UInt8(ascii: ":")
    return literal
  }
}

extension FieldTable {
  fileprivate static func hasAbsentForm<Value: JSONCodable>(_ type: Value.Type) -> Bool {
    Value.absentForm != nil
  }

  static func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
}
