/// The field table of one model, prepared for the loops that decode, encode and compare.
///
/// A table is made once a model type, never changes, and lives as long as the process: it is a
/// reference to memory that is never freed, and trivial to copy.
struct FieldTable: @unchecked Sendable {
  /// One field, as the loops want it. It owns nothing, so that using one costs no counting.
  struct Record {
    let name: StaticString
    let literal: KeyLiteral
    /// Where the model keeps the field.
    let offset: Int
    /// The treatment of the payload: of the value itself, or of what an optional or a box holds.
    let kind: ValueCoding.Kind
    let isOptional: Bool
    let tagOffset: Int
    let options: FieldOptions
    /// Whether the key has to be there.
    let isRequired: Bool
    /// Whether the type has a form for a key that is not there.
    let canBeAbsent: Bool
    /// The type of the field, and of its payload.
    let type: any JSONCodable.Type
    let payload: any JSONCodable.Type
    let model: (any Model.Type)?
    let texts: TextCases?
    /// What a box holds, where the field is one.
    let box: ValueCoding.Boxed?
    /// The bytes of the field, for putting the absent form back.
    let size: Int
    /// What a `Nullable` holds, for decoding.
    let nullable: NullableRecord?

    /// How a `Nullable` is decoded.
    struct NullableRecord {
      /// The treatment of the value.
      let value: UnsafePointer<Record>
      /// The bytes of null, which own nothing.
      let null: UnsafeRawPointer
    }

    /// The JSON key.
    var key: String { "\(name)" }
  }

  /// Where keys without a field go.
  struct Additional {
    let type: any AdditionalStorage.Type
    let offset: Int
  }

  private struct Contents {
    let records: UnsafeBufferPointer<Record>
    let template: UnsafeRawPointer
    let size: Int
    let required: UnsafeBufferPointer<UInt64>
    let additional: Additional?
    let index: ByteIndex
  }

  private let contents: UnsafePointer<Contents>

  /// The fields in the order of the document.
  var records: UnsafeBufferPointer<Record> { contents.pointee.records }
  /// A copy of the model's storage with every optional field absent and everything else zero.
  var template: UnsafeRawPointer { contents.pointee.template }
  /// The bytes of the model.
  var size: Int { contents.pointee.size }
  /// The bit set of the required fields.
  var required: UnsafeBufferPointer<UInt64> { contents.pointee.required }
  /// Where keys without a field go, if the model keeps them.
  var additional: Additional? { contents.pointee.additional }
  /// From a key to the position of its field.
  var index: ByteIndex { contents.pointee.index }

  init<Root>(
    _ root: Root.Type,
    _ fields: [Field<Root>],
    additional: (type: any AdditionalStorage.Type, offset: Int?)?
  ) {
    let size = MemoryLayout<Root>.size
    let template = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1),
      alignment: MemoryLayout<Root>.alignment
    )
    template.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let required = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: (fields.count + 63) / 64)
    required.initialize(repeating: 0)
    let records = UnsafeMutableBufferPointer<Record>.allocate(capacity: fields.count)
    var coverage = LayoutCoverage(Root.self)
    for (position, field) in fields.enumerated() {
      coverage.add(field.type, offset: field.offset, name: "\(field.key)")
      let record = Record(field)
      records.initializeElement(at: position, to: record)
      Self.initializeAbsent(record.type, at: template + record.offset)
      if record.isRequired { required[position / 64] |= 1 << UInt64(position % 64) }
    }
    if let additional {
      coverage.add(additional.type, offset: additional.offset, name: "the additional keys")
    }
    coverage.check(size: size)
    let contents = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    contents.initialize(
      to: Contents(
        records: UnsafeBufferPointer(records),
        template: UnsafeRawPointer(template),
        size: size,
        required: UnsafeBufferPointer(required),
        additional: additional.flatMap { extra in
          extra.offset.map { Additional(type: extra.type, offset: $0) }
        },
        index: ByteIndex(
          fields.map {
            UnsafeBufferPointer(start: $0.key.utf8Start, count: $0.key.utf8CodeUnitCount)
          }
        )
      )
    )
    self.contents = UnsafePointer(contents)
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
    let coding = field.type.coding
    let nullable = Self.nullable(field, coding)
    self.init(field, coding, tagOffset: coding.tagOffset, nullable: nullable)
  }

  private init<Root>(
    _ field: Field<Root>,
    _ coding: ValueCoding,
    tagOffset: Int,
    nullable: NullableRecord?
  ) {
    name = field.key
    literal = KeyLiteral(field.key)
    // A field without an offset does not get past the layout check.
    offset = field.offset ?? 0
    options = field.options
    type = field.type
    kind = coding.kind
    payload = coding.payload
    model = coding.model
    texts = coding.texts
    box = coding.boxed
    isOptional = coding.isOptional
    self.tagOffset = tagOffset
    canBeAbsent = Self.hasAbsentForm(field.type)
    isRequired = !canBeAbsent || field.options.contains(.nullable)
    size = Self.size(of: field.type)
    self.nullable = nullable
  }

  /// How a `Nullable` is decoded, where the loops know what it holds.
  private static func nullable<Root>(
    _ field: Field<Root>,
    _ coding: ValueCoding
  ) -> NullableRecord? {
    guard let nullable = coding.nullable else { return nil }
    let wrapped = nullable.wrapped()
    if wrapped.isOptional || wrapped.nullable != nil { return nil }
    let null = UnsafeMutableRawPointer.allocate(byteCount: size(of: field.type), alignment: 16)
    nullable.initializeNull(null)
    let value = UnsafeMutablePointer<FieldTable.Record>.allocate(capacity: 1)
    value.initialize(
      to: FieldTable.Record(field, wrapped, tagOffset: nullable.tagOffset, nullable: nil)
    )
    return NullableRecord(value: UnsafePointer(value), null: UnsafeRawPointer(null))
  }

  private static func hasAbsentForm<Value: JSONCodable>(_ type: Value.Type) -> Bool {
    Value.absentForm != nil
  }

  private static func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
}
