/// A struct with a field table, from which everything else derives.
///
/// ```swift
/// struct Issue: Model {
///   var id: Int
///   var title: String?
///   static let fields = Fields<Issue>(.init("id", \.id), .init("title", \.title))
/// }
/// ```
///
/// `fields` must name every stored property once. Decoding `{}` leaves optional properties nil:
/// default values belong to initializers, and an explicit null is never replaced.
public typealias Model = TabularModel & Hashable & Codable & CustomStringConvertible

/// What a ``Model`` brings itself: its field table.
///
/// It does not inherit from `Hashable` and the like, but has what they ask for. The standard
/// library's protocols are resilient, so a table of a conformance that leads to theirs has to be
/// built at run time, with code and caches in every type; its own tables are constants.
public protocol TabularModel: JSONCodable {
  /// The field table.
  static var fields: Fields<Self> { get }
}

extension TabularModel {
  public init(json: inout JSONReader) throws {
    self = try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      // The buffer has one element, hence an address.
      let storage = buffer.baseAddress!
      try Self.fields.table.decode(into: UnsafeMutableRawPointer(storage), json: &json)
      return storage.move()
    }
  }

  public func write(json: inout JSONWriter) throws {
    try withUnsafePointer(to: self) {
      try Self.fields.table.write(UnsafeRawPointer($0), json: &json)
    }
  }

  public static var coding: ValueCoding {
    ValueCoding(
      Self.self,
      kind: .model,
      model: Self.self,
      comparing: .model(Self.self),
      shapes: { .object }
    )
  }

  public static func == (left: Self, right: Self) -> Bool {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        fields.table.areEqual(UnsafeRawPointer(left), UnsafeRawPointer(right))
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    withUnsafePointer(to: self) { Self.fields.table.hash(UnsafeRawPointer($0), into: &hasher) }
  }

  /// The type's name and the JSON text, fields marked as sensitive left out.
  public var description: String {
    var options = JSONEncodingOptions()
    options.nonFinite = .strings
    options.redactsSensitive = true
    let text = try? JSONWriter.text(self, options: options)
    return "\(Self.self)(\(text ?? "…"))"
  }
}

extension TabularModel where Self: Hashable {
  // The standard library's are compiled anew into every type.
  public var hashValue: Int { Hashed(self).hashValue }
  public func _rawHashValue(seed: Int) -> Int { Hashed(self)._rawHashValue(seed: seed) }
}
