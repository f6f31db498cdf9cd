extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  public init(json: inout JSONReader) throws {
    self = try Self.takesNull && json.readNull() ? nil : Wrapped(json: &json)
  }

  /// Whether null is nil. A JSON value can be null itself: then nil means that nothing was there,
  /// so that what came is written back.
  static var takesNull: Bool { Wrapped.self != JSONValue.self }

  public static func decode(
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    if takesNull, try json.readNull() {
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
    self = try withUnsafeTemporaryAllocation(
      byteCount: ElementMemory.firstSize,
      alignment: ElementMemory.alignment
    ) { buffer in
      // The buffer is not empty, hence has an address.
      var memory = ElementMemory(
        buffer.baseAddress!,
        stride: MemoryLayout<Element>.stride,
        alignment: MemoryLayout<Element>.alignment
      )
      return try Self.decode(into: &memory, json: &json)
    }
  }

  private static func decode(
    into memory: inout ElementMemory,
    json: inout JSONReader
  ) throws -> [Element] {
    let first = json.offset
    do {
      repeat {
        if memory.isFull {
          let larger = memory.larger(consumed: json.offset - first, left: json.end - json.cursor)
          larger.assumingMemoryBound(to: Element.self).moveInitialize(
            from: memory.base.assumingMemoryBound(to: Element.self),
            count: memory.count
          )
          memory.move(to: larger)
        }
        try Element.decode(into: memory.next, json: &json)
        memory.count += 1
      } while try json.continueArray()
    } catch {
      memory.base.assumingMemoryBound(to: Element.self).deinitialize(count: memory.count)
      throw json.located(error, .index(memory.count))
    }
    return Array(unsafeUninitializedCapacity: memory.count) { target, count in
      target.baseAddress?.moveInitialize(
        from: memory.base.assumingMemoryBound(to: Element.self),
        count: memory.count
      )
      count = memory.count
    }
  }
}

/// Room for elements under construction, outside of an array so that each is decoded in place.
///
/// It starts on the stack, since most arrays are short, and knows of bytes alone, so that it needs
/// no metadata. Whoever uses it moves and destroys the elements.
private struct ElementMemory: ~Copyable {
  static let firstSize = 1024
  static let alignment = 16

  private(set) var base: UnsafeMutableRawPointer
  private var capacity: Int
  private let stride: Int
  private let alignment: Int
  private var isOnHeap = false
  /// The number of elements that are initialized.
  var count = 0

  init(_ stack: UnsafeMutableRawPointer, stride: Int, alignment: Int) {
    base = stack
    self.stride = stride
    self.alignment = max(alignment, Self.alignment)
    capacity = alignment > Self.alignment ? 0 : Self.firstSize / stride
  }

  deinit { if isOnHeap { base.deallocate() } }

  var isFull: Bool { count == capacity }

  /// The place of the next element, uninitialized.
  var next: UnsafeMutableRawPointer { base + count * stride }

  /// Larger memory, to which the elements are to be moved.
  ///
  /// What is left of the text tells how many elements may follow, if they are like the first.
  mutating func larger(consumed: Int, left: Int) -> UnsafeMutableRawPointer {
    let expected = consumed > 0 ? count + count * (left / consumed + 1) : 0
    capacity = max(max(count * 2, 4), min(expected, count * 64))
    return .allocate(byteCount: capacity * stride, alignment: alignment)
  }

  mutating func move(to larger: UnsafeMutableRawPointer) {
    if isOnHeap { base.deallocate() }
    base = larger
    isOnHeap = true
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
