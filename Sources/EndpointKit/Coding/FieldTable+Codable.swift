extension FieldTable {
  /// Reads a model from a keyed container into uninitialized storage.
  ///
  /// The invariants are those of decoding from JSON.
  func decode(
    into base: UnsafeMutableRawPointer,
    _ container: KeyedDecodingContainer<FieldKey>
  ) throws {
    let seen = Seen.allocate(capacity: max(required.count, 1))
    defer { seen.deallocate() }
    seen.initialize(repeating: 0, count: max(required.count, 1))
    base.copyMemory(from: template, byteCount: size)
    if let additional { additional.type.initializeEmpty(at: base + additional.offset) }
    do {
      for (position, record) in records.enumerated() {
        let key = FieldKey(stringValue: record.key)
        // A missing required key gets the container's own error.
        guard record.isRequired || container.contains(key) else { continue }
        try Self.decode(record.type, into: base + record.offset, container, key)
        seen[position >> 6] |= 1 << UInt64(position & 63)
      }
      if let additional {
        for key in container.allKeys where !knows(key.stringValue) {
          try additional.type.decodeValue(of: key, into: base + additional.offset, container)
        }
      }
    } catch {
      destroy(base, seen)
      throw error
    }
  }

  /// Writes a model into a keyed container.
  func encode(
    _ base: UnsafeRawPointer,
    _ container: inout KeyedEncodingContainer<FieldKey>
  ) throws {
    for record in records {
      let key = FieldKey(stringValue: record.key)
      let storage = base + record.offset
      if let absent = record.absent, absent.isAbsent(storage) {
        if record.options.contains(.nullable) { try container.encodeNil(forKey: key) }
      } else {
        try Self.encode(record.type, storage, &container, key)
      }
    }
    if let additional {
      try Self.encodeMembers(additional.type, base + additional.offset, &container)
    }
  }

  private func knows(_ key: String) -> Bool {
    Array(key.utf8).withUnsafeBufferPointer { index.position(of: $0) } >= 0
  }

  private static func decode<Value: JSONCodable>(
    _ type: Value.Type,
    into storage: UnsafeMutableRawPointer,
    _ container: KeyedDecodingContainer<FieldKey>,
    _ key: FieldKey
  ) throws {
    let value = try container.decode(Bridged<Value>.self, forKey: key).value
    storage.initializeMemory(as: Value.self, to: value)
  }

  private static func encode<Value: JSONCodable>(
    _ type: Value.Type,
    _ storage: UnsafeRawPointer,
    _ container: inout KeyedEncodingContainer<FieldKey>,
    _ key: FieldKey
  ) throws {
    let value = storage.assumingMemoryBound(to: Value.self).pointee
    try container.encode(Bridged(value), forKey: key)
  }

  private static func encodeMembers<Storage: AdditionalStorage>(
    _ type: Storage.Type,
    _ storage: UnsafeRawPointer,
    _ container: inout KeyedEncodingContainer<FieldKey>
  ) throws {
    try storage.assumingMemoryBound(to: Storage.self).pointee.encodeMembers(&container)
  }
}

extension Optional: StructuralCodable where Wrapped: JSONCodable {
  init(structure decoder: any Decoder) throws {
    let isNil = try Self.takesNull && decoder.singleValueContainer().decodeNil()
    self = isNil ? nil : try Bridged<Wrapped>(from: decoder).value
  }

  func encode(structure encoder: any Encoder) throws {
    if let value = self {
      try Bridged(value).encode(to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension Nullable: StructuralCodable {
  init(structure decoder: any Decoder) throws {
    self = Nullable(try Optional<Wrapped>(structure: decoder))
  }

  func encode(structure encoder: any Encoder) throws {
    try wrappedValue.encode(structure: encoder)
  }
}

extension Indirect: StructuralCodable {
  init(structure decoder: any Decoder) throws {
    self = Indirect(try Bridged<Value>(from: decoder).value)
  }

  func encode(structure encoder: any Encoder) throws {
    try Bridged(wrappedValue).encode(to: encoder)
  }
}

extension IndirectNullable: StructuralCodable {
  init(structure decoder: any Decoder) throws {
    self = IndirectNullable(try Nullable<Wrapped>(structure: decoder))
  }

  func encode(structure encoder: any Encoder) throws {
    try projectedValue.encode(structure: encoder)
  }
}

extension Array: StructuralCodable where Element: JSONCodable {
  init(structure decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self = []
    while !container.isAtEnd { append(try container.decode(Bridged<Element>.self).value) }
  }

  func encode(structure encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(Bridged(element)) }
  }
}

extension Dictionary: StructuralCodable where Key == String, Value: JSONCodable {
  init(structure decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FieldKey.self)
    self = [:]
    for key in container.allKeys {
      self[key.stringValue] = try container.decode(Bridged<Value>.self, forKey: key).value
    }
  }

  func encode(structure encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldKey.self)
    try encodeMembers(&container)
  }
}
