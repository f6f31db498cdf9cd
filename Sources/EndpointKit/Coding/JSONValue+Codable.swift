extension JSONValue: Codable {
  /// Reads whatever is next.
  ///
  /// Number spellings are as good as the decoder is: most read `1.0` as the integer 1.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(),
      let scalar = JSONValue(scalarIn: container)
    {
      self = scalar
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      let container = try decoder.container(keyedBy: FieldKey.self)
      self = .object(
        JSONObject(
          try container.allKeys.map { key in
            (key: key.stringValue, value: try container.decode(JSONValue.self, forKey: key))
          }
        )
      )
    }
  }

  private init?(scalarIn container: any SingleValueDecodingContainer) {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let value):
      if let integer = value.exactly(Int64.self), value.isInteger {
        try integer.encode(to: encoder)
      } else if let integer = value.exactly(UInt64.self), value.isInteger {
        try integer.encode(to: encoder)
      } else {
        try value.double.encode(to: encoder)
      }
    case .string(let value): try value.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: FieldKey.self)
      for member in members {
        try container.encode(member.value, forKey: FieldKey(stringValue: member.key))
      }
    }
  }
}
