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
public protocol Model: JSONCodable, Codable, CustomStringConvertible {
  /// The field table.
  static var fields: Fields<Self> { get }
}

extension Model {
  public init(json: inout JSONReader) throws {
    self = try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { buffer in
      // The buffer has one element, hence an address.
      let storage = buffer.baseAddress!
      try Self.fields.table.decode(into: UnsafeMutableRawPointer(storage), json: &json)
      return storage.move()
    }
  }

  public static func decode(
    into storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    try fields.table.decode(into: storage, json: &json)
  }

  public func write(json: inout JSONWriter) throws {
    try withUnsafePointer(to: self) {
      try Self.fields.table.write(UnsafeRawPointer($0), json: &json)
    }
  }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .model, model: Self.self, shapes: { .object })
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
