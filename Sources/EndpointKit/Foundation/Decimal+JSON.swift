#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: JSONRepresentable, ParameterEncodable {
  /// Reads a number, or a string that holds one.
  public init(json: inout JSONReader) throws {
    let isString = try json.peek() == .string
    let start = json.checkpoint
    let text = isString ? try json.readString() : try json.readNumberText()
    guard JSONNumber(text: text) != nil, let value = Decimal(string: text), !value.isNaN else {
      json.rewind(to: start)
      throw json.invalidValue("expected a decimal number")
    }
    self = value
  }

  /// Writes a number with all of its digits.
  public func write(json: inout JSONWriter) throws {
    guard !isNaN else { throw JSONEncodingError(message: "JSON has no NaN") }
    json.writeRaw(description)
  }

  public var parameterValue: ParameterValue { .scalar(description) }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { [.number, .string] })
  }
}

extension Decimal: QuotedValue {
  /// Reads a text that is a number as JSON has it.
  public init?(quoted text: String) {
    guard JSONNumber(text: text) != nil, let value = Decimal(string: text), !value.isNaN else {
      return nil
    }
    self = value
  }

  /// All digits, or `nil` where it is no number.
  public var quotedText: String? { isNaN ? nil : description }
}
