/// A struct with a field table, from which everything else derives.
///
/// ```swift
/// struct Issue: Model {
///   var id: Int
///   var title: String?
///   static var coding: ValueCoding { fields(.init("id", \.id), .init("title", \.title)) }
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
public protocol TabularModel: JSONCodable {}

extension TabularModel {
  /// The coding of a model: its field table.
  ///
  /// Every stored property has to be named once. It is a programming error, found when the table is
  /// made at first use, to leave one out or to name it twice.
  ///
  /// - Parameter fields: the fields in the order of the document.
  /// - Returns: what `coding` has to be.
  public static func fields(_ fields: Field<Self>...) -> ValueCoding {
    coding(ModelTable(Self.self, fields, additional: nil))
  }

  /// The coding of a model that keeps the keys it does not know.
  ///
  /// - Parameters:
  ///   - fields: the fields in the order of the document.
  ///   - additional: the stored dictionary that takes all other keys.
  /// - Returns: what `coding` has to be.
  public static func fields<Value: JSONCodable>(
    _ fields: Field<Self>...,
    additional: KeyPath<Self, [String: Value]>
  ) -> ValueCoding {
    let offset = MemoryLayout<Self>.offset(of: additional) ?? -1
    return coding(ModelTable(Self.self, fields, additional: ([String: Value].self, offset)))
  }

  private static func coding(_ table: ModelTable) -> ValueCoding {
    var coding = ValueTreatment(
      Self.self,
      kind: .model,
      custom: nil,
      comparing: .model(table),
      shapes: { .object }
    )
    coding.model = table
    return ValueCoding(coding)
  }

  /// The table that `coding` holds.
  static var table: FieldTable {
    guard let model = knownType.pointee.coding.model else {
      preconditionFailure("the coding of \(Self.self) is not one that `fields` made")
    }
    return model.table
  }

  public static func == (left: Self, right: Self) -> Bool {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        table.areEqual(UnsafeRawPointer(left), UnsafeRawPointer(right))
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    withUnsafePointer(to: self) { Self.table.hash(UnsafeRawPointer($0), into: &hasher) }
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
