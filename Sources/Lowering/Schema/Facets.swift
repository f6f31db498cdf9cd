import OpenAPI

extension SchemaLowering {
  /// The unit of all members of an `anyOf` whose members are facets of one object.
  ///
  /// They are where none demands a key or forbids others: nothing tells such members apart, and
  /// values have keys of several.
  func facets(of group: MergedSchema.UnionGroup, _ unit: SchemaUnit) -> SchemaUnit? {
    guard group.isAnyOf else { return nil }
    let members = group.members.map { resolve($0).id }.filter { !merged($0).isAny }
    let areFacets = members.allSatisfy { id in
      let schema = merged(id)
      return !schema.properties.isEmpty && schema.required.isEmpty && schema.unions.isEmpty
        && schema.valueTypes.subtracting(.object).isEmpty && schema.contradiction == nil
        && (schema.additional == .unstated || schema.additional == .allowed)
        && !hasConstants(schema)
    }
    guard members.count > 1, areFacets, agree(members) else { return nil }
    return SchemaUnit(
      first: unit.first,
      others: unit.others + members.filter { !unit.ids.contains($0) },
      resolvedUnions: unit.resolvedUnions + [group.owner]
    )
  }

  /// Whether a property says by a constant which variant it belongs to.
  private func hasConstants(_ schema: MergedSchema) -> Bool {
    schema.properties.contains { property in
      property.schemas.contains { reference in
        let inner = merged(reference)
        return inner.const != nil || inner.enumeration?.count == 1
      }
    }
  }

  /// Whether what several facets declare is the same in all of them.
  private func agree(_ members: [SchemaID]) -> Bool {
    var known: [String: SchemaID] = [:]
    for property in members.flatMap({ merged($0).properties }) {
      for id in property.schemas.map({ resolve($0).id }) {
        guard let other = known.updateValue(id, forKey: property.name), other != id else {
          continue
        }
        let (left, right) = (merged(id), merged(other))
        let isSame =
          left.valueTypes == right.valueTypes && left.format == right.format
          && [left, right].allSatisfy { !$0.isObject && !$0.isArray && $0.enumeration == nil }
        if !isSame { return false }
      }
    }
    return true
  }
}
