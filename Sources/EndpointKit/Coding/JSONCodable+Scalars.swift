extension String: JSONCodable {
  public init(json: inout JSONReader) throws { self = try json.readString() }
  public func write(json: inout JSONWriter) throws { json.writeString(self) }
  public var parameterValue: ParameterValue { .scalar(self) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .string, shapes: { .string })
  }
}

extension Bool: JSONCodable {
  public init(json: inout JSONReader) throws { self = try json.readBool() }
  public func write(json: inout JSONWriter) throws { json.writeBool(self) }
  public var parameterValue: ParameterValue { .scalar(self ? "true" : "false") }
  public static var coding: ValueCoding { ValueCoding(Self.self, kind: .bool, shapes: { .bool }) }
}

extension Int: JSONCodable {
  public init(json: inout JSONReader) throws { self = Int(try json.readInt64()) }
  public func write(json: inout JSONWriter) throws { json.writeInteger(self) }
  public var parameterValue: ParameterValue { .scalar(String(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .int, shapes: { .integer })
  }
}

extension Double: JSONCodable {
  public init(json: inout JSONReader) throws { self = try json.readDouble() }
  public func write(json: inout JSONWriter) throws { try json.writeDouble(self) }
  public var parameterValue: ParameterValue { .scalar(NumberText.shortest(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .double, shapes: { .number })
  }
}

extension Float: JSONCodable {
  public init(json: inout JSONReader) throws {
    let value = Float(try json.readDouble())
    guard value.isFinite else { throw json.invalidValue("the number is out of the range of Float") }
    self = value
  }
  public func write(json: inout JSONWriter) throws { try json.writeFloat(self) }
  public var parameterValue: ParameterValue { .scalar(NumberText.shortest(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .number })
  }
}

/// The integer types besides `Int`.
protocol JSONInteger: JSONCodable, FixedWidthInteger {}

extension JSONInteger {
  public init(json: inout JSONReader) throws { self = try json.readInteger() }
  public func write(json: inout JSONWriter) throws { json.writeInteger(self) }
  public var parameterValue: ParameterValue { .scalar(String(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .integer })
  }
}

extension Int8: JSONInteger, JSONCodable {}
extension Int16: JSONInteger, JSONCodable {}
extension Int32: JSONInteger, JSONCodable {}
extension Int64: JSONInteger, JSONCodable {}
extension UInt: JSONInteger, JSONCodable {}
extension UInt8: JSONInteger, JSONCodable {}
extension UInt16: JSONInteger, JSONCodable {}
extension UInt32: JSONInteger, JSONCodable {}
extension UInt64: JSONInteger, JSONCodable {}

/// The JSON value null, as a type of its own.
public struct Null: JSONCodable, Hashable, CustomStringConvertible {
  public init() {}

  public init(json: inout JSONReader) throws {
    guard try json.readNull() else { throw json.mismatch("null") }
  }
  public func write(json: inout JSONWriter) throws { json.writeNull() }
  public var parameterValue: ParameterValue { .null }
  public static var coding: ValueCoding { ValueCoding(Self.self, kind: .other, shapes: { .null }) }
  public var description: String { "null" }
}
