extension String: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws { self = try json.readString() }
  public func write(json: inout JSONWriter) throws { json.writeString(self) }
  public var parameterValue: ParameterValue { .scalar(self) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .string, shapes: { .string })
  }
}

extension Bool: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws { self = try json.readBool() }
  public func write(json: inout JSONWriter) throws { json.writeBool(self) }
  public var parameterValue: ParameterValue { .scalar(self ? "true" : "false") }
  public static var coding: ValueCoding { ValueCoding(Self.self, kind: .bool, shapes: { .bool }) }
}

extension Int: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws { self = Int(try json.readInt64()) }
  public func write(json: inout JSONWriter) throws { json.writeInteger(self) }
  public var parameterValue: ParameterValue { .scalar(String(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .int, shapes: { .integer })
  }
}

extension Double: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws { self = try json.readDouble() }
  public func write(json: inout JSONWriter) throws { try json.writeDouble(self) }
  public var parameterValue: ParameterValue { .scalar(NumberText.shortest(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .double, shapes: { .number })
  }
}

extension Float: JSONRepresentable, ParameterEncodable {
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
protocol JSONInteger: JSONRepresentable, ParameterEncodable, FixedWidthInteger {}

extension JSONInteger {
  public init(json: inout JSONReader) throws { self = try json.readInteger() }
  public func write(json: inout JSONWriter) throws { json.writeInteger(self) }
  public var parameterValue: ParameterValue { .scalar(String(self)) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .integer })
  }
}

extension Int8: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension Int16: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension Int32: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension Int64: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension UInt: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension UInt8: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension UInt16: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension UInt32: JSONInteger, JSONRepresentable, ParameterEncodable {}
extension UInt64: JSONInteger, JSONRepresentable, ParameterEncodable {}

/// The JSON value null, as a type of its own.
public struct Null: JSONRepresentable, ParameterEncodable, Hashable, CustomStringConvertible {
  public init() {}

  public init(json: inout JSONReader) throws {
    guard try json.readNull() else { throw json.mismatch("null") }
  }
  public func write(json: inout JSONWriter) throws { json.writeNull() }
  public var parameterValue: ParameterValue { .null }
  public static var coding: ValueCoding { ValueCoding(Self.self, kind: .other, shapes: { .null }) }
  public var description: String { "null" }
}
