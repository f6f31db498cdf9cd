extension FieldTable {
  /// One field, as the loops want it. It owns nothing, so that using one costs no counting.
  ///
  /// What every value of a field needs is here, in two lines of the cache; the rest is in
  /// `details`.
  struct Record {
    let literal: KeyLiteral
    /// Where the model keeps the field.
    let offset: Int
    private(set) var tagOffset: Int
    /// The bytes of the field, for putting the absent form back.
    let size: Int
    /// The treatment of the payload: of the value itself, or of what an optional or a box holds.
    private(set) var kind: ValueTreatment.Kind
    private(set) var isOptional: Bool
    /// Whether the field holds a string, or an optional of one, and nothing else around it.
    private(set) var isText = false
    let options: FieldOptions
    /// Whether the key has to be there.
    let isRequired: Bool
    /// Whether the type has a form for a key that is not there.
    let canBeAbsent: Bool
    let model: Unmanaged<ModelTable>?
    /// What a box holds, where the field is one.
    private(set) var box: UnsafePointer<ValueTreatment.Boxed>?
    /// What a `Nullable` holds, for decoding.
    private(set) var nullable: UnsafePointer<NullableRecord>?
    /// How an array is decoded.
    private(set) var array: UnsafePointer<ArrayRecord>?
    private let details: UnsafePointer<Details>

    /// What not every value of a field needs.
    struct Details {
      let name: UnsafeBufferPointer<UInt8>
      let type: any JSONCodable.Type
      private(set) var payload: any JSONCodable.Type
      let absent: ValueTreatment.Absent?
      let texts: TextCases?
      let comparing: Comparing
      /// How the payload is read and written where the loops do not know it themselves.
      private(set) var custom: ValueTreatment.Custom?
    }

    /// How a `Nullable` is decoded.
    struct NullableRecord {
      /// The treatment of the value.
      let value: Record
      /// The bytes of null, which own nothing.
      let null: UnsafeRawPointer
    }

    /// How an array is decoded.
    struct ArrayRecord {
      /// The treatment of the elements.
      let element: Record
      let coding: ArrayCoding
    }

    /// The record that a `NullableRecord` or `ArrayRecord` begins with, in place.
    @inline(__always)
    static func first<Whole>(of whole: UnsafePointer<Whole>) -> UnsafePointer<Record> {
      UnsafeRawPointer(whole).assumingMemoryBound(to: Record.self)
    }

    /// The type of the field, and of its payload.
    var type: any JSONCodable.Type { details.pointee.type }
    var payload: any JSONCodable.Type { details.pointee.payload }
    /// The form of a key that is not there, if the type has one.
    var absent: ValueTreatment.Absent? { details.pointee.absent }
    var texts: TextCases? { details.pointee.texts }
    /// How payloads that the loops do not know are read and written.
    var custom: ValueTreatment.Custom? { details.pointee.custom }
    /// How payloads that the loops do not know are compared.
    var comparing: Comparing { details.pointee.comparing }
    /// The JSON key.
    var key: String { String(decoding: details.pointee.name, as: UTF8.self) }
  }
}

extension FieldTable.Record {
  init<Root>(_ field: Field<Root>) {
    let coding = field.type.knownType.pointee.coding
    let details = permanent(Details(field.type, coding, name: field.key))
    self.init(
      coding,
      KeyLiteral(field.key),
      offset: Int(field.offset),
      options: field.options,
      details
    )
    addParts(of: coding)
    nullable = nullable(coding, details)
    isText = kind == .string && box == nil && nullable == nil && tagOffset < 0
  }

  /// The treatment of the elements of an array.
  ///
  /// What needs more than its type tells goes through its conformance.
  ///
  /// - Parameters:
  ///   - coding: that of the elements' type.
  ///   - details: those of the elements' type; must outlive the record.
  init(elementOf coding: ValueTreatment, _ details: UnsafePointer<Details>) {
    self.init(coding, .none, offset: 0, options: [], details)
    if !Self.isPlain(coding) {
      kind = .other
      isOptional = false
      tagOffset = -1
    }
  }

  private init(
    _ coding: ValueTreatment,
    _ literal: KeyLiteral,
    offset: Int,
    options: FieldOptions,
    _ details: UnsafePointer<Details>
  ) {
    self.literal = literal
    self.offset = offset
    self.options = options
    self.details = details
    kind = coding.kind
    model = coding.model.map { Unmanaged.passUnretained($0) }
    isOptional = coding.isOptional
    tagOffset = coding.tagOffset
    canBeAbsent = coding.absent != nil
    isRequired = coding.absent == nil || options.contains(.nullable)
    size = Self.size(of: details.pointee.type)
  }

  /// Adds what a box or an array of the field holds.
  private mutating func addParts(of coding: ValueTreatment) {
    if let boxed = coding.boxed { box = permanent(boxed) }
    if let array = coding.array {
      let element = array.element.knownType.pointee.coding
      let details = permanent(Details(elementOf: array.element, element))
      self.array = permanent(
        ArrayRecord(element: FieldTable.Record(elementOf: element, details), coding: array)
      )
    }
  }

  /// How a `Nullable` is decoded, where the loops know what it holds.
  private func nullable(
    _ coding: ValueTreatment,
    _ details: UnsafePointer<Details>
  ) -> UnsafePointer<NullableRecord>? {
    guard let nullable = coding.nullable else { return nil }
    let wrapped = nullable.wrapped()
    if wrapped.isOptional || wrapped.nullable != nil { return nil }
    let null = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    nullable.initializeNull(null)
    let inner = Details(details.pointee.type, wrapped, name: details.pointee.name)
    var record = FieldTable.Record(
      wrapped,
      literal,
      offset: offset,
      options: options,
      permanent(inner)
    )
    record.tagOffset = nullable.tagOffset
    record.addParts(of: wrapped)
    return permanent(NullableRecord(value: record, null: UnsafeRawPointer(null)))
  }

  /// Whether elements of a type are decoded by the loops.
  fileprivate static func isPlain(_ coding: ValueTreatment) -> Bool {
    coding.absent == nil && coding.boxed == nil && coding.nullable == nil && coding.array == nil
  }

  private static func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
}

extension FieldTable.Record.Details {
  init(
    _ type: any JSONCodable.Type,
    _ coding: ValueTreatment,
    name: UnsafeBufferPointer<UInt8>
  ) {
    self.name = name
    self.type = type
    payload = coding.payload
    absent = coding.absent
    texts = coding.texts
    comparing = coding.comparing
    custom = coding.custom
  }

  /// The details of the elements of an array.
  init(elementOf type: any JSONCodable.Type, _ coding: ValueTreatment) {
    self.init(type, coding, name: UnsafeBufferPointer(start: nil, count: 0))
    if !FieldTable.Record.isPlain(coding) {
      payload = type
      // What wraps a type represents itself.
      custom = (type as? any JSONRepresentable.Type).map { ValueTreatment.Custom($0) }
    }
  }
}
