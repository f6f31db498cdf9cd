/// How a field of some value type is stored, decoded, encoded and compared.
///
/// The common scalar types have kinds of their own, which the loops over field tables handle
/// without an indirect call; everything else goes through the type's conformance.
public struct ValueCoding: Sendable {
  /// The treatment in the loops.
  enum Kind: UInt8, Sendable {
    case string, int, bool, double
    case optionalString, optionalInt, optionalBool, optionalDouble
    /// A struct with a field table, stored inline.
    case model
    /// Anything else.
    case other
  }

  var kind: Kind
  /// The value type.
  let type: any JSONCodable.Type
  /// The value type as a model, where the kind is `.model`.
  let model: (any Model.Type)?
  /// Which JSON types a value may have.
  let shapes: @Sendable () -> JSONShapes
  /// Whether the next value is one that the document lists; nil where it lists none.
  let isListed: (@Sendable (inout JSONReader) throws -> Bool)?

  /// The coding of a type that has no special treatment.
  ///
  /// - Parameter type: the type.
  public init(_ type: any JSONCodable.Type) {
    self.init(type, kind: .other)
  }

  init(
    _ type: any JSONCodable.Type,
    kind: Kind,
    model: (any Model.Type)? = nil,
    shapes: @escaping @Sendable () -> JSONShapes = { .any },
    isListed: (@Sendable (inout JSONReader) throws -> Bool)? = nil
  ) {
    self.kind = kind
    self.type = type
    self.model = model
    self.shapes = shapes
    self.isListed = isListed
  }
}

/// A set of JSON types.
struct JSONShapes: OptionSet, Sendable {
  var rawValue: UInt8

  static let null = JSONShapes(rawValue: 1)
  static let bool = JSONShapes(rawValue: 2)
  static let integer = JSONShapes(rawValue: 4)
  static let fraction = JSONShapes(rawValue: 8)
  static let string = JSONShapes(rawValue: 16)
  static let array = JSONShapes(rawValue: 32)
  static let object = JSONShapes(rawValue: 64)
  static let number: JSONShapes = [.integer, .fraction]
  static let any: JSONShapes = [.null, .bool, .number, .string, .array, .object]
}
