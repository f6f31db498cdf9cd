/// The field table of one model, prepared for the loops that decode, encode and compare.
///
/// A table is made once a model type, never changes, and lives as long as the process: it is a
/// reference to memory that is never freed, and trivial to copy.
struct FieldTable: @unchecked Sendable {
  /// One field, as the loops want it. It owns nothing, so that using one costs no counting.
  struct Record {
    private(set) var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    let literal: KeyLiteral
    /// Where the model keeps the field.
    let offset: Int
    /// The treatment of the payload: of the value itself, or of what an optional or a box holds.
    private(set) var kind: ValueCoding.Kind
    private(set) var isOptional: Bool
    private(set) var tagOffset: Int
    let options: FieldOptions
    /// Whether the key has to be there.
    let isRequired: Bool
    /// The form of a key that is not there, if the type has one.
    let absent: ValueCoding.Absent?
    /// The type of the field, and of its payload.
    let type: any JSONCodable.Type
    private(set) var payload: any JSONCodable.Type
    let model: (any TabularModel.Type)?
    let texts: TextCases?
    /// How an array is made, and the treatment of its elements.
    let array: ArrayCoding?
    private(set) var element: UnsafePointer<Record>?
    /// How payloads that the loops do not know are compared.
    let comparing: Comparing
    /// What a box holds, where the field is one.
    private(set) var box: ValueCoding.Boxed?
    /// The bytes of the field, for putting the absent form back.
    let size: Int
    /// What a `Nullable` holds, for decoding.
    private(set) var nullable: NullableRecord?

    /// How a `Nullable` is decoded.
    struct NullableRecord {
      /// The treatment of the value.
      let value: UnsafePointer<Record>
      /// The bytes of null, which own nothing.
      let null: UnsafeRawPointer
    }

    /// Whether the type has a form for a key that is not there.
    var canBeAbsent: Bool { absent != nil }

    /// The JSON key.
    var key: String { String(decoding: name, as: UTF8.self) }
  }

  /// Where keys without a field go.
  struct Additional {
    let type: any AdditionalStorage.Type
    let offset: Int
    let comparing: Comparing
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
    additional: (type: any AdditionalStorage.Type, offset: Int)?
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
      let record = Record(field)
      coverage.add(field.type, offset: record.offset, name: record.key)
      records.initializeElement(at: position, to: record)
      record.absent?.initialize(template + record.offset)
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
        additional: additional.map {
          Additional(type: $0.type, offset: $0.offset, comparing: $0.type.coding.whole)
        },
        index: ByteIndex(fields.map(\.key))
      )
    )
    self.contents = UnsafePointer(contents)
  }
}

extension FieldTable.Record {
  fileprivate init<Root>(_ field: Field<Root>) {
    let coding = field.type.coding
    self.init(
      field.type,
      coding,
      KeyLiteral(field.key),
      offset: Int(field.offset),
      options: field.options
    )
    name = field.key
    if let array = coding.array {
      let record = UnsafeMutablePointer<FieldTable.Record>.allocate(capacity: 1)
      record.initialize(to: FieldTable.Record(elementOf: array.element))
      element = UnsafePointer(record)
    }
    nullable = nullable(coding)
  }

  /// The treatment of the elements of an array.
  ///
  /// What needs more than its type tells goes through its conformance.
  init(elementOf type: any JSONCodable.Type) {
    let coding = type.coding
    self.init(type, coding, .none, offset: 0, options: [])
    let isPlain = coding.absent == nil && coding.boxed == nil && coding.nullable == nil
    if !isPlain || coding.array != nil {
      kind = .other
      payload = type
      isOptional = false
      box = nil
      tagOffset = -1
    }
  }

  private init(
    _ type: any JSONCodable.Type,
    _ coding: ValueCoding,
    _ literal: KeyLiteral,
    offset: Int,
    options: FieldOptions
  ) {
    self.literal = literal
    self.offset = offset
    self.options = options
    self.type = type
    kind = coding.kind
    payload = coding.payload
    model = coding.model
    texts = coding.texts
    array = coding.array
    comparing = coding.comparing
    box = coding.boxed
    isOptional = coding.isOptional
    tagOffset = coding.tagOffset
    absent = coding.absent
    isRequired = coding.absent == nil || options.contains(.nullable)
    size = Self.size(of: type)
  }

  /// How a `Nullable` is decoded, where the loops know what it holds.
  private func nullable(_ coding: ValueCoding) -> NullableRecord? {
    guard let nullable = coding.nullable else { return nil }
    let wrapped = nullable.wrapped()
    if wrapped.isOptional || wrapped.nullable != nil { return nil }
    let null = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    nullable.initializeNull(null)
    var record = FieldTable.Record(type, wrapped, literal, offset: offset, options: options)
    record.tagOffset = nullable.tagOffset
    if let array = wrapped.array {
      let element = UnsafeMutablePointer<FieldTable.Record>.allocate(capacity: 1)
      element.initialize(to: FieldTable.Record(elementOf: array.element))
      record.element = UnsafePointer(element)
    }
    let value = UnsafeMutablePointer<FieldTable.Record>.allocate(capacity: 1)
    value.initialize(to: record)
    return NullableRecord(value: UnsafePointer(value), null: UnsafeRawPointer(null))
  }

  private static func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
}
