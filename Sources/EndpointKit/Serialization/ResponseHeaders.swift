/// The documented header fields of a response, typed.
public protocol ResponseHeaders: Sendable {
  /// Reads the fields; one that is missing or malformed is `nil`.
  init(_ fields: HTTPFields)
}

extension Response {
  /// The documented header fields, typed.
  ///
  /// - Parameter type: the generated type.
  /// - Returns: the fields; `nil` where no response came.
  public func headers<Headers: ResponseHeaders>(as type: Headers.Type) -> Headers? {
    head.map { Headers($0.fields) }
  }
}

extension HTTPFields {
  /// Reads a field as a type, in the `simple` style of OpenAPI.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - explode: whether the members of an object are written as `key=value`.
  /// - Returns: the value; `nil` where the field is missing or does not fit.
  public func decode<Value: JSONCodable>(_ name: String, explode: Bool = false) -> Value? {
    guard let text = self[name] else { return nil }
    if let value = FieldDecoding.scalar(text, Value.self) { return value }
    let items = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    for element in FieldDecoding.elements(items) {
      if let value = try? JSONValue.array(element).decode(Value.self) { return value }
    }
    return FieldDecoding.object(items, explode, Value.self)
  }
}

/// Guesses the JSON a header's text stands for: the type wanted decides what fits.
private enum FieldDecoding {
  static func scalar<Value: JSONCodable>(_ text: String, _ type: Value.Type) -> Value? {
    if let value = try? JSONValue.string(text).decode(type) { return value }
    return try? JSONReader.decode(type, from: text)
  }

  /// The items as strings, and as whatever JSON they are.
  static func elements(_ items: [String]) -> [[JSONValue]] {
    [items.map(JSONValue.string), items.map(anyJSON)]
  }

  static func object<Value: JSONCodable>(
    _ items: [String],
    _ explode: Bool,
    _ type: Value.Type
  ) -> Value? {
    var pairs: [(String, String)] = []
    if explode {
      for item in items {
        let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2 { pairs.append((String(sides[0]), String(sides[1]))) }
      }
    } else {
      for index in stride(from: 0, to: items.count - 1, by: 2) {
        pairs.append((items[index], items[index + 1]))
      }
    }
    for make in [JSONValue.string, anyJSON] {
      let members = JSONObject(pairs.map { (key: $0.0, value: make($0.1)) })
      if let value = try? JSONValue.object(members).decode(type) { return value }
    }
    return nil
  }

  private static func anyJSON(_ text: String) -> JSONValue {
    (try? JSONReader.decode(JSONValue.self, from: text)) ?? .string(text)
  }
}
