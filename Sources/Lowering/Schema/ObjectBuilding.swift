import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// An object with properties, a map, or free-form JSON.
  ///
  /// - Parameters:
  ///   - owner: the unit that the type is named after, where it is another.
  ///   - isOpen: whether keys that nothing describes are kept in any case.
  func buildObject(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    of owner: SchemaUnit? = nil,
    isOpen: Bool = false,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    if schema.properties.isEmpty {
      return buildMap(unit, schema, context, direction: direction, early: early)
    }
    let name = claim(owner ?? unit, context, direction: direction)
    early(.named(name))
    let inner = NameContext(
      parent: name.components,
      hint: "",
      direction: direction == .read && !directions.differs(unit) ? context.direction : direction,
      home: context.home
    )
    // What variants have in common is named once, beside them.
    let isVariant = !unit.others.isEmpty || !unit.resolvedUnions.isEmpty
    let common = isVariant && !context.parent.isEmpty ? context.parent : name.components
    let visible = schema.properties.filter { isVisible($0, direction: direction, unit) }
    let undescribed = schema.undescribed
    let names = memberNames(visible.map(\.name) + undescribed, of: unit)
    var properties = zip(visible, names).map { property, name in
      var place = inner
      if isVariant, property.root < unit.others.count || unit.others.isEmpty {
        place.parent = common
      }
      return self.property(
        property,
        of: unit,
        in: schema,
        name: name,
        context: place
      )
    }
    for (key, name) in zip(undescribed, names.dropFirst(visible.count)) {
      properties.append(self.undescribed(key, of: unit, in: schema, name: name, context: inner))
    }
    var object = ObjectType(properties: properties)
    object.additional = additional(schema, isOpen, properties: properties, context: inner)
    declare(name, owner ?? unit, .object(object))
    return .named(name)
  }

  /// Names for the properties of an object.
  private func memberNames(_ keys: [String], of unit: SchemaUnit) -> [String] {
    guard members.isKept else { return swiftNames.members(keys) }
    var scope = NameScope(reserved: ReservedNames.members)
    return members.take(keys, of: document[unit.last].pointer, in: &scope) { swiftNames.member($0) }
  }

  func declare(_ name: TypeName, _ unit: SchemaUnit, _ kind: TypeDeclaration.Kind) {
    let schema = document[unit.last]
    var declaration = TypeDeclaration(name: name, kind: kind, origin: schema.pointer)
    declaration.documentation = Docs.of(schema)
    declaration.deprecation = Docs.deprecation(schema)
    declarations.insert(declaration)
  }

  // MARK: Maps

  private func buildMap(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let value = context.element("Value")
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
    if let node = schema.patterns.first?.schema.node {
      report.note(
        node,
        .patternProperties,
        "pattern properties of different types are read as JSON values"
      )
    }
    return .builtin(.json)
  }

  private func additional(
    _ schema: MergedSchema,
    _ isOpen: Bool,
    properties: [Property],
    context: NameContext
  ) -> ObjectType.AdditionalProperties? {
    var scope = NameScope(reserved: properties.map(\.name))
    let inner = context.nested("AdditionalProperty")
    let value: TypeReference
    switch schema.additional {
    case .schema(let reference):
      let file =
        context.direction == .multipart ? MultipartLowering(schemas: self).fileType(reference) : nil
      value = file ?? type(reference, inner).element
    case .allowed: value = patternType(schema, inner) ?? .builtin(.json)
    case .unstated, .forbidden:
      guard let type = patternType(schema, inner) ?? (isOpen ? .builtin(.json) : nil) else {
        return nil
      }
      value = type
    }
    return .init(name: scope.take("additionalProperties"), value: value)
  }

  // MARK: Properties

  private func isVisible(
    _ property: MergedSchema.MergedProperty,
    direction: Direction,
    _ unit: SchemaUnit
  ) -> Bool {
    guard directions.differs(unit) else { return true }
    let resolved = property.schemas.map(resolve)
    let isReadOnly = resolved.contains(where: \.isReadOnly)
    let isWriteOnly = resolved.contains(where: \.isWriteOnly)
    return direction == .read ? !isWriteOnly || isReadOnly : !isReadOnly || isWriteOnly
  }

  private func property(
    _ property: MergedSchema.MergedProperty,
    of unit: SchemaUnit,
    in schema: MergedSchema,
    name: String,
    context: NameContext
  ) -> Property {
    let (reference, joined) = narrowed(property)
    let resolved = resolve(reference)
    let inner = context.nested(swiftNames.type(property.name))
    var lowered: LoweredType
    if let joined {
      lowered = LoweredType(type: type(joined, inner), isNullable: merged(joined).isNullable)
    } else if property.schemas.count > 1, isConflict(property, keeping: reference) {
      lowered = LoweredType(type: .builtin(.json), isNullable: false)
    } else {
      lowered = type(reference, inner)
      if property.schemas.count > 1, lowered.isNullable {
        lowered.isNullable = property.schemas.allSatisfy { resolve($0).isNullable }
      }
    }
    if context.direction == .multipart,
      let file = MultipartLowering(schemas: self).fileType(property)
    {
      lowered.type = file
    }
    let isRequired = schema.required.contains(property.name)
    let nullable = lowered.isNullable && lowered.type != .builtin(.json)
    let presence: Property.Presence =
      isRequired ? (nullable ? .nullable : .required) : (nullable ? .optionalNullable : .optional)
    var result = Property(
      name: name,
      key: property.name,
      type: lowered.type,
      presence: presence
    )
    result.documentation = Docs.text(documentation(of: property, resolved))
    if resolved.isDeprecated {
      result.deprecation = Docs.deprecation(description: resolved.description)
    }
    DefaultLowering(self).fill(&result, resolved)
    setTag(of: &result, unit)
    return result
  }

  /// The first description that one of the property's schemas has.
  private func documentation(
    of property: MergedSchema.MergedProperty,
    _ resolved: Resolved
  ) -> String? {
    if let text = resolved.description ?? resolved.title { return text }
    return property.schemas.lazy.compactMap { self.resolve($0).description }.first
  }

  /// A variant knows the value of its discriminator.
  private func setTag(of property: inout Property, _ unit: SchemaUnit) {
    guard property.presence == .required, property.defaultValue == nil else { return }
    for id in unit.ids.reversed() {
      guard let tag = facts.tags[id], tag.key == property.key else { continue }
      property.defaultValue = DefaultLowering(self).value(text: tag.value, as: property.type)
      return
    }
  }
}
