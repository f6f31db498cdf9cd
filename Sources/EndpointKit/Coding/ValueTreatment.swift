/// How a field of some value type is stored, decoded, encoded and compared.
///
/// The loops over field tables handle the common types without going through their conformances:
/// scalars, models, open enums of strings, and optionals and boxes of these. Everything else goes
/// through the conformance.
struct ValueTreatment: Sendable {
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
  /// How the payload is read and written where the loops do not know it themselves.
  var custom: Custom?
  /// The payload as a model.
  var model: ModelTable?
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
  /// A value as a parameter; nil where that is made of its JSON form, or by `ParameterEncodable`.
  var parameter: (@Sendable (UnsafeRawPointer) -> ParameterValue)?

  /// How values are read and written.
  struct Custom: Sendable {
    /// Reads the next value into uninitialized storage.
    let read: @Sendable (UnsafeMutableRawPointer, inout JSONReader) throws -> Void
    /// Writes the value in storage.
    let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void
  }

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
    let wrapped: @Sendable () -> ValueTreatment
    /// See `ValueTreatment.tagOffset`.
    let tagOffset: Int
    /// Initializes storage to null.
    let initializeNull: @Sendable (UnsafeMutableRawPointer) -> Void
  }

  /// The treatment of a type that the loops do not know.
  init<Value: JSONRepresentable & Hashable>(_ type: Value.Type) {
    self.init(type, shapes: { .any })
  }

  /// The same for values that are compared by their JSON.
  init<Value: JSONRepresentable>(_ type: Value.Type) {
    self.init(type, custom: Custom(type), comparing: .byJSON(type), shapes: { .any })
  }

  init<Value: JSONRepresentable & Hashable>(
    _ type: Value.Type,
    kind: Kind = .other,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.init(
      type,
      kind: kind,
      custom: Custom(type),
      comparing: .hashable(type),
      shapes: shapes
    )
  }

  /// The treatment of an enum that travels as its raw value.
  init<Value: RawRepresentable & JSONCodable & Hashable>(
    enumeration type: Value.Type,
    kind: Kind = .other,
    read: @escaping @Sendable (inout JSONReader) throws -> Value
  ) where Value.RawValue: JSONCodable {
    self.init(
      type,
      kind: kind,
      custom: Custom(type, read: read),
      comparing: .hashable(type),
      shapes: Value.RawValue.knownType.pointee.coding.shapes
    )
    parameter = { ParameterValue($0.assumingMemoryBound(to: type).pointee.rawValue) }
  }

  init(
    _ type: any JSONCodable.Type,
    kind: Kind = .other,
    custom: Custom?,
    comparing: Comparing,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.kind = kind
    payload = type
    self.custom = custom
    self.comparing = comparing
    whole = comparing
    self.shapes = shapes
  }

  /// The coding of an optional.
  func optional<Wrapped: JSONCodable>(of type: Wrapped.Type) -> ValueTreatment {
    let wrapped = shapes
    let comparing = Comparing.optional(of: type, whole)
    var coding = self
    coding.whole = comparing
    if isOptional || boxed != nil || type == JSONValue.self {
      coding = ValueTreatment(
        Wrapped?.self,
        custom: Custom(Wrapped?.self),
        comparing: comparing,
        shapes: wrapped
      )
    } else {
      coding.isOptional = true
      let hasTag = MemoryLayout<Wrapped?>.size > MemoryLayout<Wrapped>.size
      coding.tagOffset = hasTag ? MemoryLayout<Wrapped>.size : -1
      coding.nullable = nil
    }
    coding.parameter = nil
    coding.absent = Absent(Wrapped?.self)
    coding.shapes = { wrapped().union(.null) }
    coding.isListed = isListed
    return coding
  }

  /// The coding of a box.
  func boxed<Value: JSONCodable>(of type: Value.Type) -> ValueTreatment {
    let comparing = Comparing.boxed(of: type, whole)
    var coding = self
    coding.whole = comparing
    if self.boxed != nil {
      coding = ValueTreatment(
        Indirect<Value>.self,
        custom: Custom(Indirect<Value>.self),
        comparing: comparing,
        shapes: shapes
      )
      coding.isListed = isListed
    } else {
      coding.boxed = Boxed(type: Value.self, size: MemoryLayout<Value>.size)
      coding.nullable = nil
    }
    coding.parameter = nil
    coding.absent = absent == nil ? nil : Absent(Indirect<Value>.self)
    return coding
  }
}

extension ValueTreatment.Custom {
  /// Reads and writes as the type itself does.
  init<Value: JSONRepresentable>(_ type: Value.Type) {
    self.init(
      read: { $0.initializeMemory(as: type, to: try Value(json: &$1)) },
      write: { try $0.assumingMemoryBound(to: type).pointee.write(json: &$1) }
    )
  }

  /// Writes raw values.
  init<Value: RawRepresentable & Sendable>(
    _ type: Value.Type,
    read: @escaping @Sendable (inout JSONReader) throws -> Value
  ) where Value.RawValue: JSONCodable {
    self.init(
      read: { $0.initializeMemory(as: type, to: try read(&$1)) },
      write: { try $1.write($0.assumingMemoryBound(to: type).pointee.rawValue) }
    )
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
