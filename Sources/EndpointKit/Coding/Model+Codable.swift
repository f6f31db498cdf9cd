// Codable, so that models can travel in formats other than JSON and inside types that use
// Foundation's coders. Values keep the forms they have in JSON: a date is its RFC 3339 text,
// whatever the coder would have made of it.

/// A key of a field table.
struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A type that Codable takes apart into parts, instead of through its JSON form.
protocol StructuralCodable: JSONCodable {
  init(structure decoder: any Decoder) throws
  func encode(structure encoder: any Encoder) throws
}

/// Carries any value through a Codable container.
struct Bridged<Value: JSONCodable>: Codable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let type = Value.self as? any StructuralCodable.Type {
      value = try Self.same(type.init(structure: decoder), decoder)
    } else if let type = Value.self as? any TabularModel.Type {
      value = try Self.same(type.init(from: decoder), decoder)
    } else {
      value = try JSONValue(from: decoder).decode(Value.self, in: decoder)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case let value as any StructuralCodable: try value.encode(structure: encoder)
    case let value as any TabularModel: try value.encode(to: encoder)
    default: try JSONValue(encoding: value).encode(to: encoder)
    }
  }

  /// What was made through a metatype of `Value`, as a `Value` again.
  private static func same(_ made: Any, _ decoder: any Decoder) throws -> Value {
    if let value = made as? Value { return value }
    throw DecodingError.typeMismatch(
      Value.self,
      .init(codingPath: decoder.codingPath, debugDescription: "found \(made)")
    )
  }
}

extension JSONValue {
  /// Reads the value as another type, with the error a `Decoder` would have thrown.
  func decode<Value: JSONCodable>(
    _ type: Value.Type,
    in decoder: any Decoder
  ) throws -> Value {
    do {
      return try decode(type)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(error)",
          underlyingError: error
        )
      )
    }
  }
}

extension TabularModel {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldKey.self)
    self = try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      // The buffer has one element, hence an address.
      let storage = buffer.baseAddress!
      try Self.table.decode(into: UnsafeMutableRawPointer(storage), container)
      return storage.move()
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldKey.self)
    try withUnsafePointer(to: self) {
      try Self.table.encode(UnsafeRawPointer($0), &container)
    }
  }
}

extension OpenEnum {
  public init(from decoder: any Decoder) throws {
    self = try JSONValue(from: decoder).decode(Self.self, in: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try JSONValue(encoding: self).encode(to: encoder)
  }
}

extension VariantUnion {
  public init(from decoder: any Decoder) throws {
    self = try JSONValue(from: decoder).decode(Self.self, in: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    func encode<Payload: JSONCodable>(_ payload: Payload) throws {
      try Bridged(payload).encode(to: encoder)
    }
    try encode(payload)
  }
}
