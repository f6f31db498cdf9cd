/// How values without a plain JSON form are written.
public struct JSONEncodingOptions: Sendable {
  /// What becomes of NaN and the infinities, which JSON cannot hold.
  public enum NonFiniteStrategy: Sendable, Hashable {
    /// Writing throws `JSONEncodingError`.
    case fail
    /// They are written as null.
    case null
    /// They are written as the strings `NaN`, `Infinity` and `-Infinity`.
    case strings
  }

  /// What becomes of NaN and the infinities.
  public var nonFinite: NonFiniteStrategy = .fail
  /// Whether fields marked as sensitive are replaced by a mark, for logs and descriptions.
  var redactsSensitive = false

  public init() {}
}

/// A growing buffer of JSON text.
///
/// Keys are written in the order of the calls and numbers in their shortest form. The writer puts
/// the commas: it writes one before an element or key unless the last byte opened the container.
public struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes written.
  public private(set) var count = 0
  /// How the writer was configured.
  public let options: JSONEncodingOptions

  /// Makes an empty writer.
  ///
  /// - Parameters:
  ///   - capacity: the number of bytes to reserve.
  ///   - options: how values without a plain JSON form are written.
  public init(capacity: Int = 512, options: JSONEncodingOptions = .init()) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
    self.options = options
  }

  deinit { base.deallocate() }

  /// The bytes written so far.
  ///
  /// - Parameter body: a function that gets the bytes, valid during the call alone.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Gives the buffer away; the writer is empty afterwards.
  ///
  /// - Returns: the bytes, to be deallocated by the caller.
  mutating func take() -> UnsafeMutableRawBufferPointer {
    let taken = UnsafeMutableRawBufferPointer(start: base, count: count)
    capacity = 64
    base = .allocate(capacity: capacity)
    count = 0
    return taken
  }

  /// Makes room for `extra` more bytes and gives the place where they go.
  @inline(__always)
  mutating func reserve(_ extra: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < extra { grow(extra) }
    return base + count
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: base, count: count)
    base.deallocate()
    base = fresh
    capacity = larger
  }

  /// Counts bytes that were put into reserved room.
  @inline(__always)
  mutating func commit(_ written: Int) { count += written }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    reserve(1).pointee = byte
    count += 1
  }

  @inline(__always)
  mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length).update(from: bytes, count: length)
    count += length
  }

  mutating func put(_ text: StaticString) { put(text.utf8Start, text.utf8CodeUnitCount) }

  /// Whether the next element or key is the first of its container.
  @inline(__always)
  private var isFirst: Bool {
    guard count > 0 else { return true }
    let last = base[count - 1]
    return last == UInt8(ascii: "[") || last == UInt8(ascii: "{")
  }

  /// Writes the comma before an element or key, where one is due.
  @inline(__always)
  mutating func separate() {
    if !isFirst { put(UInt8(ascii: ",")) }
  }
}

// MARK: - Structure

extension JSONWriter {
  /// Writes an array.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - write: writes one of them.
  /// - Throws: what `write` throws.
  public mutating func writeArray<Elements: Sequence>(
    _ elements: Elements,
    _ write: (Elements.Element, inout JSONWriter) throws -> Void
  ) throws {
    beginArray()
    for element in elements {
      separate()
      try write(element, &self)
    }
    endArray()
  }

  /// Writes `[`.
  public mutating func beginArray() { put(UInt8(ascii: "[")) }

  /// Writes what has to stand before an element.
  public mutating func beginElement() { separate() }

  /// Writes `]`.
  public mutating func endArray() { put(UInt8(ascii: "]")) }

  /// Writes `{`.
  public mutating func beginObject() { put(UInt8(ascii: "{")) }

  /// Writes a key and its colon; the value is to follow.
  ///
  /// - Parameter key: the key.
  public mutating func writeKey(_ key: String) {
    separate()
    writeString(key)
    put(UInt8(ascii: ":"))
  }

  /// Writes `}`.
  public mutating func endObject() { put(UInt8(ascii: "}")) }
}

// MARK: - Scalars

extension JSONWriter {
  /// Writes `null`.
  public mutating func writeNull() { put("null") }

  /// Writes `true` or `false`.
  ///
  /// - Parameter value: the value.
  public mutating func writeBool(_ value: Bool) { value ? put("true") : put("false") }

  /// Writes an integer in plain decimal digits.
  ///
  /// - Parameter value: the value.
  @inline(__always)
  public mutating func writeInteger<Value: FixedWidthInteger>(_ value: Value) {
    if value < 0 { put(UInt8(ascii: "-")) }
    writeDigits(UInt64(truncatingIfNeeded: value.magnitude))
  }

  mutating func writeDigits(_ value: UInt64) {
    var length = 1
    var rest = value / 10
    while rest > 0 {
      length += 1
      rest /= 10
    }
    let place = reserve(length)
    var index = length
    rest = value
    repeat {
      index -= 1
      (place + index).initialize(to: UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
    } while index > 0
    commit(length)
  }

  /// Writes a floating-point number in the shortest form that reads back as the same value.
  ///
  /// Plain digits up to 10²¹ and down to 10⁻⁶, an exponent beyond.
  ///
  /// - Parameter value: the value.
  /// - Throws: `JSONEncodingError` for NaN and the infinities, unless the options say otherwise.
  public mutating func writeDouble(_ value: Double) throws {
    guard value.isFinite else { return try writeNonFinite(value.isNaN ? .nan : value) }
    writeASCII(NumberText.shortest(value))
  }

  /// Writes a floating-point number of single precision, as `writeDouble` does.
  ///
  /// - Parameter value: the value.
  /// - Throws: `JSONEncodingError` for NaN and the infinities, unless the options say otherwise.
  public mutating func writeFloat(_ value: Float) throws {
    guard value.isFinite else { return try writeNonFinite(Double(value)) }
    writeASCII(NumberText.shortest(value))
  }

  private mutating func writeNonFinite(_ value: Double) throws {
    let name = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    switch options.nonFinite {
    case .fail: throw JSONEncodingError(message: "JSON has no \(name)")
    case .null: writeNull()
    case .strings: writeString(name)
    }
  }

  /// Writes a text that is JSON already, unchecked.
  ///
  /// - Parameter text: a number, or any other JSON text.
  public mutating func writeRaw(_ text: String) { writeASCII(text) }

  private mutating func writeASCII(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let base = bytes.baseAddress { put(base, bytes.count) }
    }
  }
}

// MARK: - Whole texts

extension JSONWriter {
  /// Encodes one value as a whole text.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - options: how values without a plain JSON form are written.
  /// - Returns: the JSON text in UTF-8.
  /// - Throws: `JSONEncodingError`.
  public static func encode(
    _ value: some JSONCodable,
    options: JSONEncodingOptions = .init()
  ) throws(JSONEncodingError) -> [UInt8] {
    var writer = JSONWriter(options: options)
    try writer.writeWhole(value)
    return writer.withBytes { Array($0) }
  }

  /// Encodes one value as a whole text.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - options: how values without a plain JSON form are written.
  /// - Returns: the JSON text.
  /// - Throws: `JSONEncodingError`.
  public static func text(
    _ value: some JSONCodable,
    options: JSONEncodingOptions = .init()
  ) throws(JSONEncodingError) -> String {
    var writer = JSONWriter(options: options)
    try writer.writeWhole(value)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a value, whatever it throws made a `JSONEncodingError`.
  mutating func writeWhole(_ value: some JSONCodable) throws(JSONEncodingError) {
    do {
      try write(value)
    } catch {
      throw (error as? JSONEncodingError) ?? JSONEncodingError(message: "\(error)")
    }
  }
}
