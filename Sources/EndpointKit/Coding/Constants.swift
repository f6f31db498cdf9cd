// The wrappers of properties that only arrive. A setter that nobody calls would still be compiled
// into every model: itself, the two halves of its modify accessor and one for key paths.

/// An ``Indirect`` property that cannot be set.
@propertyWrapper
public struct IndirectConstant<Value: JSONCodable>: Sendable {
  /// Where the value is; a field of the model names it (`\._parent.stored`).
  public let stored: Indirect<Value>

  /// Boxes a value.
  ///
  /// - Parameter value: the value; nil takes no storage.
  public init(_ value: Value) { stored = Indirect(value) }

  public var wrappedValue: Value { stored.wrappedValue }
}

/// A ``Nullable`` property that cannot be set.
@propertyWrapper
public struct NullableConstant<Wrapped: JSONCodable>: Sendable {
  /// The full form; a field of the model names it (`\._note.stored`).
  public let stored: Nullable<Wrapped>

  /// Keeps a value.
  ///
  /// - Parameter value: absence, null or a value.
  public init(_ value: Nullable<Wrapped>) { stored = value }

  /// The value; nil for null and for absence.
  public var wrappedValue: Wrapped? { stored.wrappedValue }

  /// The full form.
  public var projectedValue: Nullable<Wrapped> { stored }
}

/// An ``IndirectNullable`` property that cannot be set.
@propertyWrapper
public struct IndirectNullableConstant<Wrapped: JSONCodable>: Sendable {
  /// Where the value is; a field of the model names it (`\._note.stored`).
  public let stored: IndirectNullable<Wrapped>

  /// Boxes the full form.
  ///
  /// - Parameter value: absence, null or a value.
  public init(_ value: Nullable<Wrapped>) { stored = IndirectNullable(value) }

  /// The value; nil for null and for absence.
  public var wrappedValue: Wrapped? { stored.wrappedValue }

  /// The full form.
  public var projectedValue: Nullable<Wrapped> { stored.projectedValue }
}
