/// How values of a type are read, written, compared and stored.
///
/// A model gets one from its ``TabularModel/fields(_:)``, a ``JSONRepresentable`` type from itself.
public struct ValueCoding: Sendable {
  /// One reference, since every type of a client has code that returns it.
  private final class Contents: Sendable {
    let treatment: ValueTreatment
    init(_ treatment: ValueTreatment) { self.treatment = treatment }
  }

  private let contents: Contents

  init(_ treatment: ValueTreatment) { contents = Contents(treatment) }

  /// How the loops over field tables treat values of the type.
  var treatment: ValueTreatment { contents.treatment }

  /// The coding of a type that represents itself.
  ///
  /// - Parameter type: the type.
  public init<Value: JSONRepresentable & Hashable>(_ type: Value.Type) {
    self.init(ValueTreatment(type))
  }

  /// The coding of a type that represents itself, and whose values are compared by their JSON.
  ///
  /// - Parameter type: the type.
  public init<Value: JSONRepresentable>(_ type: Value.Type) { self.init(ValueTreatment(type)) }

  init<Value: JSONRepresentable & Hashable>(
    _ type: Value.Type,
    kind: ValueTreatment.Kind = .other,
    shapes: @escaping @Sendable () -> JSONShapes
  ) {
    self.init(ValueTreatment(type, kind: kind, shapes: shapes))
  }
}
