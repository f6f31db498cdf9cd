import ClientModel
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// The first `oneOf` or `anyOf` whose members say what the value looks like.
  func structuralUnion(_ schema: MergedSchema) -> MergedSchema.UnionGroup? {
    schema.unions.first { group in
      group.members.contains { member in
        let other = merged(SchemaUnit(resolve(member).id))
        if other.isAny { return false }
        // Members that only name required keys choose among properties declared elsewhere.
        return
          !(other.properties.isEmpty && !other.required.isEmpty && !other.isArray
          && other.unions.isEmpty && other.additional == .unstated)
      }
    }
  }

  /// A `oneOf` or `anyOf` as a type.
  func buildUnion(
    _ group: MergedSchema.UnionGroup,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    if let merged = openEnum(group, unit, schema, context, early: early) { return merged }
    let variants = self.variants(of: group, unit, schema)
    if variants.count == 1, let only = variants.first { return type(only.unit, context) }
    if let simple = sameScalar(variants) { return simple }

    let name = claim(unit, context, direction: direction)
    early(.named(name))
    let inner = NameContext(parent: name.components, hint: "", direction: context.direction)
    let discriminator = group.discriminator ?? schema.sources.lazy.compactMap(\.discriminator).first
    let tagKey = discriminator?.propertyName ?? commonTag(variants)
    var cases: [UnionType.Case] = []
    var seen: [TypeReference: Int] = [:]
    for variant in variants {
      let tags = tagKey.map { self.tags(variant, key: $0, discriminator) } ?? []
      let hint = variantName(variant, tags: tags)
      let payload = type(variant.unit, inner.nested(hint))
      if let index = seen[payload] {
        cases[index].tags += tags.filter { !cases[index].tags.contains($0) }
        continue
      }
      seen[payload] = cases.count
      var item = UnionType.Case(name: "", payload: payload, tags: tags)
      item.documentation = Docs.text(
        document[variant.unit.ids[variant.unit.ids.count - 1]].title
      )
      cases.append(item)
    }
    nameCases(&cases)
    var union = UnionType(discriminator: tagKey, cases: cases)
    if cases.contains(where: { $0.name == "unknown" }) { union.unknownName = "unrecognized" }
    if let target = discriminator?.defaultMapping {
      let payload = type(target, inner).type
      union.defaultCase = cases.first { $0.payload == payload }?.name
    }
    if cases.count == 1, tagKey == nil { return memoizedAlias(cases[0].payload, name, unit) }
    declare(name, unit, .union(union))
    return .named(name)
  }

  /// All variants turned out to be one type: the name stays, as an alias.
  private func memoizedAlias(
    _ payload: TypeReference,
    _ name: TypeName,
    _ unit: SchemaUnit
  ) -> TypeReference {
    declare(name, unit, .alias(payload))
    return .named(name)
  }

  // MARK: Variants

  struct Variant {
    var unit: SchemaUnit
    /// The schema of the member itself.
    var member: SchemaID
  }

  private func variants(
    of group: MergedSchema.UnionGroup,
    _ unit: SchemaUnit,
    _ schema: MergedSchema
  ) -> [Variant] {
    let hasSiblings = !schema.properties.isEmpty || schema.unions.count > 1
    var seen: Set<SchemaID> = []
    return group.members.compactMap { member in
      let id = resolve(member).id
      guard seen.insert(id).inserted else { return nil }
      let isShaped = merged(SchemaUnit(id)).isObject || merged(SchemaUnit(id)).isAny
      guard hasSiblings, isShaped, !unit.ids.contains(id) else {
        return Variant(unit: SchemaUnit(id), member: id)
      }
      let joined = SchemaUnit(
        unit.ids + [id],
        resolvedUnions: unit.resolvedUnions + [group.owner]
      )
      return Variant(unit: joined, member: id)
    }
  }

  private func sameScalar(_ variants: [Variant]) -> TypeReference? {
    var types: [TypeReference] = []
    for variant in variants {
      let schema = merged(variant.unit)
      guard schema.enumeration == nil, schema.const == nil, schema.unions.isEmpty,
        schema.valueTypes.count == 1, !schema.isObject, !schema.isArray,
        let type = formatType(schema, of: schema.valueTypes)
      else { return nil }
      types.append(type)
    }
    let kinds = Set(types)
    if kinds.count == 1 { return types.first }
    if kinds.isSubset(of: [.builtin(.int), .builtin(.double), .builtin(.int32), .builtin(.float)]) {
      return .builtin(.double)
    }
    // Texts of several formats: only the text itself is sure.
    let texts: Set<TypeReference> = [
      .builtin(.string), .builtin(.date), .builtin(.dateOnly), .builtin(.uuid),
      .builtin(.timeOfDay), .builtin(.duration),
    ]
    return kinds.isSubset(of: texts) ? .builtin(.string) : nil
  }

  /// Strings and string enums together: one open enum with all values.
  private func openEnum(
    _ group: MergedSchema.UnionGroup,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    early: (TypeReference) -> Void
  ) -> TypeReference? {
    guard schema.properties.isEmpty else { return nil }
    var values: [Node] = []
    for member in group.members {
      let other = merged(SchemaUnit(resolve(member).id))
      guard other.unions.isEmpty, !other.isObject, !other.isArray, other.format == nil else {
        return nil
      }
      let literals = other.enumeration ?? other.const.map { [$0] } ?? []
      guard other.valueTypes == .string || !literals.isEmpty,
        literals.allSatisfy({ $0.kind == .string || $0.isNull })
      else { return nil }
      values += literals.filter { !$0.isNull }
    }
    if values.isEmpty { return nil }
    let name = claim(unit, context, direction: .read)
    early(.named(name))
    declareStringEnum(name, unit, schema, values)
    return .named(name)
  }

  /// A value of several JSON types.
  func buildTypeUnion(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let types = schema.valueTypes.each
    let wanted = types.filter { !($0 == .integer && types.contains(.number)) }
    let scalars = wanted.compactMap { type -> TypeReference? in
      type == .object || type == .array ? nil : formatType(schema, of: type)
    }
    if wanted.count == 1, let only = scalars.first { return only }
    if Set(wanted) == Set(Schema.Types.all.each).subtracting([.integer]) { return .builtin(.json) }
    let name = claim(unit, context, direction: direction)
    early(.named(name))
    let inner = NameContext(
      parent: name.components,
      hint: "Object",
      direction: context.direction
    )
    var cases: [UnionType.Case] = []
    for type in wanted {
      let payload: TypeReference
      if type == .object {
        payload = buildObject(
          unit.inline,
          schema,
          inner,
          direction: direction,
          early: { _ in }
        )
      } else if type == .array {
        let items = schema.items.map { self.type($0, inner.nested("Element")).element }
        payload = .array(items ?? .builtin(.json))
      } else {
        payload = formatType(schema, of: type) ?? .builtin(.json)
      }
      cases.append(UnionType.Case(name: "", payload: payload))
    }
    nameCases(&cases)
    declare(name, unit, .union(UnionType(cases: cases)))
    return .named(name)
  }

  // MARK: Tags

  /// The discriminator values that mean a variant.
  private func tags(
    _ variant: Variant,
    key: String,
    _ discriminator: Schema.Discriminator?
  ) -> [String] {
    var tags =
      discriminator?.mapping
      .filter {
        resolve($0.schema).id == variant.member || document.unit($0.schema) == variant.member
      }
      .map(\.value) ?? []
    for value in constants(variant.member, key: key) where !tags.contains(value) {
      tags.append(value)
    }
    if discriminator != nil, let name = document[variant.member].name, !tags.contains(name) {
      tags.append(name)
    }
    return tags
  }

  /// The values that a variant's own property lists.
  private func constants(_ id: SchemaID, key: String) -> [String] {
    let schema = merged(SchemaUnit(id))
    var result: [String] = []
    for reference in schema.properties.first(where: { $0.name == key })?.schemas ?? [] {
      let property = merged(SchemaUnit(resolve(reference).id))
      let values = property.const.map { [$0] } ?? property.enumeration ?? []
      result += values.filter { $0.isScalar && !$0.isNull && !result.contains($0.text) }.map(\.text)
    }
    if result.isEmpty {
      for group in schema.unions {
        for member in group.members where resolve(member).id != id {
          result += constants(resolve(member).id, key: key)
        }
      }
    }
    return result
  }

  /// A required property whose constants tell all variants apart, where the document names none.
  private func commonTag(_ variants: [Variant]) -> String? {
    guard variants.count > 1, let first = variants.first else { return nil }
    let candidates = merged(first.unit).properties.map(\.name)
    return candidates.first { key in
      var seen: Set<String> = []
      return variants.allSatisfy { variant in
        let values = constants(variant.member, key: key)
        let isRequired = merged(variant.unit).required.contains(key)
        return isRequired && !values.isEmpty && values.allSatisfy { seen.insert($0).inserted }
      }
    }
  }

  // MARK: Names

  private func variantName(_ variant: Variant, tags: [String]) -> String {
    let schema = document[variant.member]
    if let name = schema.name { return SwiftNaming.type(name) }
    if let title = schema.title, title.utf8.count <= 40 { return SwiftNaming.type(title) }
    if let tag = tags.first, !tag.isEmpty { return SwiftNaming.type(tag) }
    let merged = merged(SchemaUnit(variant.member))
    if merged.isArray { return "List" }
    if let key = merged.required.first ?? merged.properties.first?.name {
      return "With" + SwiftNaming.type(key)
    }
    return "Object"
  }

  /// Names cases after their payloads.
  private func nameCases(_ cases: inout [UnionType.Case]) {
    var scope = NameScope(reserved: ["variants", "payload", "self", "init"])
    for index in cases.indices {
      let name = Self.caseName(cases[index].payload)
      cases[index].name = scope.take(ReservedNames.enumCase(name))
    }
  }

  private static func caseName(_ type: TypeReference) -> String {
    switch type {
    case .builtin(let builtin): return builtinName(builtin)
    case .named(let name): return SwiftNaming.member(name.last)
    case .custom(let text): return SwiftNaming.member(text)
    case .array(let element): return caseName(element) + "List"
    case .dictionary(.builtin(.json)): return "object"
    case .dictionary(let value): return caseName(value) + "Map"
    case .optional(let wrapped): return caseName(wrapped)
    }
  }

  private static func builtinName(_ builtin: Builtin) -> String {
    switch builtin {
    case .string: "string"
    case .bool: "bool"
    case .int, .int32, .int64, .uint, .uint32, .uint64: "integer"
    case .double, .float, .decimal: "number"
    case .intString: "integerString"
    case .date: "date"
    case .dateOnly: "day"
    case .timeOfDay: "time"
    case .duration: "duration"
    case .unixTime: "unixTime"
    case .uuid: "uuid"
    case .data: "data"
    case .json: "json"
    case .null: "null"
    case .filePart: "file"
    case .httpBody: "body"
    }
  }
}

extension SchemaUnit {
  /// The same schemas as something nested, which takes a nested name.
  var inline: SchemaUnit { SchemaUnit(ids + ids, resolvedUnions: resolvedUnions) }
}

extension Schema.Types {
  static let all: Schema.Types = [.string, .integer, .number, .boolean, .array, .object]
}
