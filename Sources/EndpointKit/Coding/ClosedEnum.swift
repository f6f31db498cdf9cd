/// An enum of the values a document lists, and of no others.
///
/// ```swift
/// enum State: ClosedEnum {
///   case open, closed
///   var rawValue: String { switch self { case .open: "open" … } }
/// }
/// ```
///
/// A value that is not listed fails to decode, and with it what holds it: a service that adds one
/// breaks its clients. `OpenEnum`, which keeps such values, is what the generator writes unless its
/// configuration closes enums. Values are compared byte by byte: texts that Unicode calls equivalent
/// stay apart.
public protocol ClosedEnum: JSONCodable, RawRepresentable, Hashable, Codable, CaseIterable
where RawValue: JSONCodable & Hashable {}

extension ClosedEnum {
  /// Makes the listed case of a raw value; nil where it is not listed.
  ///
  /// - Parameter rawValue: the raw value.
  public init?(rawValue: RawValue) {
    let text = rawValue as? String
    let found = Self.allCases.first { item in
      guard let text, let own = item.rawValue as? String else { return item.rawValue == rawValue }
      return own.hasSameBytes(as: text)
    }
    guard let found else { return nil }
    self = found
  }

  public init(json: inout JSONReader) throws {
    let start = json.checkpoint
    guard let value = Self(rawValue: try json.read()) else {
      json.rewind(to: start)
      throw json.invalidValue("\(Self.self) has no such value; it has \(Self.listing)")
    }
    self = value
  }

  public func write(json: inout JSONWriter) throws { try json.write(rawValue) }

  public static var coding: ValueCoding {
    var coding = ValueTreatment(enumeration: Self.self) { try Self(json: &$0) }
    coding.isListed = { Self(rawValue: try $0.read()) != nil }
    return ValueCoding(coding)
  }

  public init(from decoder: any Decoder) throws {
    self = try JSONValue(from: decoder).decode(Self.self, in: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try JSONValue(encoding: self).encode(to: encoder)
  }

  /// The first listed values, for a message.
  private static var listing: String {
    let limit = 10
    let values = allCases.prefix(limit).map { "\($0.rawValue)" }.joined(separator: ", ")
    return allCases.count > limit ? values + ", …" : values
  }
}
