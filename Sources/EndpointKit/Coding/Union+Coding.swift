extension VariantUnion {
  public static var coding: ValueCoding {
    var coding = ValueTreatment(
      Self.self,
      custom: .init(
        read: { $0.initializeMemory(as: Self.self, to: try variants.decode(&$1)) },
        write: { try write($0.assumingMemoryBound(to: Self.self).pointee.payload, &$1) }
      ),
      comparing: Comparing(
        areEqual: { $0.load(as: Self.self) == $1.load(as: Self.self) },
        hash: { $0.load(as: Self.self).hash(into: &$1) }
      ),
      shapes: {
        variants.list.reduce(into: []) { $0.formUnion($1.type.knownType.pointee.coding.shapes()) }
      }
    )
    coding.parameter = { parameter($0.assumingMemoryBound(to: Self.self).pointee.payload) }
    return ValueCoding(coding)
  }

  private static func write(_ payload: some JSONCodable, _ json: inout JSONWriter) throws {
    try json.write(payload)
  }

  private static func parameter(_ payload: some JSONCodable) -> ParameterValue {
    ParameterValue(payload)
  }
}

// MARK: - Equality

extension VariantUnion {
  /// Equal are values of the same case with equal payloads.
  public static func == (left: Self, right: Self) -> Bool {
    guard areEqual(left.payload, right.payload) else { return false }
    return !variants.isAmbiguous(left.payload) || left.caseName == right.caseName
  }

  public func hash(into hasher: inout Hasher) {
    func combine<Payload: JSONCodable>(_ payload: Payload, _ hasher: inout Hasher) {
      Payload.hash(payload, into: &hasher)
    }
    combine(payload, &hasher)
  }

  private static func areEqual<Payload: JSONCodable>(
    _ left: Payload,
    _ right: any JSONCodable
  ) -> Bool {
    (right as? Payload).map { Payload.areEqual(left, $0) } ?? false
  }

  /// The name of the case, for the rare unions that have two cases with the same payload type.
  private var caseName: String? { Mirror(reflecting: self).children.first?.label }
}

extension Variants {
  /// Whether more than one case has payloads of this value's type.
  fileprivate func isAmbiguous(_ payload: any JSONCodable) -> Bool {
    let type = Swift.type(of: payload)
    // The case for unknown values has a payload of its own.
    let others = type == JSONValue.self ? 1 : 0
    return list.count { $0.type == type } + others > 1
  }
}

extension VariantUnion where Self: Hashable {
  // The standard library's are compiled anew into every type.
  public var hashValue: Int { Hashed(self).hashValue }
  public func _rawHashValue(seed: Int) -> Int { Hashed(self)._rawHashValue(seed: seed) }
}
