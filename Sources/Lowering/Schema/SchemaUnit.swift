import OpenAPI
import SpecTree

/// Schemas that all hold for one value: what one type is made of.
///
/// Usually a single schema. Several where a property is declared by more than one `allOf` member,
/// or where properties stand beside a `oneOf` and join each of its variants.
struct SchemaUnit: Hashable {
  /// The first of the schemas, all of which hold.
  var first: SchemaID
  /// The others.
  var others: [SchemaID] = []
  /// Those whose `oneOf` and `anyOf` are already taken care of.
  var resolvedUnions: [SchemaID] = []

  init(_ id: SchemaID) { first = id }

  /// Joins schemas.
  init(first: SchemaID, others: [SchemaID], resolvedUnions: [SchemaID] = []) {
    self.first = first
    self.others = others
    self.resolvedUnions = resolvedUnions
  }

  /// All the schemas.
  var ids: [SchemaID] { [first] + others }

  /// The schema whose texts and place count.
  var last: SchemaID { others.last ?? first }

  /// The one schema, where it is just that.
  var single: SchemaID? { others.isEmpty && resolvedUnions.isEmpty ? first : nil }

  /// The same schemas as something nested, which takes a nested name.
  var inline: SchemaUnit {
    SchemaUnit(first: first, others: others + ids, resolvedUnions: resolvedUnions)
  }
}
