import OpenAPI
import SpecTree

/// The schema that a place means once wrappers that only annotate are taken off.
struct Resolved {
  var id: SchemaID
  var isNullable = false
  var description: String?
  var title: String?
  var defaultValue: Node?
  var isReadOnly = false
  var isWriteOnly = false
  var isDeprecated = false
}

extension SchemaLowering {
  /// Follows references and one-member compositions to the schema that has the structure.
  func resolveAnew(_ id: SchemaID) -> Resolved {
    var result = Resolved(id: id)
    var visited: [SchemaID] = []
    while !visited.contains(result.id) {
      visited.append(result.id)
      let schema = document[result.id]
      result.description = result.description ?? schema.description
      result.title = result.title ?? schema.title
      result.defaultValue = result.defaultValue ?? schema.default
      result.isReadOnly = result.isReadOnly || schema.isReadOnly
      result.isWriteOnly = result.isWriteOnly || schema.isWriteOnly
      result.isDeprecated = result.isDeprecated || schema.isDeprecated
      result.isNullable = result.isNullable || schema.isNullable
      guard let (target, allowsNull) = wrapped(schema) else { break }
      result.isNullable = result.isNullable || allowsNull
      result.id = target
    }
    result.isNullable = result.isNullable || document.allowsNull(result.id)
    return result
  }

  /// The one schema that a wrapper stands for, where it adds nothing of its own.
  func wrapped(_ schema: Schema) -> (target: SchemaID, allowsNull: Bool)? {
    guard schema.properties.isEmpty, schema.required.isEmpty, schema.enumeration == nil,
      schema.const == nil, schema.items == nil, schema.prefixItems.isEmpty,
      schema.additionalProperties == .unstated, schema.patternProperties.isEmpty,
      schema.format == nil, schema.discriminator == nil,
      schema.base != nil || !schema.allOf.isEmpty || !schema.oneOf.isEmpty || !schema.anyOf.isEmpty
    else { return nil }
    var members: [SchemaReference] = schema.allOf.filter { !document[document.unit($0)].isBare }
    if let base = schema.base { members.append(base) }
    var allowsNull = false
    for variants in [schema.oneOf, schema.anyOf] where !variants.isEmpty {
      let rest = variants.filter { !document.isNullSchema($0) }
      allowsNull = allowsNull || rest.count < variants.count
      members += rest
    }
    guard members.count == 1, let member = members.first else { return nil }
    let target = document.unit(member)
    // A named schema that extends the base of a family without adding to it is a variant.
    if schema.name != nil, !facts.family(of: target, document).isEmpty, !schema.allOf.isEmpty {
      return nil
    }
    let stated = schema.types.subtracting(.null)
    guard
      stated.isEmpty || stated == merged(target).valueTypes
        || stated == .object && merged(target).isObject
    else { return nil }
    return (target, allowsNull)
  }
}

extension Schema {
  /// Whether the schema says nothing about values: an annotation on its own, or `{}`.
  var isBare: Bool {
    keywords.isAnnotationOnly && keywords.boolean != false && !keywords.isNullable
  }
}
