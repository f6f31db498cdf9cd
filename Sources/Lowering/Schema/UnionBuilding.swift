import ClientModel
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// The first `oneOf` or `anyOf` whose members say what the value looks like.
  func structuralUnion(_ schema: MergedSchema) -> MergedSchema.UnionGroup? {
    schema.unions.first { group in
      group.members.contains { member in
        let other = merged(member)
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
    let discriminator = group.discriminator ?? schema.sources.lazy.compactMap(\.discriminator).first
    if discriminator == nil, let facets = facets(of: group, unit) {
      return buildObject(
        facets,
        merged(facets),
        context,
        of: unit,
        // A member that says nothing allows every key.
        isOpen: group.members.contains { merged($0).isAny },
        direction: direction,
        early: early
      )
    }
    return declareUnion(
      variants,
      of: unit,
      discriminator,
      context,
      direction: direction,
      early: early
    )
  }

  /// A schema with a discriminator and no `oneOf`: what extends it, and it itself.
  func buildFamily(
    _ family: [SchemaID],
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let base = document[unit.first]
    var variants = family.map { member in
      let isBase = !facts.family(of: member, document).isEmpty
      return Variant(
        unit: isBase
          ? SchemaUnit(first: member, others: [], resolvedUnions: [member]) : SchemaUnit(member),
        member: member
      )
    }
    variants.append(
      Variant(
        unit: SchemaUnit(first: base.id, others: [], resolvedUnions: [base.id]),
        member: base.id,
        isBase: true
      )
    )
    return declareUnion(
      variants,
      of: unit,
      base.discriminator,
      context,
      direction: direction,
      early: early
    )
  }

  private func declareUnion(
    _ variants: [Variant],
    of unit: SchemaUnit,
    _ discriminator: Schema.Discriminator?,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let name = claim(unit, context, direction: direction)
    early(.named(name))
    let inner = NameContext(
      parent: name.components,
      hint: "",
      direction: context.direction,
      home: context.home
    )
    let tagKey = discriminator?.propertyName ?? commonTag(variants)
    var cases: [UnionType.Case] = []
    var seen: [TypeReference: Int] = [:]
    let allTags = tagKey.map { self.tags(of: variants, key: $0, discriminator) }
    for (position, variant) in variants.enumerated() {
      let tags = allTags?[position] ?? []
      // The base of a family of its own is named there.
      if !variant.unit.resolvedUnions.isEmpty, !variant.isBase, variant.unit.others.isEmpty {
        declareComponent(variant.member)
      }
      let hint = variant.isBase ? "Base" : variantName(variant, tags: tags)
      let payload = type(variant.unit, inner.nested(hint))
      if let index = seen[payload] {
        cases[index].tags += tags.filter { !cases[index].tags.contains($0) }
        continue
      }
      seen[payload] = cases.count
      var item = UnionType.Case(name: "", payload: payload, tags: tags)
      if variant.isBase {
        item.documentation = Documentation(summary: "None of the others.")
      } else {
        item.documentation = Docs.text(document[variant.member].title)
      }
      cases.append(item)
    }
    nameCases(&cases)
    if cases.count == 1, tagKey == nil {
      // All variants turned out to be one type: the name stays, as an alias.
      declare(name, unit, .alias(cases[0].payload))
      return .named(name)
    }
    var union = UnionType(discriminator: tagKey, cases: cases)
    if cases.contains(where: { $0.name == "unknown" }) { union.unknownName = "unrecognized" }
    if let target = discriminator?.defaultMapping {
      let payload = type(target, inner).type
      union.defaultCase = cases.first { $0.payload == payload }?.name
    }
    declare(name, unit, .union(union))
    return .named(name)
  }

  // MARK: Variants

  struct Variant {
    var unit: SchemaUnit
    /// The schema of the member itself.
    var member: SchemaID
    /// Whether it is what the other variants extend.
    var isBase = false
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
      let isShaped = merged(id).isObject || merged(id).isAny
      guard hasSiblings, isShaped, !unit.ids.contains(id) else {
        return Variant(unit: SchemaUnit(id), member: id)
      }
      let joined = SchemaUnit(
        first: unit.first,
        others: unit.others + [id],
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

  /// Enums, constants and the plain type they are of, together: one open enum with all values.
  private func openEnum(
    _ group: MergedSchema.UnionGroup,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    early: (TypeReference) -> Void
  ) -> TypeReference? {
    guard schema.properties.isEmpty else { return nil }
    var values: [Node] = []
    var descriptions: [Int: String] = [:]
    var stated: Schema.Types = []
    var isOpen = false
    for member in group.members {
      let id = resolve(member).id
      let other = merged(id)
      guard other.unions.isEmpty, !other.isObject, !other.isArray, other.format == nil else {
        return nil
      }
      let literals = (other.enumeration ?? other.const.map { [$0] } ?? []).filter { !$0.isNull }
      stated.formUnion(other.valueTypes)
      if literals.isEmpty, other.valueTypes.isEmpty { return nil }
      if literals.isEmpty, other.valueTypes != .null { isOpen = true }
      if literals.count == 1 {
        let own = document[document.unit(member)]
        descriptions[values.count] = own.title ?? own.description
      }
      values += literals
    }
    if values.isEmpty { return nil }
    let isText = values.allSatisfy { $0.kind == .string } && stated.isSubset(of: .string)
    let isInteger =
      values.allSatisfy { $0.kind == .int && $0.int != nil } && stated.isSubset(of: .integer)
    guard isText || isInteger else { return nil }
    let name = claim(unit, context, direction: .read)
    early(.named(name))
    declareEnum(name, unit, schema, values, descriptions: descriptions, isOpen: isOpen)
    return .named(name)
  }
}
