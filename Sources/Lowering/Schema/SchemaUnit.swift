import OpenAPI
import SpecTree

/// Schemas that all hold for one value: what one type is made of.
///
/// Usually a single schema. Several where a property is declared by more than one `allOf` member,
/// or where properties stand beside a `oneOf` and join each of its variants.
struct SchemaUnit: Hashable {
  /// The schemas, all of which hold.
  var ids: [SchemaID]
  /// Those whose `oneOf` and `anyOf` are already taken care of.
  var resolvedUnions: [SchemaID] = []

  init(_ id: SchemaID) { ids = [id] }
  init(_ ids: [SchemaID], resolvedUnions: [SchemaID] = []) {
    self.ids = ids
    self.resolvedUnions = resolvedUnions
  }
}

extension SchemaUnit {
  /// The same schemas as something nested, which takes a nested name.
  var inline: SchemaUnit { SchemaUnit(ids + ids, resolvedUnions: resolvedUnions) }
}
