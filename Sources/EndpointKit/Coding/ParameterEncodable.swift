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

/// A value that can be sent as a path, query, header or cookie parameter, or as a form field.
public protocol ParameterEncodable: Sendable {
  /// The value, taken apart down to texts.
  var parameterValue: ParameterValue { get }
}

extension ParameterValue: ParameterEncodable {
  public var parameterValue: ParameterValue { self }
}

extension JSONCodable {
  /// The parts of the value's JSON form: what is no string keeps its JSON spelling.
  public var parameterValue: ParameterValue {
    var options = JSONEncodingOptions()
    options.nonFinite = .strings
    var writer = JSONWriter(capacity: 64, options: options)
    do {
      try write(json: &writer)
      return try writer.withBytes { try JSONReader.decode(JSONValue.self, from: $0) }.parameterValue
    } catch {
      return .absent
    }
  }
}
