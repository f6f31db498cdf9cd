import OpenAPI
import SpecTree

/// Values as JSON, without the keys that no schema declares: clients ignore those.
extension Validator {
  /// The JSON text of a value that the schemas allow; `nil` where JSON cannot express it.
  func declared(_ value: Node, _ schemas: [SchemaID]) -> String? {
    switch value.kind {
    case .null: return "null"
    case .bool: return value.bool.map { "\($0)" }
    case .int: return value.int.map { "\($0)" } ?? value.double.map { "\($0)" }
    case .float: return value.double.flatMap { $0.isFinite ? "\($0)" : nil }
    case .string: return Self.quoted(value.text)
    case .sequence:
      let applied = schemas.flatMap { applicable($0, to: value) }
      var elements: [String] = []
      for (position, element) in value.elements.enumerated() {
        let inner = applied.compactMap { schema in
          position < schema.prefixItems.count ? schema.prefixItems[position] : schema.items
        }
        guard let text = declared(element, inner.map { $0.siblings ?? $0.id }) else { return nil }
        elements.append(text)
      }
      return "[" + elements.joined(separator: ",") + "]"
    case .mapping:
      let applied = schemas.flatMap { applicable($0, to: value) }
      var members: [String] = []
      for entry in value.entries {
        guard let inner = member(entry.key, of: applied) else { continue }
        guard let text = declared(entry.value, inner) else { return nil }
        members.append(Self.quoted(entry.key) + ":" + text)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  /// The schemas of a member; `nil` where none of the object's schemas declares it.
  private func member(_ key: String, of schemas: [Schema]) -> [SchemaID]? {
    var found: [SchemaReference] = []
    var isOpen = schemas.allSatisfy { $0.properties.isEmpty }
    for schema in schemas {
      found += schema.properties.filter { $0.name == key }.map(\.schema)
      switch schema.additionalProperties {
      case .allowed: isOpen = true
      case .schema(let values):
        isOpen = true
        if !schema.properties.contains(where: { $0.name == key }) { found.append(values) }
      case .unstated, .forbidden: break
      }
      if !schema.patternProperties.isEmpty { isOpen = true }
    }
    return found.isEmpty && !isOpen ? nil : found.map { $0.siblings ?? $0.id }
  }

  /// A schema, what it is made of, of each `oneOf` the variant that fits best, of each `anyOf`
  /// all that fit, and what extends it where a discriminator says which.
  ///
  /// - Parameter isExtension: whether that is what led here.
  private func applicable(
    _ id: SchemaID,
    to value: Node,
    depth: Int = 0,
    isExtension: Bool = false
  ) -> [Schema] {
    guard depth < 32 else { return [] }
    let schema = document[id]
    var result = [schema]
    if !isExtension, let other = extending(schema, value) {
      result += applicable(other, to: value, depth: depth + 1, isExtension: true)
    }
    let parts = (schema.base.map { [$0] } ?? []) + schema.allOf
    for part in parts {
      result += applicable(
        part.siblings ?? part.id,
        to: value,
        depth: depth + 1,
        isExtension: isExtension
      )
    }
    func fitting(_ variants: [SchemaReference]) -> [[Schema]] {
      variants.map { $0.siblings ?? $0.id }.filter { allows(value, $0) }
        .map { applicable($0, to: value, depth: depth + 1) }
    }
    var best: (schemas: [Schema], known: Int)?
    for schemas in fitting(schema.oneOf) {
      let known = value.entries.count { member($0.key, of: schemas) != nil }
      if best.map({ known > $0.known }) ?? true { best = (schemas, known) }
    }
    result += best?.schemas ?? []
    result += fitting(schema.anyOf).flatMap(\.self)
    return result
  }

  /// The schema that a value's tag names among those that extend a schema.
  private func extending(_ schema: Schema, _ value: Node) -> SchemaID? {
    guard let discriminator = schema.discriminator, schema.oneOf.isEmpty, schema.anyOf.isEmpty,
      let tag = value[discriminator.propertyName]?.text
    else { return nil }
    let named =
      discriminator.mapping.first { $0.value == tag }?.schema
      ?? document.components.schemas.first { $0.name == tag }?.value
    return named?.id == schema.id ? nil : named?.id
  }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
