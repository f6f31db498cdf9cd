/// A type that can be read from JSON.
public protocol JSONDecodable {
  /// Reads the next value.
  ///
  /// - Parameter json: the reader, at the value; exactly that value must be consumed.
  /// - Throws: `JSONDecodingError`, or any error that describes itself.
  init(json: inout JSONReader) throws

  /// Reads the next value into uninitialized storage.
  ///
  /// The default goes through `init(json:)`; containers and models fill the storage in place.
  ///
  /// - Parameters:
  ///   - storage: uninitialized memory, sized and aligned for `Self`; it is initialized when the
  ///     call returns, and uninitialized when it throws.
  ///   - json: the reader, at the value.
  /// - Throws: as `init(json:)`.
  static func decode(into storage: UnsafeMutableRawPointer, json: inout JSONReader) throws
}

extension JSONDecodable {
  public static func decode(
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    storage.initializeMemory(as: Self.self, to: try Self(json: &json))
  }
}

/// A type that can be written as JSON.
public protocol JSONEncodable {
  /// Writes the value.
  ///
  /// - Parameter json: the writer.
  /// - Throws: `JSONEncodingError` where the value has no JSON form.
  func write(json: inout JSONWriter) throws
}

/// A type that fields of models, bodies and parameters can have.
///
/// Everything that travels conforms: scalars, collections of what conforms, models, open enums,
/// unions, `JSONValue`. Conform a type of your own by writing `init(json:)` and `write(json:)`.
public protocol JSONCodable: JSONDecodable, JSONEncodable, ParameterEncodable, Hashable, Sendable {
  /// How fields of this type are stored and treated.
  static var coding: ValueCoding { get }

  /// The value that stands for a key that is not there; nil where the key has to be there.
  ///
  /// Optionals and `Nullable` have one. It must own nothing: its bits are copied.
  static var absentForm: Self? { get }

  /// Whether a value stands for a key that is not there.
  static func isAbsent(_ value: Self) -> Bool
}

extension JSONCodable {
  public static var coding: ValueCoding { ValueCoding(Self.self) }
  public static var absentForm: Self? { nil }
  public static func isAbsent(_ value: Self) -> Bool { false }
}
