/// How a field of some value type is stored, decoded, encoded and compared.
///
/// The loops over field tables handle the common types without going through their conformances:
/// scalars, models, open enums of strings, and optionals and boxes of these. Everything else goes
/// through the conformance.
public struct ValueCoding: Sendable {
  /// The treatment of a payload in the loops.
  enum Kind: UInt8, Sendable {
    case string, int, bool, double
    /// A struct with a field table.
    case model
    /// An enum whose cases are found by their texts.
    case textEnum
    /// Anything else.
    case other
  }

  /// The treatment of the payload.
  var kind: Kind
  /// What is read and written: the value type itself, or what an optional or a box holds.
  var payload: any JSONCodable.Type
  /// The payload as a model.
  var model: (any Model.Type)?
  /// The payload as an enum of texts.
  var texts: TextCases?
  /// Whether the value is an optional of the payload: null is nil.
  var isOptional = false
  /// What the value holds, where it is a box: the payload, or the optional of it.
  var boxed: Boxed?
  /// Where an optional keeps the byte that tells nil apart; -1 where nil is a bit pattern that
  /// the payload does not use.
  var tagOffset = -1
  /// What the value holds, where it tells absence, null and a value apart.
  var nullable: Nullable?
  /// Which JSON types a value may have.
  var shapes: @Sendable () -> JSONShapes
  /// Whether the next value is one that the document lists; nil where it lists none.
  var isListed: (@Sendable (inout JSONReader) throws -> Bool)?

  /// What a box holds.
  struct Boxed: Sendable {
    let type: any JSONCodable.Type
    let size: Int
  }

  /// What a `Nullable` holds. Its storage is that of the value, as in an optional.
  struct Nullable: Sendable {
    let wrapped: @Sendable () -> ValueCoding
    /// See `ValueCoding.tagOffset`.
    let tagOffset: Int
    /// Initializes storage to null.
    let initializeNull: @Sendable (UnsafeMutableRawPointer) -> Void
  }

  /// The coding of a type that has no special treatment.
  ///
  /// - Parameter type: the type.
  public init(_ type: any JSONCodable.Type) {
    self.init(type, shapes: { .any })
  }

  init(
    _ type: any JSONCodable.Type,
    kind: Kind = .other,
    model: (any Model.Type)? = nil,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.kind = kind
    payload = type
    self.model = model
    self.shapes = shapes
  }

  /// The coding of an optional.
  func optional<Wrapped: JSONCodable>(of type: Wrapped.Type) -> ValueCoding {
    let wrapped = shapes
    var coding = self
    if isOptional || boxed != nil || type == JSONValue.self {
      coding = ValueCoding(Wrapped?.self, shapes: wrapped)
    } else {
      coding.isOptional = true
      let hasTag = MemoryLayout<Wrapped?>.size > MemoryLayout<Wrapped>.size
      coding.tagOffset = hasTag ? MemoryLayout<Wrapped>.size : -1
      coding.nullable = nil
    }
    coding.shapes = { wrapped().union(.null) }
    coding.isListed = isListed
    return coding
  }

  /// The coding of a box.
  func boxed<Value: JSONCodable>(of type: Value.Type) -> ValueCoding {
    var coding = self
    if self.boxed != nil {
      coding = ValueCoding(Indirect<Value>.self, shapes: shapes)
      coding.isListed = isListed
    } else {
      coding.boxed = Boxed(type: Value.self, size: MemoryLayout<Value>.size)
      coding.nullable = nil
    }
    return coding
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
