extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  public init(json: inout JSONReader) throws {
    self = try json.readNull() ? nil : Wrapped(json: &json)
  }

  public static func decode(
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    if try json.readNull() {
      storage.initializeMemory(as: Self.self, to: nil)
    } else {
      // The storage of an optional begins with that of its payload. Where nil is a bit pattern
      // that the payload does not use nothing else is kept; else one more byte follows, which is
      // zero for a payload (Swift ABI, type layout of single-payload enums).
      try Wrapped.decode(into: storage, json: &json)
      if MemoryLayout<Self>.size > MemoryLayout<Wrapped>.size {
        storage.storeBytes(of: 0, toByteOffset: MemoryLayout<Wrapped>.size, as: UInt8.self)
      }
    }
  }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  public func write(json: inout JSONWriter) throws {
    switch self {
    case .some(let value): try value.write(json: &json)
    case .none: json.writeNull()
    }
  }
}

extension Optional: ParameterEncodable where Wrapped: ParameterEncodable {
  public var parameterValue: ParameterValue { self?.parameterValue ?? .absent }
}

extension Optional: JSONCodable where Wrapped: JSONCodable {
  public static var coding: ValueCoding {
    Wrapped.coding.optional(of: Wrapped.self)
  }

  public static var absentForm: Self? { .some(.none) }
  public static func isAbsent(_ value: Self) -> Bool { value == nil }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  public init(json: inout JSONReader) throws {
    guard try json.beginArray() else {
      self = []
      return
    }
    var elements = ElementBuffer<Element>()
    repeat {
      do {
        try Element.decode(into: elements.next(), json: &json)
        elements.count += 1
      } catch {
        throw json.located(error, .index(elements.count))
      }
    } while try json.continueArray()
    self = elements.take()
  }
}

/// Elements under construction, outside of an array so that each can be decoded in place.
private struct ElementBuffer<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// The number of elements that are initialized.
  var count = 0

  init() {
    capacity = Swift.max(1, 512 / Swift.max(1, MemoryLayout<Element>.stride))
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// The place of the next element, uninitialized.
  mutating func next() -> UnsafeMutableRawPointer {
    if count == capacity {
      let fresh = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
      fresh.moveInitialize(from: base, count: count)
      base.deallocate()
      base = fresh
      capacity *= 2
    }
    return UnsafeMutableRawPointer(base + count)
  }

  /// The elements as an array; the buffer is empty afterwards.
  mutating func take() -> [Element] {
    let taken = count
    count = 0
    return Array(unsafeUninitializedCapacity: taken) { target, initialized in
      target.baseAddress?.moveInitialize(from: base, count: taken)
      initialized = taken
    }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  public func write(json: inout JSONWriter) throws {
    json.beginArray()
    for element in self {
      json.separate()
      try element.write(json: &json)
    }
    json.endArray()
  }
}

extension Array: ParameterEncodable where Element: ParameterEncodable {
  public var parameterValue: ParameterValue { .array(map(\.parameterValue)) }
}

extension Array: JSONCodable where Element: JSONCodable {
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .array })
  }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
  public init(json: inout JSONReader) throws {
    self = [:]
    try json.readObject { key, json in self[key] = try Value(json: &json) }
  }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
  /// Writes the members sorted by key, so that equal values give equal bytes.
  public func write(json: inout JSONWriter) throws {
    json.beginObject()
    for key in keys.sorted() {
      json.writeKey(key)
      try self[key]?.write(json: &json)
    }
    json.endObject()
  }
}

extension Dictionary: ParameterEncodable where Key == String, Value: ParameterEncodable {
  public var parameterValue: ParameterValue {
    .object(
      sorted { $0.key < $1.key }.map { ParameterValue.Member($0.key, $0.value.parameterValue) }
    )
  }
}

extension Dictionary: JSONCodable where Key == String, Value: JSONCodable {
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .object })
  }
}
