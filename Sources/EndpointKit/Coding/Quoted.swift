/// A number or boolean that travels inside a JSON string, as 64-bit integers often do.
///
/// As a property wrapper it reads as the plain value, optional or not. Reading accepts the bare
/// form too; writing quotes.
@propertyWrapper
public struct Quoted<Value: QuotedValue>: JSONRepresentable, ParameterEncodable, Hashable {
  /// The plain value.
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps a value.
  ///
  /// - Parameter value: the plain value.
  public init(_ value: Value) { wrappedValue = value }

  public init(json: inout JSONReader) throws {
    json.skipWhitespace()
    let start = json.checkpoint
    guard try json.peek() == .string else {
      wrappedValue = try json.read(Value.self)
      return
    }
    guard let value = Value(quoted: try json.readString()) else {
      json.rewind(to: start)
      throw json.invalidValue("expected a string that holds a value of \(Value.self)")
    }
    wrappedValue = value
  }

  public func write(json: inout JSONWriter) throws {
    if let text = wrappedValue.quotedText { json.writeString(text) } else { json.writeNull() }
  }

  public var parameterValue: ParameterValue { ParameterValue(wrappedValue) }

  public static var coding: ValueCoding {
    var coding = ValueTreatment(
      Self.self,
      shapes: { Value.knownType.pointee.coding.shapes().union(.string) }
    )
    if Value.knownType.pointee.coding.absent != nil {
      coding.absent = ValueTreatment.Absent(Self.self)
    }
    return ValueCoding(coding)
  }
}

extension Quoted: Omittable {
  static var absentForm: Self? { Value.omitted.map { Quoted($0) } }
  var isAbsent: Bool { wrappedValue.isOmitted }
}

/// A type that `Quoted` can wrap.
public protocol QuotedValue: JSONCodable, Hashable {
  /// Reads the text between the quotes.
  init?(quoted text: String)
  /// The text to put between quotes; nil is written as null.
  var quotedText: String? { get }
}

extension QuotedValue where Self: LosslessStringConvertible {
  public init?(quoted text: String) { self.init(text) }
  public var quotedText: String? { description }
}

extension Int: QuotedValue {}
extension Int8: QuotedValue {}
extension Int16: QuotedValue {}
extension Int32: QuotedValue {}
extension Int64: QuotedValue {}
extension UInt: QuotedValue {}
extension UInt8: QuotedValue {}
extension UInt16: QuotedValue {}
extension UInt32: QuotedValue {}
extension UInt64: QuotedValue {}
extension Bool: QuotedValue {}

extension Double: QuotedValue {
  public var quotedText: String? { isFinite ? NumberText.shortest(self) : description }
}

extension Float: QuotedValue {
  public var quotedText: String? { isFinite ? NumberText.shortest(self) : description }
}

extension Optional: QuotedValue where Wrapped: QuotedValue {
  public init?(quoted text: String) {
    guard let value = Wrapped(quoted: text) else { return nil }
    self = value
  }
  public var quotedText: String? { flatMap(\.quotedText) }
}
