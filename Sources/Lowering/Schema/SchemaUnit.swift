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

/// What several schemas say together.
struct MergedSchema {
  var types: Schema.Types = []
  var isNullable = false
  var format: String?
  var enumeration: [Node]?
  var const: Node?
  var properties: [MergedProperty] = []
  var required: [String] = []
  var additional: Schema.AdditionalProperties = .unstated
  var patterns: [Schema.Property] = []
  var items: SchemaReference?
  var prefixItems: [SchemaReference] = []
  var unions: [UnionGroup] = []
  var isNever = false
  var contentEncoding: String?
  var maximum: Double?
  var minimum: Double?
  /// The schemas merged, outermost first.
  var sources: [Schema] = []

  /// A property with every schema that describes it.
  struct MergedProperty {
    var name: String
    var schemas: [SchemaReference]
  }

  /// A `oneOf` or `anyOf` and the schema it stands in.
  struct UnionGroup {
    var owner: SchemaID
    var members: [SchemaReference]
    var discriminator: Schema.Discriminator?
  }

  var isObject: Bool {
    types.contains(.object) || !properties.isEmpty || additional != .unstated || !patterns.isEmpty
  }

  var isArray: Bool { types.contains(.array) || items != nil || !prefixItems.isEmpty }

  /// The types stated, without null.
  var valueTypes: Schema.Types { types.subtracting(.null) }

  /// Whether nothing is said about the value.
  var isAny: Bool {
    valueTypes.isEmpty && !isObject && !isArray && enumeration == nil && const == nil
      && unions.isEmpty && required.isEmpty
  }
}

extension Document {
  /// The schema a reference means, with what stands beside the `$ref`.
  func unit(_ reference: SchemaReference) -> SchemaID { reference.siblings ?? reference.id }

  /// What the schemas of a unit say together, `allOf` and `$ref` siblings included.
  func merged(_ unit: SchemaUnit) -> MergedSchema {
    var result = MergedSchema()
    var visited: Set<SchemaID> = []
    var nullVotes: [Bool] = []
    for id in unit.ids {
      nullVotes.append(merge(id, into: &result, visited: &visited, without: unit.resolvedUnions))
    }
    result.isNullable = !nullVotes.isEmpty && nullVotes.allSatisfy { $0 }
    return result
  }

  /// Adds a schema and what it is made of.
  ///
  /// - Returns: whether the schema allows null.
  private func merge(
    _ id: SchemaID,
    into result: inout MergedSchema,
    visited: inout Set<SchemaID>,
    without resolved: [SchemaID]
  ) -> Bool {
    guard visited.insert(id).inserted else { return true }
    let schema = self[id]
    result.sources.append(schema)
    let isTransparent = schema.types.subtracting(.null).isEmpty && schema.enumeration == nil
    var allowsNull = schema.isNullable
    if let base = schema.base {
      let baseAllows = merge(unit(base), into: &result, visited: &visited, without: resolved)
      if isTransparent { allowsNull = allowsNull || baseAllows }
    }
    var memberVotes: [Bool] = []
    for member in schema.allOf {
      memberVotes.append(merge(unit(member), into: &result, visited: &visited, without: resolved))
    }
    if !memberVotes.isEmpty, isTransparent, memberVotes.allSatisfy({ $0 }) { allowsNull = true }
    add(schema, to: &result)
    if !resolved.contains(id) {
      for members in [schema.oneOf, schema.anyOf] where !members.isEmpty {
        let rest = members.filter { !isNullSchema($0) }
        if rest.count < members.count { allowsNull = true }
        if !rest.isEmpty {
          result.unions.append(
            .init(owner: id, members: rest, discriminator: schema.discriminator)
          )
        }
      }
    }
    if schema.enumeration?.contains(where: \.isNull) == true { allowsNull = true }
    if schema.const?.isNull == true { allowsNull = true }
    return allowsNull
  }

  /// Whether a schema allows null and nothing else.
  func isNullSchema(_ reference: SchemaReference) -> Bool {
    let schema = self[unit(reference)]
    if schema.isNullOnly { return true }
    if let values = schema.enumeration, !values.isEmpty { return values.allSatisfy(\.isNull) }
    return schema.const?.isNull == true
  }

  private func add(_ schema: Schema, to result: inout MergedSchema) {
    result.types = Self.narrowed(result.types, by: schema.types)
    if schema.boolean == false { result.isNever = true }
    if let format = schema.format { result.format = format }
    if let encoding = schema.contentEncoding { result.contentEncoding = encoding }
    if let values = schema.enumeration {
      let kept = result.enumeration?.filter { old in values.contains { $0.isEqual(to: old) } }
      result.enumeration = kept.map { $0.isEmpty ? values : $0 } ?? values
    }
    if let const = schema.const { result.const = const }
    for property in schema.properties {
      if let index = result.properties.firstIndex(where: { $0.name == property.name }) {
        result.properties[index].schemas.append(property.schema)
      } else {
        result.properties.append(.init(name: property.name, schemas: [property.schema]))
      }
    }
    for name in schema.required where !result.required.contains(name) {
      result.required.append(name)
    }
    switch schema.additionalProperties {
    case .unstated: break
    case .schema: result.additional = schema.additionalProperties
    case .allowed, .forbidden:
      if case .schema = result.additional { break }
      result.additional = schema.additionalProperties
    }
    result.patterns += schema.patternProperties
    if let items = schema.items { result.items = items }
    if !schema.prefixItems.isEmpty { result.prefixItems = schema.prefixItems }
    if let limit = schema.constraint(.maximum)?.double { result.maximum = limit }
    if let limit = schema.constraint(.minimum)?.double { result.minimum = limit }
  }

  /// The types allowed by both; the later where they contradict.
  private static func narrowed(_ left: Schema.Types, by right: Schema.Types) -> Schema.Types {
    let values = right.subtracting(.null)
    let old = left.subtracting(.null)
    if values.isEmpty { return left.union(right) }
    if old.isEmpty { return right.union(left.intersection(.null)) }
    if old == .number && values == .integer || old == .integer && values == .number {
      return .integer
    }
    let both = old.intersection(values)
    return both.isEmpty ? values : both
  }
}
