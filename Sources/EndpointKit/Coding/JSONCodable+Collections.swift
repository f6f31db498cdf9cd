extension Optional: JSONCodable, JSONRepresentable where Wrapped: JSONCodable {
  public init(json: inout JSONReader) throws {
    self = try Self.takesNull && json.readNull() ? nil : json.read(Wrapped.self)
  }

  /// Whether null is nil. A JSON value can be null itself: then nil means that nothing was there,
  /// so that what came is written back.
  static var takesNull: Bool { Wrapped.self != JSONValue.self }

  public func write(json: inout JSONWriter) throws {
    switch self {
    case .some(let value): try json.write(value)
    case .none: json.writeNull()
    }
  }

  public static var coding: ValueCoding {
    ValueCoding(Wrapped.knownType.pointee.coding.optional(of: Wrapped.self))
  }
}

extension Optional: ParameterEncodable where Wrapped: JSONCodable {
  public var parameterValue: ParameterValue { map { ParameterValue($0) } ?? .absent }
}

extension Array: JSONCodable, JSONRepresentable where Element: JSONCodable {
  public init(json: inout JSONReader) throws {
    self = try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      // The buffer has one element, hence an address.
      let storage = buffer.baseAddress!
      try FieldTable.decodeArray(of: Element.self, UnsafeMutableRawPointer(storage), &json)
      return storage.move()
    }
  }

  public func write(json: inout JSONWriter) throws {
    json.beginArray()
    let known = FieldTable.Record.first(of: Element.knownType)
    try withUnsafeBufferPointer { elements in
      for position in elements.indices {
        json.separate()
        try FieldTable.writePayload(
          known,
          // There are elements, hence an address.
          UnsafeRawPointer(elements.baseAddress! + position),
          json: &json
        )
      }
    }
    json.endArray()
  }

  public static var coding: ValueCoding {
    var coding = ValueTreatment(
      Self.self,
      kind: .array,
      custom: .init(Self.self),
      comparing: .array(of: Element.self, Element.knownType.pointee.coding.whole),
      shapes: { .array }
    )
    coding.array = ArrayCoding(Self.self)
    return ValueCoding(coding)
  }
}

extension Array: ParameterEncodable where Element: JSONCodable {
  public var parameterValue: ParameterValue { .array(map { ParameterValue($0) }) }
}

extension Dictionary: JSONCodable, JSONRepresentable where Key == String, Value: JSONCodable {
  public init(json: inout JSONReader) throws {
    self = [:]
    try json.readObject { key, json in self[key] = try json.read(Value.self) }
  }

  /// Writes the members sorted by key, so that equal values give equal bytes.
  public func write(json: inout JSONWriter) throws {
    json.beginObject()
    for key in keys.sorted() {
      json.writeKey(key)
      if let value = self[key] { try json.write(value) }
    }
    json.endObject()
  }

  public static var coding: ValueCoding {
    ValueCoding(
      ValueTreatment(
        Self.self,
        custom: .init(Self.self),
        comparing: .map(to: Value.self, Value.knownType.pointee.coding.whole),
        shapes: { .object }
      )
    )
  }
}

extension Dictionary: ParameterEncodable where Key == String, Value: JSONCodable {
  public var parameterValue: ParameterValue {
    .object(
      sorted { $0.key < $1.key }.map { ParameterValue.Member($0.key, ParameterValue($0.value)) }
    )
  }
}
