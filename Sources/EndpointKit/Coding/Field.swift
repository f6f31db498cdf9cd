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
  @usableFromInline let type: any JSONCodable.Type
  /// Where the model keeps the property; negative where it is no stored one.
  @usableFromInline let offset: Int32
  @usableFromInline let keyLength: UInt16
  @usableFromInline let options: FieldOptions

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
    keyStart = key.utf8Start
    keyLength = UInt16(key.utf8CodeUnitCount)
    // Inlined, the key path is no more than a number.
    offset = Int32(MemoryLayout<Root>.offset(of: property) ?? -1)
    self.options = options
    type = Value.self
  }

  /// The bytes of the key.
  var key: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: keyStart, count: Int(keyLength))
  }
}

/// The field table of a model: every stored property once, in the order of the document.
///
/// Decoding, encoding, `Codable`, equality, hashing, descriptions and form fields all derive from
/// it. The order is the order of the keys in what is written; decoding is fastest where documents
/// follow it, and correct in any order.
public struct Fields<Root>: Sendable {
  let table: FieldTable

  /// Makes a table.
  ///
  /// It is a programming error, found when the table is made, to leave out a stored property or
  /// to name one twice.
  ///
  /// - Parameter fields: the fields in the order of the document.
  public init(_ fields: Field<Root>...) {
    table = FieldTable(Root.self, fields, additional: nil)
  }

  /// Makes a table of a model that keeps the keys it does not know.
  ///
  /// - Parameters:
  ///   - fields: the fields in the order of the document.
  ///   - additional: the stored dictionary that takes all other keys.
  public init<Value: JSONCodable>(
    _ fields: Field<Root>...,
    additional: KeyPath<Root, [String: Value]>
  ) {
    table = FieldTable(
      Root.self,
      fields,
      additional: ([String: Value].self, MemoryLayout<Root>.offset(of: additional) ?? -1)
    )
  }
}
