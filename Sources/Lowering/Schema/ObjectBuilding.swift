import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// An object with properties, a map, or free-form JSON.
  func buildObject(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    if schema.properties.isEmpty {
      return buildMap(unit, schema, context, direction: direction, early: early)
    }
    let name = claim(unit, context, direction: direction)
    early(.named(name))
    var inner = NameContext(parent: name.components, hint: "", direction: direction)
    if direction == .read, !differs(unit) { inner.direction = context.direction }
    let visible = schema.properties.filter { isVisible($0, schema, direction: direction, unit) }
    let names = propertyNames(visible.map(\.name))
    var properties = visible.map { property in
      self.property(property, in: schema, names: names, context: inner)
    }
    properties += undeclared(schema, known: schema.properties.map(\.name), taken: names)
    var object = ObjectType(properties: properties)
    object.additional = additional(schema, properties: properties, context: inner)
    declare(name, unit, .object(object))
    return .named(name)
  }

  func declare(_ name: TypeName, _ unit: SchemaUnit, _ kind: TypeDeclaration.Kind) {
    let schema = document[unit.ids[unit.ids.count - 1]]
    var declaration = TypeDeclaration(name: name, kind: kind, origin: schema.pointer)
    declaration.documentation = Docs.of(schema)
    declaration.deprecation = Docs.deprecation(schema)
    insert(declaration)
  }

  // MARK: Maps

  private func buildMap(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let value = context.nested(SwiftNaming.type(Plural.singular(context.hint)))
    if !schema.required.isEmpty, case .unstated = schema.additional, schema.patterns.isEmpty {
      let name = claim(unit, context, direction: direction)
      early(.named(name))
      let properties = undeclared(schema, known: [], taken: [:])
      declare(name, unit, .object(ObjectType(properties: properties)))
      return .named(name)
    }
    switch schema.additional {
    case .schema(let reference): return .dictionary(type(reference, value).element)
    case .allowed, .unstated:
      return .dictionary(patternType(schema, value) ?? .builtin(.json))
    case .forbidden:
      if let type = patternType(schema, value) { return .dictionary(type) }
      let name = claim(unit, context, direction: direction)
      early(.named(name))
      declare(name, unit, .object(ObjectType(properties: [])))
      return .named(name)
    }
  }

  /// The type that all pattern properties share.
  private func patternType(_ schema: MergedSchema, _ context: NameContext) -> TypeReference? {
    let types = schema.patterns.map { type($0.schema, context).element }
    guard let first = types.first else { return nil }
    if types.allSatisfy({ $0 == first }) { return first }
    if let node = schema.sources.first?.node {
      note(node, "pattern-properties", "pattern properties of different types are JSON values")
    }
    return .builtin(.json)
  }

  private func additional(
    _ schema: MergedSchema,
    properties: [Property],
    context: NameContext
  ) -> ObjectType.AdditionalProperties? {
    var scope = NameScope(reserved: properties.map(\.name))
    let inner = context.nested("AdditionalProperty")
    let value: TypeReference
    switch schema.additional {
    case .schema(let reference): value = type(reference, inner).element
    case .allowed: value = patternType(schema, inner) ?? .builtin(.json)
    case .unstated, .forbidden:
      guard let type = patternType(schema, inner) else { return nil }
      value = type
    }
    return .init(name: scope.take("additionalProperties"), value: value)
  }

  // MARK: Properties

  func propertyNames(_ keys: [String]) -> [String: String] {
    var scope = NameScope(reserved: ReservedNames.members)
    return scope.take(keys) { ReservedNames.member(SwiftNaming.member($0)) }
  }

  private func isVisible(
    _ property: MergedSchema.MergedProperty,
    _ schema: MergedSchema,
    direction: Direction,
    _ unit: SchemaUnit
  ) -> Bool {
    guard differs(unit) else { return true }
    let resolved = property.schemas.map(resolve)
    let isReadOnly = resolved.contains(where: \.isReadOnly)
    let isWriteOnly = resolved.contains(where: \.isWriteOnly)
    return direction == .write ? !isReadOnly || isWriteOnly : !isWriteOnly || isReadOnly
  }

  private func property(
    _ property: MergedSchema.MergedProperty,
    in schema: MergedSchema,
    names: [String: String],
    context: NameContext
  ) -> Property {
    let (reference, unit) = narrowed(property)
    let resolved = resolve(reference)
    let inner = context.nested(SwiftNaming.type(property.name))
    let lowered: LoweredType
    if let unit {
      lowered = LoweredType(type: type(unit, inner), isNullable: merged(unit).isNullable)
    } else if property.schemas.count > 1, isConflict(property, keeping: reference) {
      lowered = LoweredType(type: .builtin(.json), isNullable: false)
    } else {
      lowered = type(reference, inner)
    }
    let isRequired = schema.required.contains(property.name)
    let nullable = lowered.isNullable && lowered.type != .builtin(.json)
    let presence: Property.Presence =
      isRequired ? (nullable ? .nullable : .required) : (nullable ? .optionalNullable : .optional)
    var result = Property(
      name: names[property.name] ?? property.name,
      key: property.name,
      type: lowered.type,
      presence: presence
    )
    result.documentation = Docs.text(resolved.description ?? resolved.title)
    if resolved.isDeprecated {
      result.deprecation = Docs.deprecation(description: resolved.description)
    }
    setDefault(of: &result, resolved)
    return result
  }

  /// A constant is filled in by the initializer, and so is the default of a required property.
  ///
  /// The default of an optional property is the service's business: it is documented, but sending
  /// it would turn a partial update into a reset.
  private func setDefault(of property: inout Property, _ resolved: Resolved) {
    let schema = merged(SchemaUnit(resolved.id))
    if let const = schema.const ?? (schema.enumeration?.count == 1 ? schema.enumeration?[0] : nil),
      let value = DefaultLowering(self).value(const, as: property.type)
    {
      property.isConstant = true
      if property.presence == .required { property.defaultValue = value }
      return
    }
    guard let node = resolved.defaultValue, !node.isNull else { return }
    guard let value = DefaultLowering(self).value(node, as: property.type) else {
      if node.isScalar {
        note(
          node,
          "default-mismatch",
          "the default `\(node.text)` is no value of its type and is left out",
          severity: .warning
        )
      }
      return
    }
    if property.presence == .required {
      property.defaultValue = value
    } else {
      let note = "The service's default is `\(node.text)`."
      let text = property.documentation.discussion.map { $0 + "\n\n" + note } ?? note
      if node.isScalar { property.documentation.discussion = text }
      if property.documentation.summary == nil {
        property.documentation.summary = "The value of `\(property.key)`."
      }
    }
  }

  /// Required names that no schema declares: any value.
  private func undeclared(
    _ schema: MergedSchema,
    known: [String],
    taken: [String: String]
  ) -> [Property] {
    let missing = schema.required.filter { !known.contains($0) }
    var scope = NameScope(reserved: ReservedNames.members.union(taken.values))
    let names = scope.take(missing) { ReservedNames.member(SwiftNaming.member($0)) }
    return missing.map { key in
      Property(name: names[key] ?? key, key: key, type: .builtin(.json), presence: .required)
    }
  }

  // MARK: One property, several schemas

  /// The narrowest of a property's schemas, or a unit of all where they are objects.
  private func narrowed(
    _ property: MergedSchema.MergedProperty
  ) -> (SchemaReference, SchemaUnit?) {
    let first = property.schemas[0]
    guard property.schemas.count > 1 else { return (first, nil) }
    var ids: [SchemaID] = []
    for reference in property.schemas {
      let id = resolve(reference).id
      if !ids.contains(id) { ids.append(id) }
    }
    if ids.count == 1 { return (property.schemas.last ?? first, nil) }
    let schemas = ids.map { merged(SchemaUnit($0)) }
    if schemas.allSatisfy({ $0.isObject && $0.enumeration == nil }) {
      return (property.schemas.last ?? first, SchemaUnit(ids))
    }
    let best = property.schemas.max { left, right in
      precision(merged(SchemaUnit(resolve(left).id)))
        < precision(merged(SchemaUnit(resolve(right).id)))
    }
    return (best ?? first, nil)
  }

  /// How much a schema says about a scalar.
  private func precision(_ schema: MergedSchema) -> Int {
    if schema.isAny { return 0 }
    if schema.const != nil { return 6 }
    if schema.enumeration != nil { return 5 }
    if schema.format != nil { return 4 }
    if schema.valueTypes == .integer { return 3 }
    return schema.items.map { document[document.unit($0)].isBare ? 2 : 3 } ?? 2
  }

  /// Whether schemas contradict the narrowest of them; reported with both places.
  private func isConflict(
    _ property: MergedSchema.MergedProperty,
    keeping best: SchemaReference
  ) -> Bool {
    let kept = merged(SchemaUnit(resolve(best).id))
    for reference in property.schemas where reference != best {
      let other = merged(SchemaUnit(resolve(reference).id))
      if Self.agree(kept, other) { continue }
      note(
        reference.node,
        "allof-conflict",
        "`\(property.name)` is declared with types that no value can have at once; it is read as any JSON value",
        severity: .warning,
        notes: [.init("the other declaration is here", at: best.location)]
      )
      return true
    }
    return false
  }

  private static func agree(_ left: MergedSchema, _ right: MergedSchema) -> Bool {
    if left.isAny || right.isAny { return true }
    let leftTypes = implied(left)
    let rightTypes = implied(right)
    if leftTypes.isEmpty || rightTypes.isEmpty { return true }
    let numbers: Schema.Types = [.integer, .number]
    if !leftTypes.intersection(numbers).isEmpty && !rightTypes.intersection(numbers).isEmpty {
      return true
    }
    return !leftTypes.intersection(rightTypes).isEmpty
  }

  private static func implied(_ schema: MergedSchema) -> Schema.Types {
    if !schema.valueTypes.isEmpty { return schema.valueTypes }
    if schema.isObject { return .object }
    if schema.isArray { return .array }
    guard let values = schema.enumeration ?? schema.const.map({ [$0] }) else { return [] }
    if values.allSatisfy({ $0.kind == .string }) { return .string }
    if values.allSatisfy({ $0.kind == .int }) { return .integer }
    return []
  }
}
