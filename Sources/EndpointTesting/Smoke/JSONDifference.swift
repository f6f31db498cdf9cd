internal import EndpointKit

/// Tells where two JSON values say something else.
enum JSONDifference {
  /// The first place where they differ, as a path; `nil` where they say the same.
  ///
  /// Numbers are compared by value, objects whatever the order of their keys, and texts also as what
  /// they may stand for: an instant, a time, a duration, a UUID, bytes or a number.
  static func between(_ before: JSONValue, _ after: JSONValue, at path: String = "$") -> String? {
    switch (before, after) {
    case (.object(let left), .object(let right)):
      for (key, value) in left {
        guard let other = right[key] else { return "\(path).\(key), which is gone" }
        if let place = between(value, other, at: "\(path).\(key)") { return place }
      }
      for (key, _) in right where left[key] == nil { return "\(path).\(key), which is new" }
      return nil
    case (.array(let left), .array(let right)):
      if left.count != right.count { return "\(path), whose length changed" }
      for (position, (value, other)) in zip(left, right).enumerated() {
        if let place = between(value, other, at: "\(path)[\(position)]") { return place }
      }
      return nil
    case (.number(let left), .number(let right)):
      return left == right || left.double == right.double
        || Float(left.double) == Float(right.double) ? nil : "\(path): \(left) and \(right)"
    case (.string(let left), .string(let right)):
      return isSame(left, right) ? nil : "\(path): \(left) and \(right)"
    default: return before == after ? nil : "\(path): \(before) and \(after)"
    }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return true }
    func equal<Value: JSONCodable & Equatable>(_ type: Value.Type) -> Bool {
      func read(_ text: String) -> Value? { try? JSONValue.string(text).decode(Value.self) }
      guard let value = read(left) else { return false }
      return value == read(right)
    }
    return equal(EndpointKit.Date.self) || equal(TimeOfDay.self) || equal(ISODuration.self)
      || equal(EndpointKit.UUID.self) || equal(EndpointKit.Data.self)
      || (Double(left).map { $0 == Double(right) } ?? false)
  }
}
