/// The heap storage behind `Indirect`: raw memory that knows the type of the value in it.
///
/// It is not generic, so that decoding can make one without looking up metadata. A box is changed
/// only while it is uniquely referenced; a struct that holds one may be sent wherever its value
/// may.
final class Box: ManagedBuffer<Box.Header, Box.Unit> {
  struct Header {
    /// The type of the value.
    let type: any JSONCodable.Type
    /// Whether there is a value yet.
    var isInitialized: Bool
  }

  /// The unit of allocation, aligned as strictly as any value here.
  typealias Unit = SIMD2<UInt64>

  /// Makes a box for a value, still to be initialized.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - size: its size in bytes.
  static func make(_ type: any JSONCodable.Type, size: Int) -> Box {
    let units = (size + MemoryLayout<Unit>.size - 1) / MemoryLayout<Unit>.size
    let box = Box.create(minimumCapacity: units) { _ in
      Header(type: type, isInitialized: false)
    }
    // The class method makes an instance of the class it is called on.
    return unsafeDowncast(box, to: Box.self)
  }

  static func make<Value: JSONCodable>(_ value: Value) -> Box {
    let box = make(Value.self, size: MemoryLayout<Value>.size)
    box.storage.initializeMemory(as: Value.self, to: value)
    box.header.isInitialized = true
    return box
  }

  /// The memory of the value.
  var storage: UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
  }

  /// The value; `type` must be that of the header.
  func pointer<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
    storage.assumingMemoryBound(to: Value.self)
  }

  deinit {
    guard header.isInitialized else { return }
    FieldTable.destroy(header.type, at: storage)
  }
}

/// A property kept outside of its struct, behind one reference.
///
/// The generator puts it on properties of wide or recursive types. Reading and writing are as
/// without it: a shared value is copied when it is changed. Initializers set the wrapper
/// (`_parent = Indirect(parent)`): an initializer from the plain value would be compiled anew for
/// each property.
@propertyWrapper
public struct Indirect<Value: JSONCodable>: @unchecked Sendable {
  /// Nil stands for the absent form of an optional value.
  private var box: Box?

  /// Boxes a value.
  ///
  /// - Parameter value: the value; nil takes no storage.
  public init(_ value: Value) {
    if !value.isOmitted { box = Box.make(value) }
  }

  public var wrappedValue: Value {
    get {
      // A value is kept without a box only where it is the absent form, which then exists.
      if let box { box.pointer(to: Value.self).pointee } else { Value.omitted! }
    }
    set {
      if isKnownUniquelyReferenced(&box), let box, !newValue.isOmitted {
        box.pointer(to: Value.self).pointee = newValue
      } else {
        self = Indirect(newValue)
      }
    }
  }
}

extension Indirect where Value: ExpressibleByNilLiteral {
  /// Boxes nil.
  public init() { box = nil }
}

extension Indirect {
  /// Whether both share one box, or have none.
  func isSame(as other: Self) -> Bool { box === other.box }
}

extension Indirect: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    if Value.omitted != nil, try json.readNull() { return }
    box = Box.make(try json.read(Value.self))
  }

  public func write(json: inout JSONWriter) throws {
    if let box {
      try json.write(box.pointer(to: Value.self).pointee)
    } else {
      json.writeNull()
    }
  }

  public var parameterValue: ParameterValue { ParameterValue(wrappedValue) }

  public static var coding: ValueCoding {
    ValueCoding(Value.knownType.pointee.coding.boxed(of: Value.self))
  }
}

extension Indirect: Omittable {
  static var absentForm: Self? { Value.omitted.map { Indirect($0) } }
  var isAbsent: Bool { box == nil }
}

extension Indirect: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.isSame(as: right) || left.wrappedValue == right.wrappedValue
  }
}

extension Indirect: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
