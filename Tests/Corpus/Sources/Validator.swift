import OpenAPI
import SpecTree

/// Tells whether a schema allows a value, as far as generated types depend on it.
///
/// Limits and patterns are not looked at: types do not depend on them. Formats are, where they have
/// types of their own.
struct Validator {
  let document: Document
  /// Whether the value is one that is sent: then read-only properties may be missing, else
  /// write-only ones.
  let isSent: Bool

  func allows(_ value: Node, _ id: SchemaID, depth: Int = 0) -> Bool {
    guard depth < 64 else { return false }
    let schema = document[id]
    if schema.boolean == false { return false }
    if value.isNull, schema.isNullable { return true }
    if let values = schema.enumeration, !values.contains(where: { $0.isEqual(to: value) }) {
      return false
    }
    if let const = schema.const, !const.isEqual(to: value) { return false }
    if !allowsType(value, schema) { return false }
    let inner = depth + 1
    switch value.kind {
    case .string: if !Formats.allow(value.text, schema) { return false }
    case .int, .float: if !allowsNumber(value, schema) { return false }
    case .mapping: if !allowsObject(value, schema, inner) { return false }
    case .sequence: if !allowsArray(value, schema, inner) { return false }
    case .bool, .null: break
    }
    if let base = schema.base, !allows(value, base, inner) { return false }
    if !schema.allOf.allSatisfy({ allows(value, $0, inner) }) { return false }
    for variants in [schema.oneOf, schema.anyOf] where !variants.isEmpty {
      if !variants.contains(where: { allows(value, $0, inner) }) { return false }
    }
    return true
  }

  private func allows(_ value: Node, _ reference: SchemaReference, _ depth: Int) -> Bool {
    allows(value, reference.siblings ?? reference.id, depth: depth)
  }

  private func allowsType(_ value: Node, _ schema: Schema) -> Bool {
    let types = schema.types
    if schema.isNullOnly { return value.isNull }
    // Without a type everything is allowed, but what has properties or items is meant to be an
    // object or a list, and is read as one.
    if types.subtracting(.null).isEmpty {
      if !schema.properties.isEmpty { return value.kind == .mapping }
      return schema.items == nil || value.kind == .sequence
    }
    switch value.kind {
    case .null: return types.contains(.null)
    case .bool: return types.contains(.boolean)
    case .int: return !types.isDisjoint(with: [.integer, .number])
    case .float:
      let isWhole = value.double.map { $0 == $0.rounded() } ?? false
      return types.contains(.number) || types.contains(.integer) && isWhole
    case .string: return !types.isDisjoint(with: [.string, .file])
    case .sequence: return types.contains(.array)
    case .mapping: return types.contains(.object)
    }
  }

  private func allowsNumber(_ value: Node, _ schema: Schema) -> Bool {
    guard let number = value.double, number.isFinite else { return false }
    switch schema.format {
    case "int32": return (-2_147_483_648.0...2_147_483_647.0).contains(number)
    case "uint32": return (0...4_294_967_295.0).contains(number)
    default: break
    }
    return !schema.types.contains(.integer) || value.int != nil || number < 1.8e19
  }

  private func allowsObject(_ value: Node, _ schema: Schema, _ depth: Int) -> Bool {
    for name in schema.required where value[name] == nil {
      guard let property = schema.properties.first(where: { $0.name == name }) else { return false }
      let inner = document[property.schema.siblings ?? property.schema.id]
      let target = document[property.schema]
      let isReadOnly = inner.isReadOnly || target.isReadOnly
      let isWriteOnly = inner.isWriteOnly || target.isWriteOnly
      if !(isSent ? isReadOnly : isWriteOnly) { return false }
    }
    for entry in value.entries {
      if let property = schema.properties.first(where: { $0.name == entry.key }) {
        if !allows(entry.value, property.schema, depth) { return false }
      } else if schema.patternProperties.isEmpty {
        switch schema.additionalProperties {
        case .forbidden: return false
        case .schema(let values): if !allows(entry.value, values, depth) { return false }
        case .allowed, .unstated: break
        }
      }
    }
    return true
  }

  private func allowsArray(_ value: Node, _ schema: Schema, _ depth: Int) -> Bool {
    for (position, element) in value.elements.enumerated() {
      if position < schema.prefixItems.count {
        if !allows(element, schema.prefixItems[position], depth) { return false }
      } else if let items = schema.items, !allows(element, items, depth) {
        return false
      }
    }
    return true
  }
}
