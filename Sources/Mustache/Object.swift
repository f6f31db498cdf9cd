/// Keys and their values: what a view model is made of.
///
/// Keys are looked up by comparing integers computed once a shape, so that an object costs one
/// array and a look-up costs no hashing.
public struct Object: Sendable {
  /// The keys, in order.
  public let shape: Shape
  /// The values, in the order of the shape's keys.
  public let values: [Value]

  /// Makes an object of a known shape.
  ///
  /// - Parameters:
  ///   - shape: The keys.
  ///   - values: One value a key, in the same order; any other number is a programming error.
  public init(_ shape: Shape, _ values: [Value]) {
    precondition(
      shape.names.count == values.count,
      "A shape of \(shape.names.count) keys was given \(values.count) values: \(shape.names)"
    )
    self.shape = shape
    self.values = values
  }

  /// Makes an object from names and values; of a repeated name the first counts.
  public init(_ pairs: [(String, Value)]) {
    self.shape = Shape(pairs.map(\.0))
    self.values = pairs.map(\.1)
  }

  /// The value of a key, or nil where the object has no such key.
  public subscript(name: String) -> Value? {
    shape.slot(id: Shape.id(of: name), name: name).map { values[$0] }
  }
}

/// The ordered keys of all objects of one kind, prepared once.
///
/// ```swift
/// private static let property = Shape("name", "type", "isOptional")
/// let value = property(.string(name), .string(type), .bool(isOptional))
/// ```
public final class Shape: Sendable {
  /// The key names, in order.
  public let names: [String]
  let ids: [UInt64]

  /// Prepares the keys of one kind of object; of a repeated name the first counts.
  public init(_ names: [String]) {
    self.names = names
    self.ids = names.map(Shape.id)
  }

  /// Prepares the keys of one kind of object.
  public convenience init(_ names: String...) {
    self.init(names)
  }

  /// Makes an object value of this shape.
  ///
  /// - Parameter values: One value a key, in the order of `names`.
  public func callAsFunction(_ values: Value...) -> Value {
    .object(Object(self, values))
  }

  /// The position of a key.
  ///
  /// The name is compared after the id has matched: two names may share an id, and a template
  /// must not then read the wrong value.
  @inline(__always)
  func slot(id: UInt64, name: String) -> Int? {
    var index = 0
    let count = ids.count
    while index < count {
      if ids[index] == id && names[index] == name { return index }
      index += 1
    }
    return nil
  }

  /// The 64-bit FNV-1a hash of a name.
  static func id(of name: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}
