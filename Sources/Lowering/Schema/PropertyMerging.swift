import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// The narrowest of a property's schemas, or a unit of all where they are objects.
  func narrowed(
    _ property: MergedSchema.MergedProperty
  ) -> (SchemaReference, SchemaUnit?) {
    let first = property.schemas[0]
    guard property.schemas.count > 1 else { return (first, nil) }
    let telling = self.telling(property.schemas)
    if telling.count == 1 { return (telling[0], nil) }
    let schemas = telling.map { merged($0) }
    if schemas.allSatisfy({ $0.isObject && $0.enumeration == nil }) {
      return (
        telling[0],
        SchemaUnit(
          first: resolve(telling[0]).id,
          others: telling.dropFirst().map { resolve($0).id }
        )
      )
    }
    var best = 0
    for index in schemas.indices.dropFirst()
    where precision(schemas[index]) >= precision(schemas[best]) { best = index }
    return (telling[best], nil)
  }

  /// The references that say something which none of the others says.
  private func telling(_ references: [SchemaReference]) -> [SchemaReference] {
    var result: [SchemaReference] = []
    for (position, reference) in references.enumerated() {
      let id = resolve(reference).id
      let isSaid = references.enumerated().contains { other, otherReference in
        let otherID = resolve(otherReference).id
        if otherID == id { return other > position }
        let schema = merged(otherID)
        return schema.sources.contains { $0.id == id }
          || isPlainObject(merged(id)) && schema.isObject
            && (!isPlainObject(schema) || other > position)
          || merged(id).isAny && (!schema.isAny || other > position)
      }
      if !isSaid { result.append(reference) }
    }
    return result.isEmpty ? [references[references.count - 1]] : result
  }

  /// Whether a schema says no more than that the value is an object.
  private func isPlainObject(_ schema: MergedSchema) -> Bool {
    schema.types.contains(.object) && schema.properties.isEmpty && schema.required.isEmpty
      && schema.additional == .unstated && schema.patterns.isEmpty && schema.unions.isEmpty
  }

  /// How much a schema says: its sort, and of two enums the shorter says more.
  private func precision(_ schema: MergedSchema) -> Int {
    if schema.isAny { return 0 }
    if schema.const != nil { return 6 << 16 }
    if let values = schema.enumeration { return (6 << 16) - min(values.count, 1 << 16) }
    if schema.format != nil { return 4 << 16 }
    if schema.valueTypes == .integer { return 3 << 16 }
    return (schema.items.map { document[document.unit($0)].isBare } ?? true ? 2 : 3) << 16
  }

  /// Whether schemas contradict the narrowest of them; reported with both places.
  func isConflict(
    _ property: MergedSchema.MergedProperty,
    keeping best: SchemaReference
  ) -> Bool {
    let kept = merged(best)
    for reference in property.schemas where reference != best {
      let other = merged(reference)
      if Self.agree(kept, other) { continue }
      report.note(
        reference.node,
        .allOfConflict,
        "`\(property.name)` is declared with types that no value has at once; it is read as any "
          + "JSON value",
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
