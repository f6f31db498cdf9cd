/// The heap storage behind `Indirect`.
///
/// The value is decoded in place, hence the header: it says whether the element is initialized.
/// A box is changed only while it is uniquely referenced, so that a struct that holds one may be
/// sent wherever its value may.
final class Box<Value>: ManagedBuffer<Bool, Value> {
  /// Makes a box whose value `initialize` puts into place.
  static func make(
    _ initialize: (UnsafeMutablePointer<Value>) throws -> Void
  ) rethrows -> Box<Value> {
    // The class method makes an instance of the class it is called on.
    let box = unsafeDowncast(
      Box<Value>.create(minimumCapacity: 1) { _ in false },
      to: Box<Value>.self
    )
    try box.withUnsafeMutablePointers { isInitialized, value in
      try initialize(value)
      isInitialized.pointee = true
    }
    return box
  }

  var value: Value {
    get { withUnsafeMutablePointerToElements { $0.pointee } }
    set { withUnsafeMutablePointerToElements { $0.pointee = newValue } }
  }

  deinit {
    withUnsafeMutablePointers { isInitialized, value in
      if isInitialized.pointee { value.deinitialize(count: 1) }
    }
  }
}

/// A property kept outside of its struct, behind one reference.
///
/// The generator puts it on properties of wide or recursive types. Reading and writing are as
/// without it: a shared value is copied when it is changed.
@propertyWrapper
public struct Indirect<Value: JSONCodable>: @unchecked Sendable {
  /// Nil stands for the absent form of an optional value.
  private var box: Box<Value>?

  public init(wrappedValue: Value) { self.init(wrappedValue) }

  /// Boxes a value.
  ///
  /// - Parameter value: the value; nil takes no storage.
  public init(_ value: Value) {
    if !Value.isAbsent(value) { box = Box.make { $0.initialize(to: value) } }
  }

  public var wrappedValue: Value {
    get {
      // A value is kept without a box only where it is the absent form, which then exists.
      if let box { box.value } else { Value.absentForm! }
    }
    set {
      if isKnownUniquelyReferenced(&box), let box {
        box.value = newValue
      } else {
        self = Indirect(newValue)
      }
    }
  }
}

extension Indirect: JSONCodable {
  public init(json: inout JSONReader) throws {
    if Value.absentForm != nil, try json.readNull() { return }
    box = try Box.make { try Value.decode(into: UnsafeMutableRawPointer($0), json: &json) }
  }

  public func write(json: inout JSONWriter) throws {
    if let box {
      try box.withUnsafeMutablePointerToElements { try $0.pointee.write(json: &json) }
    } else {
      json.writeNull()
    }
  }

  public var parameterValue: ParameterValue { wrappedValue.parameterValue }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: Value.coding.shapes)
  }
  public static var absentForm: Self? { Value.absentForm.map { Indirect($0) } }
  public static func isAbsent(_ value: Self) -> Bool { value.box == nil }
}

extension Indirect: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
