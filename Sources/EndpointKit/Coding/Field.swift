/// How a field differs from the plain case.
@frozen
public struct FieldOptions: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The key is required and its value may be null: nil is written as null, and a missing key is
  /// an error.
  @inlinable public static var nullable: FieldOptions { FieldOptions(rawValue: 1) }
  /// The value is a secret: descriptions show a mark in its place.
  @inlinable public static var sensitive: FieldOptions { FieldOptions(rawValue: 2) }
}

/// One property of a model: its JSON key and where it is stored.
///
/// It is made of constants, and small: every property of every model has one, in code.
@frozen
public struct Field<Root>: @unchecked Sendable {
  /// The JSON key, in memory of the program that is never freed.
  @usableFromInline let keyStart: UnsafePointer<UInt8>
  /// The type of the property, or what it is an optional of.
  @usableFromInline let valueType: any JSONCodable.Type
  /// Where the model keeps the property; negative where it is no stored one.
  @usableFromInline let offset: Int32
  @usableFromInline let keyLength: UInt16
  @usableFromInline let options: FieldOptions
  @usableFromInline let isOptional: Bool

  /// Makes a field.
  ///
  /// A value type with a form for an absent key (an optional, `Nullable`) makes the key optional;
  /// any other makes it required.
  ///
  /// - Parameters:
  ///   - key: the JSON key, of at most 65,535 bytes.
  ///   - property: a *stored* property of the model; of a wrapped property the wrapper (`\._user`).
  ///   - options: how the field differs from the plain case.
  @inlinable
  @inline(__always)
  public init<Value: JSONCodable>(
    _ key: StaticString,
    _ property: KeyPath<Root, Value>,
    _ options: FieldOptions = []
  ) {
    self.init(
      key,
      // Inlined, the key path is no more than a number.
      offset: MemoryLayout<Root>.offset(of: property),
      Value.self,
      options,
      isOptional: false
    )
  }

  /// Makes a field that may be left out.
  ///
  /// It is what `init` makes of an optional property, in less code.
  ///
  /// - Parameters:
  ///   - key: the JSON key, of at most 65,535 bytes.
  ///   - property: a *stored* property of the model.
  /// - Returns: the field.
  @inlinable
  @inline(__always)
  public static func optional<Value: JSONCodable>(
    _ key: StaticString,
    _ property: KeyPath<Root, Value?>
  ) -> Field {
    let offset = MemoryLayout<Root>.offset(of: property)
    return Field(key, offset: offset, Value.self, [], isOptional: true)
  }

  /// Makes a field whose key is required and whose value may be null.
  ///
  /// Nil is written as null, and a missing key is an error.
  ///
  /// - Parameters:
  ///   - key: the JSON key, of at most 65,535 bytes.
  ///   - property: a *stored* property of the model.
  /// - Returns: the field.
  @inlinable
  @inline(__always)
  public static func nullable<Value: JSONCodable>(
    _ key: StaticString,
    _ property: KeyPath<Root, Value?>
  ) -> Field {
    let offset = MemoryLayout<Root>.offset(of: property)
    return Field(key, offset: offset, Value.self, .nullable, isOptional: true)
  }

  @inlinable
  @inline(__always)
  init<Value: JSONCodable>(
    _ key: StaticString,
    offset: Int?,
    _ type: Value.Type,
    _ options: FieldOptions,
    isOptional: Bool
  ) {
    keyStart = key.utf8Start
    keyLength = UInt16(key.utf8CodeUnitCount)
    self.offset = Int32(offset ?? -1)
    self.options = options
    self.isOptional = isOptional
    valueType = type
  }

  /// The bytes of the key.
  var key: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: keyStart, count: Int(keyLength))
  }

  /// The type of the property.
  var type: any JSONCodable.Type { isOptional ? Self.optional(of: valueType) : valueType }

  private static func optional<Value: JSONCodable>(of type: Value.Type) -> any JSONCodable.Type {
    Value?.self
  }
}
