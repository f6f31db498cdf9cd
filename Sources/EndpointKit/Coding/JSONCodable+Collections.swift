extension Optional: JSONCodable where Wrapped: JSONCodable {
  public init(json: inout JSONReader) throws {
    self = try Self.takesNull && json.readNull() ? nil : Wrapped(json: &json)
  }

  /// Whether null is nil. A JSON value can be null itself: then nil means that nothing was there,
  /// so that what came is written back.
  static var takesNull: Bool { Wrapped.self != JSONValue.self }

  public func write(json: inout JSONWriter) throws {
    switch self {
    case .some(let value): try value.write(json: &json)
    case .none: json.writeNull()
    }
  }

  public static var coding: ValueCoding {
    Wrapped.coding.optional(of: Wrapped.self)
  }
}

extension Optional: ParameterEncodable where Wrapped: ParameterEncodable {
  public var parameterValue: ParameterValue { self?.parameterValue ?? .absent }
}

extension Array: JSONCodable where Element: JSONCodable {
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
    for element in self {
      json.separate()
      try element.write(json: &json)
    }
    json.endArray()
  }

  public static var coding: ValueCoding {
    var coding = ValueCoding(
      Self.self,
      kind: .array,
      comparing: .array(of: Element.self, Element.coding.whole),
      shapes: { .array }
    )
    coding.array = ArrayCoding(Self.self)
    return coding
  }
}

extension Array: ParameterEncodable where Element: ParameterEncodable {
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

extension Dictionary: JSONCodable where Key == String, Value: JSONCodable {
  public init(json: inout JSONReader) throws {
    self = [:]
    try json.readObject { key, json in self[key] = try Value(json: &json) }
  }

  /// Writes the members sorted by key, so that equal values give equal bytes.
  public func write(json: inout JSONWriter) throws {
    json.beginObject()
    for key in keys.sorted() {
      json.writeKey(key)
      try self[key]?.write(json: &json)
    }
    json.endObject()
  }

  public static var coding: ValueCoding {
    ValueCoding(
      Self.self,
      comparing: .map(to: Value.self, Value.coding.whole),
      shapes: { .object }
    )
  }
}

extension Dictionary: ParameterEncodable where Key == String, Value: ParameterEncodable {
  public var parameterValue: ParameterValue {
    .object(
      sorted { $0.key < $1.key }.map { ParameterValue.Member($0.key, $0.value.parameterValue) }
    )
  }
}
