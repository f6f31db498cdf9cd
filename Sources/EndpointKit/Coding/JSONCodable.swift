/// A type that can be read from JSON and written as JSON.
///
/// Everything that travels conforms: scalars, collections of what conforms, models, open enums,
/// unions, `JSONValue`. Conform a type of your own by writing `init(json:)` and `write(json:)`, and
/// make it `Hashable` too: values of a type that is not are compared by their JSON.
///
/// The protocol inherits from none of the standard library's: a conformance to one that does costs
/// every type a table that is built at run time (see ``TabularModel``).
public protocol JSONCodable: ParameterEncodable, Sendable {
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

  /// How fields of this type are stored and treated.
  static var coding: ValueCoding { get }
}

extension JSONCodable {
  public static var coding: ValueCoding { ValueCoding(Self.self) }
}

extension JSONCodable where Self: Hashable {
  public static var coding: ValueCoding { ValueCoding(Self.self) }
}
