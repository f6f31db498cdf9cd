/// Any JSON value.
///
/// For what a document leaves open. Nothing is lost on the way through: numbers keep their digits
/// (`1`, `1.0` and `true` stay apart), objects their order, strings their bytes.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// The JSON type.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combineBytes(of: value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

// MARK: - Access

extension JSONValue {
  /// Whether the value is null.
  public var isNull: Bool { self == .null }

  /// The value as a boolean, if it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The value as an integer, if it is a number that is one exactly.
  public var int: Int? { if case .number(let value) = self { value.int } else { nil } }

  /// The value as a floating-point number, if it is a number.
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }

  /// The value as a string, if it is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members, if the value is an object.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The value of a key, if the value is an object that has it.
  ///
  /// Setting makes an object of what is none; setting nil removes the key.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      var members = object ?? JSONObject()
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element at an index, if the value is an array that is long enough.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Reads the value as another type.
  ///
  /// - Parameter type: the type.
  /// - Returns: the value read.
  /// - Throws: `JSONDecodingError`.
  public func decode<Value: JSONCodable>(
    _ type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    var writer = JSONWriter()
    write(to: &writer)
    return try writer.withBytes { (bytes) throws(JSONDecodingError) in
      try JSONReader.decode(type, from: bytes)
    }
  }

  /// Makes the JSON form of another value.
  ///
  /// - Parameter value: the value.
  /// - Throws: `JSONEncodingError`, or `JSONDecodingError` where a custom `write(json:)` wrote no
  ///   valid JSON.
  public init(encoding value: some JSONCodable) throws {
    var writer = JSONWriter()
    try writer.writeWhole(value)
    self = try writer.withBytes { try JSONReader.decode(JSONValue.self, from: $0) }
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Literals are finite; one that overflows becomes null.
  public init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
}

// MARK: - Coding

extension JSONValue: JSONRepresentable, ParameterEncodable, CustomStringConvertible {
  public init(json: inout JSONReader) throws {
    switch try json.peek() {
    case .null:
      try json.consumeWord("null")
      self = .null
    case .bool: self = .bool(try json.readBool())
    case .number: self = .number(try JSONNumber(json: &json))
    case .string: self = .string(try json.readString())
    case .array: self = .array(try Self.elements(&json))
    case .object:
      var members = JSONObject()
      if try json.beginObject() {
        var keys = JSONObject.KeySet()
        repeat {
          let key = try json.readKey()
          do {
            members.put((key, try JSONValue(json: &json)), &keys)
          } catch {
            throw json.located(error, .key(key))
          }
        } while try json.continueObject()
      }
      self = .object(members)
    }
  }

  private static func elements(_ json: inout JSONReader) throws -> [JSONValue] {
    guard try json.beginArray() else { return [] }
    var elements: [JSONValue] = []
    repeat {
      do {
        elements.append(try JSONValue(json: &json))
      } catch {
        throw json.located(error, .index(elements.count))
      }
    } while try json.continueArray()
    return elements
  }

  public func write(json: inout JSONWriter) throws { write(to: &json) }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.writeNull()
    case .bool(let value): json.writeBool(value)
    case .number(let value): json.writeRaw(value.text)
    case .string(let value): json.writeString(value)
    case .array(let elements):
      json.beginArray()
      for element in elements {
        json.separate()
        element.write(to: &json)
      }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for member in members {
        json.writeKey(member.key)
        member.value.write(to: &json)
      }
      json.endObject()
    }
  }

  public var parameterValue: ParameterValue {
    switch self {
    case .null: .null
    case .bool(let value): value.parameterValue
    case .number(let value): .scalar(value.text)
    case .string(let value): .scalar(value)
    case .array(let elements): .array(elements.map(\.parameterValue))
    case .object(let members):
      .object(members.map { ParameterValue.Member($0.key, $0.value.parameterValue) })
    }
  }

  /// The JSON text.
  public var description: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
