// The unsafe heart: models are decoded straight into uninitialized storage.
//
// Invariants
//  1. `base` is uninitialized memory for one value of the table's model.
//  2. The template is copied over it first: every optional field then holds its absent form, which
//     owns nothing, so that such a field needs neither destruction nor a bit of its own.
//  3. A bit in `seen` is set exactly while the field's storage holds a value that was decoded and
//     must be destroyed if decoding fails.
//  4. The dictionary of additional keys is initialized before the first key is read.
//  5. When decoding returns, every required bit is set: all storage is initialized. When it
//     throws, everything that was initialized has been destroyed.

extension FieldTable {
  /// The bit set of the fields decoded so far.
  typealias Seen = UnsafeMutablePointer<UInt64>

  /// Reads an object into uninitialized storage of the model.
  ///
  /// - Parameters:
  ///   - base: uninitialized memory for the model; initialized on return, not so on throw.
  ///   - json: the reader, at the object.
  func decode(into base: UnsafeMutableRawPointer, json: inout JSONReader) throws {
    let words = max(required.count, 1)
    if words <= 4 {
      try withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4) { buffer in
        // The buffer has four elements, hence an address.
        try decode(into: base, seen: buffer.baseAddress!, words: words, json: &json)
      }
    } else {
      let seen = Seen.allocate(capacity: words)
      defer { seen.deallocate() }
      try decode(into: base, seen: seen, words: words, json: &json)
    }
  }

  private func decode(
    into base: UnsafeMutableRawPointer,
    seen: Seen,
    words: Int,
    json: inout JSONReader
  ) throws {
    seen.initialize(repeating: 0, count: words)
    base.copyMemory(from: template, byteCount: size)
    if let additional { additional.type.initializeEmpty(at: base + additional.offset) }
    do {
      try decodeMembers(into: base, seen: seen, json: &json)
      try checkRequired(seen, json: &json)
    } catch {
      destroy(base, seen)
      throw error
    }
  }

  private func decodeMembers(
    into base: UnsafeMutableRawPointer,
    seen: Seen,
    json: inout JSONReader
  ) throws {
    guard try json.beginObject() else { return }
    var expected = 0
    repeat {
      var position = expected
      if expected == records.count || !json.consumeKey(records.baseAddress! + expected) {
        position = try findKey(after: expected, base, &json)
        if position < 0 { continue }
      }
      expected = position + 1
      if decodeText(position, into: base, seen: seen, json: &json) { continue }
      try decodeField(position, into: base, seen: seen, json: &json)
    } while try json.continueObject()
  }

  /// Consumes a key that is not the next of the table.
  ///
  /// - Returns: the position of its field; negative where there is none and the member has been
  ///   consumed too.
  @inline(never)
  private func findKey(
    after expected: Int,
    _ base: UnsafeMutableRawPointer,
    _ json: inout JSONReader
  ) throws -> Int {
    // Most often some optional keys are left out.
    for position in expected + 1..<max(min(expected + 4, records.count), expected + 1)
    where json.consumeKey(records.baseAddress! + position) {
      return position
    }
    let key = try json.scanKey()
    let position = key.withBytes { index.position(of: $0) }
    if position < 0 { try decodeUnknown(key, into: base, json: &json) }
    return position
  }

  /// Reads what most fields are, a string without escapes, on the shortest way.
  ///
  /// - Returns: whether it did; if not, nothing has changed.
  @inline(__always)
  private func decodeText(
    _ position: Int,
    into base: UnsafeMutableRawPointer,
    seen: Seen,
    json: inout JSONReader
  ) -> Bool {
    let record = records.baseAddress! + position
    let word = position >> 6
    let bit = 1 as UInt64 &<< UInt64(position & 63)
    guard record.pointee.isText, seen[word] & bit == 0, let text = json.readPlainText() else {
      return false
    }
    // An optional string is stored as its string is.
    (base + record.pointee.offset).initializeMemory(as: String.self, to: text)
    seen[word] |= bit
    return true
  }

  @inline(__always)
  private func decodeField(
    _ position: Int,
    into base: UnsafeMutableRawPointer,
    seen: Seen,
    json: inout JSONReader
  ) throws {
    // There is a record at every position, hence an address.
    let record = records.baseAddress! + position
    let word = position >> 6
    let bit = 1 as UInt64 &<< UInt64(position & 63)
    if seen[word] & bit != 0 {
      seen[word] &= ~bit
      discard(record.pointee, in: base)
    }
    let place = json.checkpoint
    do {
      try Self.decodeValue(record, at: base + record.pointee.offset, json: &json)
      seen[word] |= bit
    } catch {
      try passOver(error, record.pointee, from: place, in: base, json: &json)
    }
  }

  /// Reads a value into uninitialized storage that holds the template's bytes.
  @inline(__always)
  private static func decodeValue(
    _ record: UnsafePointer<Record>,
    at storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    var record = record
    if let nullable = record.pointee.nullable {
      if try json.readNull() {
        storage.copyMemory(from: nullable.pointee.null, byteCount: record.pointee.size)
        return
      }
      record = Record.first(of: nullable)
    } else if record.pointee.isOptional, try json.readNull() {
      // The template holds nil already.
      return
    }
    // One call for boxed and plain payloads, so that the switch over their kinds is inlined once.
    let box = record.pointee.box.map { Box.make($0.pointee.type, size: $0.pointee.size) }
    try decodePayload(record, at: box?.storage ?? storage, json: &json)
    if let box {
      box.header.isInitialized = true
      // A box is the one stored property of `Indirect`, and the payload of `IndirectNullable`.
      storage.initializeMemory(as: Box.self, to: box)
    }
  }

  /// Reads the payload of an optional or a box, or a plain value.
  @inline(__always)
  static func decodePayload(
    _ record: UnsafePointer<Record>,
    at storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    switch record.pointee.kind {
    case .string:
      storage.initializeMemory(as: String.self, to: try json.readString())
    case .int:
      storage.initializeMemory(as: Int.self, to: Int(try json.readInt64()))
    case .bool:
      storage.initializeMemory(as: Bool.self, to: try json.readBool())
    case .double:
      storage.initializeMemory(as: Double.self, to: try json.readDouble())
    case .model:
      if let model = record.pointee.model {
        try table(of: model).decode(into: storage, json: &json)
      }
    case .textEnum:
      if let texts = record.pointee.texts {
        try decodeTextEnum(record, texts, at: storage, json: &json)
      }
    case .array:
      if let array = record.pointee.array {
        try decodeArray(array, at: storage, json: &json)
      }
    case .other:
      try decodeCustom(record, at: storage, json: &json)
    }
    // See the decoding of optionals.
    if record.pointee.tagOffset >= 0 {
      storage.storeBytes(of: 0, toByteOffset: record.pointee.tagOffset, as: UInt8.self)
    }
  }

  @inline(__always)
  static func table(of model: Unmanaged<ModelTable>) -> FieldTable {
    // What a type's coding holds is never released.
    model._withUnsafeGuaranteedRef(\.table)
  }

  @inline(__always)
  private static func decodeTextEnum(
    _ record: UnsafePointer<Record>,
    _ texts: TextCases,
    at storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    let place = json.cursor
    let slice = try json.scanString()
    let position = slice.hasEscapes ? -1 : texts.index.position(of: slice.bytes)
    if position >= 0 {
      copy(record.pointee.payload, from: texts.storage(at: position), to: storage)
    } else {
      json.cursor = place
      try decodeCustom(record, at: storage, json: &json)
    }
  }

  private static func copy<Value>(
    _ type: Value.Type,
    from source: UnsafeRawPointer,
    to storage: UnsafeMutableRawPointer
  ) {
    storage.initializeMemory(
      as: Value.self,
      from: source.assumingMemoryBound(to: Value.self),
      count: 1
    )
  }

  /// Reads a value as its type itself does.
  private static func decodeCustom(
    _ record: UnsafePointer<Record>,
    at storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    // Whatever the loops do not know has one.
    try record.pointee.custom!.read(storage, &json)
  }

  /// Destroys a decoded value and puts the template's bytes back, for a key that is repeated.
  @inline(never)
  private func discard(_ record: Record, in base: UnsafeMutableRawPointer) {
    Self.destroy(record.type, at: base + record.offset)
    restore(record, in: base)
  }

  private func restore(_ record: Record, in base: UnsafeMutableRawPointer) {
    (base + record.offset).copyMemory(from: template + record.offset, byteCount: record.size)
  }

  /// Lets a lenient reader treat a field that cannot be decoded as absent; throws otherwise.
  @inline(never)
  private func passOver(
    _ error: any Error,
    _ record: Record,
    from place: JSONReader.Checkpoint,
    in base: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    let located = json.located(error, .key(record.key))
    guard json.options.isLenient, record.canBeAbsent, !located.isFatal else { throw located }
    json.rewind(to: place)
    try json.skipValue()
    restore(record, in: base)
    json.notes.append(located)
  }

  @inline(never)
  private func decodeUnknown(
    _ key: JSONReader.Key,
    into base: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    guard let additional else { return try json.skipValue() }
    let key = key.text
    do {
      try additional.type.decodeValue(of: key, into: base + additional.offset, json: &json)
    } catch {
      throw json.located(error, .key(key))
    }
  }

  @inline(__always)
  private func checkRequired(_ seen: Seen, json: inout JSONReader) throws {
    for word in 0..<required.count where required[word] & ~seen[word] != 0 {
      let missing = word * 64 + (required[word] & ~seen[word]).trailingZeroBitCount
      throw JSONDecodingError(offset: json.offset, reason: .missingKey(records[missing].key))
    }
  }

  /// Destroys what has been decoded so far.
  @inline(never)
  func destroy(_ base: UnsafeMutableRawPointer, _ seen: Seen) {
    for (position, record) in records.enumerated() {
      if seen[position >> 6] & (1 << UInt64(position & 63)) != 0 {
        Self.destroy(record.type, at: base + record.offset)
      }
    }
    if let additional { Self.destroy(additional.type, at: base + additional.offset) }
  }

  static func destroy<Value>(_ type: Value.Type, at storage: UnsafeMutableRawPointer) {
    storage.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }
}
