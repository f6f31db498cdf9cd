/// A property whose absence, null and value are three different things.
///
/// As a property wrapper it reads as a plain optional: `issue.milestone` is nil for null and for
/// absence. Assigning nil writes an explicit null; `issue.$milestone` is the full form, and
/// `issue.$milestone = .absent` leaves the key out.
@propertyWrapper
public enum Nullable<Wrapped: JSONCodable>: Sendable, ExpressibleByNilLiteral {
  /// The key is left out.
  case absent
  /// The key is there with the value null.
  case null
  /// The key is there with a value.
  case value(Wrapped)

  /// A value, or null for nil.
  ///
  /// - Parameter wrappedValue: the value.
  public init(wrappedValue: Wrapped?) { self.init(wrappedValue) }

  /// A value, or null for nil.
  ///
  /// - Parameter value: the value.
  public init(_ value: Wrapped?) { self = value.map(Nullable.value) ?? .null }

  /// An explicit null.
  public init(nilLiteral: ()) { self = .null }

  /// The value; nil for null and for absence. Assigning nil makes it null.
  public var wrappedValue: Wrapped? {
    get { if case .value(let value) = self { value } else { nil } }
    set { self = Nullable(newValue) }
  }

  /// The full form.
  public var projectedValue: Nullable<Wrapped> {
    get { self }
    set { self = newValue }
  }
}

extension Nullable: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    self = try json.readNull() ? .null : .value(json.read(Wrapped.self))
  }

  public func write(json: inout JSONWriter) throws {
    if case .value(let value) = self { try json.write(value) } else { json.writeNull() }
  }

  public var parameterValue: ParameterValue {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): ParameterValue(value)
    }
  }

  public static var coding: ValueCoding {
    let wrapped = Wrapped.knownType.pointee.coding
    var coding = ValueTreatment(
      Self.self,
      custom: .init(Self.self),
      comparing: .nullable(Self.self, { $0 }, wrapped.whole),
      shapes: { wrapped.shapes().union(.null) }
    )
    let hasTag = MemoryLayout<Self>.size > MemoryLayout<Wrapped>.size
    coding.nullable = ValueTreatment.Nullable(
      wrapped: { wrapped },
      tagOffset: hasTag ? MemoryLayout<Wrapped>.size : -1,
      initializeNull: { $0.initializeMemory(as: Self.self, to: .null) }
    )
    coding.absent = ValueTreatment.Absent(Self.self)
    return ValueCoding(coding)
  }
}

extension Nullable: Omittable {
  static var absentForm: Self? { .absent }
  var isAbsent: Bool { if case .absent = self { true } else { false } }
}

extension Nullable: Equatable where Wrapped: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.absent, .absent), (.null, .null): true
    case (.value(let left), .value(let right)): left == right
    default: false
    }
  }
}

extension Nullable: Hashable where Wrapped: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .absent: hasher.combine(0)
    case .null: hasher.combine(1)
    case .value(let value):
      hasher.combine(2)
      hasher.combine(value)
    }
  }
}

/// `Nullable` kept outside of its struct, behind one reference.
@propertyWrapper
public struct IndirectNullable<Wrapped: JSONCodable>: @unchecked Sendable {
  private enum Storage {
    case absent
    case null
    case box(Box)
  }

  private var storage: Storage

  /// A value, or null for nil.
  ///
  /// - Parameter wrappedValue: the value.
  public init(wrappedValue: Wrapped?) { self.init(Nullable(wrappedValue)) }

  /// Boxes the full form.
  ///
  /// - Parameter value: absence, null or a value.
  public init(_ value: Nullable<Wrapped>) {
    switch value {
    case .absent: storage = .absent
    case .null: storage = .null
    case .value(let value): storage = .box(Box.make(value))
    }
  }

  /// The value; nil for null and for absence. Assigning nil makes it null.
  public var wrappedValue: Wrapped? {
    get { if case .box(let box) = storage { box.pointer(to: Wrapped.self).pointee } else { nil } }
    set { self = IndirectNullable(Nullable(newValue)) }
  }

  /// The full form.
  public var projectedValue: Nullable<Wrapped> {
    get {
      switch storage {
      case .absent: .absent
      case .null: .null
      case .box(let box): .value(box.pointer(to: Wrapped.self).pointee)
      }
    }
    set { self = IndirectNullable(newValue) }
  }
}

extension IndirectNullable: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    if try json.readNull() {
      storage = .null
    } else {
      storage = .box(Box.make(try json.read(Wrapped.self)))
    }
  }

  public func write(json: inout JSONWriter) throws {
    if case .box(let box) = storage {
      try json.write(box.pointer(to: Wrapped.self).pointee)
    } else {
      json.writeNull()
    }
  }

  public var parameterValue: ParameterValue { projectedValue.parameterValue }

  public static var coding: ValueCoding {
    let wrapped = Wrapped.knownType.pointee.coding
    var coding = ValueTreatment(
      Self.self,
      custom: .init(Self.self),
      comparing: .nullable(Self.self, \.projectedValue, wrapped.whole),
      shapes: { wrapped.shapes().union(.null) }
    )
    coding.nullable = ValueTreatment.Nullable(
      wrapped: { wrapped.boxed(of: Wrapped.self) },
      tagOffset: -1,
      initializeNull: { $0.initializeMemory(as: Self.self, to: IndirectNullable(.null)) }
    )
    coding.absent = ValueTreatment.Absent(Self.self)
    return ValueCoding(coding)
  }
}

extension IndirectNullable: Omittable {
  static var absentForm: Self? { IndirectNullable(.absent) }
  var isAbsent: Bool { if case .absent = storage { true } else { false } }
}

extension IndirectNullable: Equatable where Wrapped: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.absent, .absent), (.null, .null): true
    case (.box(let left), .box(let right)):
      left === right
        || left.pointer(to: Wrapped.self).pointee == right.pointer(to: Wrapped.self).pointee
    default: false
    }
  }
}

extension IndirectNullable: Hashable where Wrapped: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(projectedValue) }
}
