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
    /// An array.
    case array
    /// Anything else.
    case other
  }

  /// The treatment of the payload.
  var kind: Kind
  /// What is read and written: the value type itself, or what an optional or a box holds.
  var payload: any JSONCodable.Type
  /// The payload as a model.
  var model: (any TabularModel.Type)?
  /// The payload as an enum of texts.
  var texts: TextCases?
  /// The payload as an array.
  var array: ArrayCoding?
  /// The form of an absent key, if the value type has one.
  var absent: Absent?
  /// Whether the value is an optional of the payload: null is nil.
  var isOptional = false
  /// What the value holds, where it is a box: the payload, or the optional of it.
  var boxed: Boxed?
  /// Where an optional keeps the byte that tells nil apart; -1 where nil is a bit pattern that
  /// the payload does not use.
  var tagOffset = -1
  /// What the value holds, where it tells absence, null and a value apart.
  var nullable: Nullable?
  /// How payloads are compared and hashed, where the loops do not know it themselves.
  let comparing: Comparing
  /// How values are compared and hashed, with what wraps the payload.
  private(set) var whole: Comparing
  /// Which JSON types a value may have.
  var shapes: @Sendable () -> JSONShapes
  /// Whether the next value is one that the document lists; nil where it lists none.
  var isListed: (@Sendable (inout JSONReader) throws -> Bool)?

  /// The value that stands for a key that is not there, as nil does.
  struct Absent: Sendable {
    /// Initializes storage to it. It owns nothing: its bits are copied.
    let initialize: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Whether the value in storage is it.
    let isAbsent: @Sendable (UnsafeRawPointer) -> Bool

    init<Value: Omittable & Sendable>(_ type: Value.Type) {
      initialize = { storage in
        // Only a type that has the form gets here.
        if let absent = Value.absentForm { storage.initializeMemory(as: type, to: absent) }
      }
      isAbsent = { $0.assumingMemoryBound(to: type).pointee.isAbsent }
    }
  }

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
  public init<Value: JSONCodable & Hashable>(_ type: Value.Type) {
    self.init(type, shapes: { .any })
  }

  /// The coding of a type that has no special treatment, and whose values are compared by their
  /// JSON.
  ///
  /// - Parameter type: the type.
  public init<Value: JSONCodable>(_ type: Value.Type) {
    self.init(type, comparing: .byJSON(type), shapes: { .any })
  }

  init<Value: JSONCodable & Hashable>(
    _ type: Value.Type,
    kind: Kind = .other,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.init(type, kind: kind, comparing: .hashable(type), shapes: shapes)
  }

  init(
    _ type: any JSONCodable.Type,
    kind: Kind = .other,
    model: (any TabularModel.Type)? = nil,
    comparing: Comparing,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.kind = kind
    payload = type
    self.model = model
    self.comparing = comparing
    whole = comparing
    self.shapes = shapes
  }

  /// The coding of an optional.
  func optional<Wrapped: JSONCodable>(of type: Wrapped.Type) -> ValueCoding {
    let wrapped = shapes
    let comparing = Comparing.optional(of: type, whole)
    var coding = self
    coding.whole = comparing
    if isOptional || boxed != nil || type == JSONValue.self {
      coding = ValueCoding(Wrapped?.self, comparing: comparing, shapes: wrapped)
    } else {
      coding.isOptional = true
      let hasTag = MemoryLayout<Wrapped?>.size > MemoryLayout<Wrapped>.size
      coding.tagOffset = hasTag ? MemoryLayout<Wrapped>.size : -1
      coding.nullable = nil
    }
    coding.absent = Absent(Wrapped?.self)
    coding.shapes = { wrapped().union(.null) }
    coding.isListed = isListed
    return coding
  }

  /// The coding of a box.
  func boxed<Value: JSONCodable>(of type: Value.Type) -> ValueCoding {
    let comparing = Comparing.boxed(of: type, whole)
    var coding = self
    coding.whole = comparing
    if self.boxed != nil {
      coding = ValueCoding(Indirect<Value>.self, comparing: comparing, shapes: shapes)
      coding.isListed = isListed
    } else {
      coding.boxed = Boxed(type: Value.self, size: MemoryLayout<Value>.size)
      coding.nullable = nil
    }
    coding.absent = absent == nil ? nil : Absent(Indirect<Value>.self)
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
