/// How a field differs from the plain case.
public struct FieldOptions: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The key is required and its value may be null: nil is written as null, and a missing key is
  /// an error.
  public static let nullable = FieldOptions(rawValue: 1)
  /// The value is a secret: descriptions show a mark in its place.
  public static let sensitive = FieldOptions(rawValue: 2)
}

/// One property of a model: its JSON key and where it is stored.
public struct Field<Root>: Sendable {
  let key: StaticString
  let offset: Int?
  let options: FieldOptions
  let type: any JSONCodable.Type

  /// Makes a field.
  ///
  /// A value type with a form for an absent key (an optional, `Nullable`) makes the key optional;
  /// any other makes it required.
  ///
  /// - Parameters:
  ///   - key: the JSON key.
  ///   - property: a *stored* property of the model; of a wrapped property the wrapper (`\._user`).
  ///   - options: how the field differs from the plain case.
  public init<Value: JSONCodable>(
    _ key: StaticString,
    _ property: KeyPath<Root, Value>,
    _ options: FieldOptions = []
  ) {
    self.key = key
    self.offset = MemoryLayout<Root>.offset(of: property)
    self.options = options
    self.type = Value.self
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
      additional: ([String: Value].self, MemoryLayout<Root>.offset(of: additional))
    )
  }
}
