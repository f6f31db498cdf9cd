/// The value of a parameter or form field, before any style is applied.
///
/// Texts are the plain values, not yet percent-encoded: that belongs to the place they go to.
public enum ParameterValue: Sendable, Hashable {
  /// One named value of an object.
  public struct Member: Sendable, Hashable {
    public var name: String
    public var value: ParameterValue

    public init(_ name: String, _ value: ParameterValue) {
      self.name = name
      self.value = value
    }
  }

  /// Nothing: the parameter is left out.
  case absent
  /// An explicit null.
  case null
  /// One text.
  case scalar(String)
  /// Values in order.
  case array([ParameterValue])
  /// Named values in order.
  case object([Member])

  /// The text of a value without parts: null is `null`.
  ///
  /// Nil where the value has parts or is absent.
  public var text: String? {
    switch self {
    case .scalar(let text): text
    case .null: "null"
    case .absent, .array, .object: nil
    }
  }
}

/// A value whose form as a path, query, header or cookie parameter, or as a form field, is not made
/// of its JSON form.
public protocol ParameterEncodable: JSONCodable {
  /// The value, taken apart down to texts.
  var parameterValue: ParameterValue { get }
}

extension ParameterValue {
  /// Takes a value apart down to texts.
  ///
  /// Of a value that is not ``ParameterEncodable`` it is the parts of the JSON form: what is no
  /// string keeps its JSON spelling.
  ///
  /// - Parameter value: the value.
  public init<Value: JSONCodable>(_ value: Value) {
    if let parameter = Value.knownType.pointee.parameter {
      self = withUnsafePointer(to: value) { parameter(UnsafeRawPointer($0)) }
    } else {
      self = Self.parts(of: value)
    }
  }

  private static func parts(of value: some JSONCodable) -> ParameterValue {
    var options = JSONEncodingOptions()
    options.nonFinite = .strings
    var writer = JSONWriter(capacity: 64, options: options)
    do {
      try writer.write(value)
      return try writer.withBytes { try JSONReader.decode(JSONValue.self, from: $0) }.parameterValue
    } catch {
      return .absent
    }
  }
}

/// Parts that were taken apart already are sent as they are; their JSON form is of strings.
extension ParameterValue: JSONRepresentable, ParameterEncodable {
  public var parameterValue: ParameterValue { self }

  public init(json: inout JSONReader) throws {
    self = try json.read(JSONValue.self).parameterValue
  }

  public func write(json: inout JSONWriter) throws {
    switch self {
    case .absent, .null: json.writeNull()
    case .scalar(let text): json.writeString(text)
    case .array(let values): try json.write(values)
    case .object(let members):
      json.beginObject()
      for member in members {
        json.writeKey(member.name)
        try json.write(member.value)
      }
      json.endObject()
    }
  }
}
