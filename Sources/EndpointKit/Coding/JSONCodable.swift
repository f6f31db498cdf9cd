/// A type that can be read from JSON and written as JSON.
///
/// Everything that travels conforms: scalars, collections of what conforms, models, open enums,
/// unions, `JSONValue`. A type of your own that has its own JSON form conforms to
/// ``JSONRepresentable``.
///
/// The protocol asks for one thing and inherits nothing: every entry of a conformance costs each
/// type of a client code of its own, and one that leads to the standard library's protocols a
/// table that is built at run time (see ``TabularModel``).
public protocol JSONCodable: Sendable {
  /// How values of this type are read, written, compared and stored.
  ///
  /// It is asked for once; what comes back is kept as long as the process lives.
  static var coding: ValueCoding { get }
}

/// A type that reads itself from JSON and writes itself as JSON.
///
/// ```swift
/// struct Percentage: JSONRepresentable, Hashable {
///   var fraction: Double
///   init(json: inout JSONReader) throws { fraction = try json.read(Double.self) / 100 }
///   func write(json: inout JSONWriter) throws { try json.write(fraction * 100) }
/// }
/// ```
///
/// Make it `Hashable` too: values of a type that is not are compared by their JSON.
public protocol JSONRepresentable: JSONCodable {
  /// Reads the next value.
  ///
  /// - Parameter json: the reader, at the value; exactly that value must be consumed.
  /// - Throws: `JSONDecodingError`, or any error that describes itself.
  init(json: inout JSONReader) throws

  /// Writes the value.
  ///
  /// - Parameter json: the writer.
  /// - Throws: `JSONEncodingError` where the value has no JSON form.
  func write(json: inout JSONWriter) throws
}

extension JSONRepresentable {
  public static var coding: ValueCoding { ValueCoding(Self.self) }
}

extension JSONRepresentable where Self: Hashable {
  public static var coding: ValueCoding { ValueCoding(Self.self) }
}

extension JSONReader {
  /// Reads the next value.
  ///
  /// - Parameter type: the type of the value.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError`, or what a type of your own throws.
  public mutating func read<Value: JSONCodable>(_ type: Value.Type = Value.self) throws -> Value {
    let known = Value.knownType
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      // The buffer has one element, hence an address.
      let storage = buffer.baseAddress!
      try FieldTable.decodePayload(
        FieldTable.Record.first(of: known),
        at: UnsafeMutableRawPointer(storage),
        json: &self
      )
      return storage.move()
    }
  }
}

extension JSONWriter {
  /// Writes a value.
  ///
  /// - Parameter value: the value.
  /// - Throws: `JSONEncodingError` where the value has no JSON form.
  public mutating func write<Value: JSONCodable>(_ value: Value) throws {
    let element = FieldTable.Record.first(of: Value.knownType)
    try withUnsafePointer(to: value) {
      try FieldTable.writePayload(element, UnsafeRawPointer($0), json: &self)
    }
  }
}
