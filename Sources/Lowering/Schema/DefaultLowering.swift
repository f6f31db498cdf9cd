import ClientModel
import OpenAPI
import SpecTree

/// Reads a default or constant as a value of its Swift type.
struct DefaultLowering {
  let schemas: SchemaLowering

  init(_ schemas: SchemaLowering) { self.schemas = schemas }

  /// The value, or `nil` where the type has no such literal.
  func value(_ node: Node, as type: TypeReference) -> DefaultValue? {
    switch type {
    case .builtin(let builtin): return value(node, as: builtin)
    case .named(let name): return enumCase(node, of: name)
    case .optional(let wrapped): return node.isNull ? .null : value(node, as: wrapped)
    case .array(let element):
      guard node.kind == .sequence else { return nil }
      let values = node.elements.compactMap { value($0, as: element) }
      return values.count == node.count ? .array(values) : nil
    case .dictionary: return node.kind == .mapping && node.count == 0 ? .emptyDictionary : nil
    case .custom: return nil
    }
  }

  private func value(_ node: Node, as builtin: Builtin) -> DefaultValue? {
    switch builtin {
    case .string: return node.string.map { .string($0) }
    case .bool: return node.bool.map { .bool($0) }
    case .int, .int64: return node.int.map { .integer(String($0)) }
    case .int32: return node.int.flatMap { Int32(exactly: $0) }.map { .integer(String($0)) }
    case .uint, .uint64: return node.int.flatMap { UInt(exactly: $0) }.map { .integer(String($0)) }
    case .uint32: return node.int.flatMap { UInt32(exactly: $0) }.map { .integer(String($0)) }
    case .double, .float:
      guard let number = node.double, number.isFinite else { return nil }
      return node.int.map { .integer(String($0)) } ?? .number("\(number)")
    default: return nil
    }
  }

  private func enumCase(_ node: Node, of name: TypeName) -> DefaultValue? {
    guard case .enumeration(let enumeration)? = schemas.declaration(name)?.kind else { return nil }
    let wanted = SchemaLowering.literal(node, raw: enumeration.raw)
    if enumeration.raw == .string, node.string == nil { return nil }
    return enumeration.cases.first { $0.value == wanted }.map { .enumCase(name, $0.name) }
  }
}
