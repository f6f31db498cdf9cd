/// A type that may have a value which stands for a key that is not there, as optionals have.
protocol Omittable {
  /// That value; nil where the key has to be there. It must own nothing: its bits are copied.
  static var absentForm: Self? { get }
  /// Whether the value is it.
  var isAbsent: Bool { get }
}

extension Optional: Omittable {
  static var absentForm: Self? { .some(.none) }
  var isAbsent: Bool { if case .none = self { true } else { false } }
}

extension JSONCodable {
  /// The value that stands for a key that is not there, if the type has one.
  static var omitted: Self? {
    func form<Value: Omittable>(_ type: Value.Type) -> Self? {
      // `Value` is `Self`, seen through the other protocol.
      Value.absentForm.map { unsafeBitCast($0, to: Self.self) }
    }
    guard let type = Self.self as? any Omittable.Type else { return nil }
    return form(type)
  }

  /// Whether the value stands for a key that is not there.
  var isOmitted: Bool {
    func isAbsent<Value: Omittable>(_ type: Value.Type) -> Bool {
      unsafeBitCast(self, to: Value.self).isAbsent
    }
    guard let type = Self.self as? any Omittable.Type else { return false }
    return isAbsent(type)
  }
}
