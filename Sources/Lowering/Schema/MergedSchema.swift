import OpenAPI
import SpecTree

/// What several schemas say together.
final class MergedSchema {
  fileprivate(set) var types: Schema.Types = []
  fileprivate(set) var isNullable = false
  fileprivate(set) var format: String?
  fileprivate(set) var enumeration: [Node]?
  fileprivate(set) var const: Node?
  fileprivate(set) var properties: [MergedProperty] = []
  fileprivate(set) var required: [String] = []
  fileprivate(set) var additional: Schema.AdditionalProperties = .unstated
  fileprivate(set) var patterns: [Schema.Property] = []
  fileprivate(set) var items: SchemaReference?
  fileprivate(set) var prefixItems: [SchemaReference] = []
  fileprivate(set) var unions: [UnionGroup] = []
  fileprivate(set) var isNever = false
  fileprivate(set) var contentEncoding: String?
  fileprivate(set) var maximum: Double?
  fileprivate(set) var minimum: Double?
  /// The schemas merged, outermost first.
  fileprivate(set) var sources: [Schema] = []
  /// A schema whose types contradict those of the ones before it.
  fileprivate(set) var contradiction: Schema?

  /// A property with every schema that describes it.
  struct MergedProperty {
    var name: String
    var schemas: [SchemaReference]
    /// Which of the unit's schemas declares it first.
    var root: Int
  }

  /// A `oneOf` or `anyOf` and the schema it stands in.
  struct UnionGroup {
    var owner: SchemaID
    var members: [SchemaReference]
    /// Whether several may hold at once.
    var isAnyOf: Bool
    var discriminator: Schema.Discriminator?
  }

  var isObject: Bool {
    // That other keys are forbidden describes no object as long as there are no keys.
    types.contains(.object) || !properties.isEmpty || !patterns.isEmpty
      || additional != .unstated && additional != .forbidden
  }

  var isArray: Bool { types.contains(.array) || items != nil || !prefixItems.isEmpty }

  /// The types stated, without null.
  var valueTypes: Schema.Types { types.subtracting(.null) }

  /// Whether nothing is said about the value.
  var isAny: Bool {
    valueTypes.isEmpty && !isObject && !isArray && enumeration == nil && const == nil
      && unions.isEmpty && required.isEmpty
  }

  /// A property by its key.
  func property(_ key: String) -> MergedProperty? { properties.first { $0.name == key } }
}

extension Document {
  /// The schema a reference means, with what stands beside the `$ref`.
  func unit(_ reference: SchemaReference) -> SchemaID { reference.siblings ?? reference.id }

  /// What the schemas of a unit say together, `allOf` and `$ref` siblings included.
  func merged(_ unit: SchemaUnit) -> MergedSchema {
    var merging = Merging(resolved: unit.resolvedUnions)
    merging.merge(unit.first, in: self)
    for id in unit.others {
      merging.root += 1
      merging.merge(id, in: self)
    }
    merging.result.isNullable = allowsNull(unit.first) && unit.others.allSatisfy { allowsNull($0) }
    return merging.result
  }

  /// Whether a schema allows null and nothing else.
  func isNullSchema(_ reference: SchemaReference) -> Bool {
    let schema = self[unit(reference)]
    if schema.isNullOnly { return true }
    if let values = schema.enumeration, !values.isEmpty { return values.allSatisfy(\.isNull) }
    return schema.const?.isNull == true
  }

  /// Whether a schema allows null beside other values.
  func allowsNull(_ id: SchemaID) -> Bool {
    var visited: [SchemaID] = []
    return allowsNull(id, &visited)
  }

  private func allowsNull(_ id: SchemaID, _ visited: inout [SchemaID]) -> Bool {
    let schema = self[id]
    if schema.isNullable { return true }
    if schema.enumeration?.contains(where: \.isNull) == true || schema.const?.isNull == true {
      return true
    }
    let isPlain =
      schema.base == nil && schema.allOf.isEmpty && schema.oneOf.isEmpty && schema.anyOf.isEmpty
    if isPlain || visited.contains(id) { return false }
    visited.append(id)
    for variants in [schema.oneOf, schema.anyOf] {
      for variant in variants
      where isNullSchema(variant) || allowsNull(unit(variant), &visited)
        || self[unit(variant)].isBare
      { return true }
    }
    // What states a type of its own decides for itself.
    guard schema.types.isEmpty, schema.enumeration == nil else { return false }
    if let base = schema.base, allowsNull(unit(base), &visited) { return true }
    return !schema.allOf.isEmpty && schema.allOf.allSatisfy { allowsNull(unit($0), &visited) }
  }
}

/// Adds up schemas.
///
/// The document is passed along: keeping it would copy it for each of thousands of schemas.
private struct Merging {
  let resolved: [SchemaID]
  let result = MergedSchema()
  var root = 0
  private var visited: [SchemaID] = []

  init(resolved: [SchemaID]) { self.resolved = resolved }

  /// Adds a schema and what it is made of.
  mutating func merge(_ id: SchemaID, in document: Document) {
    if visited.contains(id) { return }
    visited.append(id)
    let schema = document[id]
    result.sources.append(schema)
    if let base = schema.base { merge(document.unit(base), in: document) }
    for member in schema.allOf { merge(document.unit(member), in: document) }
    add(schema)
    if schema.oneOf.isEmpty && schema.anyOf.isEmpty || resolved.contains(id) { return }
    for (members, isAnyOf) in [(schema.oneOf, false), (schema.anyOf, true)] where !members.isEmpty {
      let rest = members.filter { !document.isNullSchema($0) }
      // A variant that extends its own union is what it is: the choice is made.
      let isMade = rest.contains {
        visited.contains(document.unit($0)) || visited.contains($0.id)
      }
      if rest.isEmpty || isMade { continue }
      result.unions.append(
        .init(owner: id, members: rest, isAnyOf: isAnyOf, discriminator: schema.discriminator)
      )
    }
  }

  private func add(_ schema: Schema) {
    narrow(by: schema)
    if schema.boolean == false { result.isNever = true }
    if let format = schema.format { result.format = format }
    if let encoding = schema.contentEncoding { result.contentEncoding = encoding }
    if let values = schema.enumeration {
      let kept = result.enumeration?.filter { old in values.contains { $0.isEqual(to: old) } }
      result.enumeration = kept.map { $0.isEmpty ? values : $0 } ?? values
    }
    if let const = schema.const { result.const = const }
    if result.properties.isEmpty {
      result.properties = schema.properties.map {
        .init(name: $0.name, schemas: [$0.schema], root: root)
      }
    } else {
      addProperties(of: schema)
    }
    if result.required.isEmpty {
      result.required = schema.required
    } else {
      for name in schema.required where !result.required.contains(name) {
        result.required.append(name)
      }
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
    for constraint in schema.constraints {
      switch constraint.keyword {
      case .maximum: result.maximum = constraint.value.double ?? result.maximum
      case .minimum: result.minimum = constraint.value.double ?? result.minimum
      default: break
      }
    }
  }

  private func addProperties(of schema: Schema) {
    for property in schema.properties {
      if let index = result.properties.firstIndex(where: { $0.name == property.name }) {
        result.properties[index].schemas.append(property.schema)
      } else {
        result.properties.append(
          .init(name: property.name, schemas: [property.schema], root: root)
        )
      }
    }
  }

  /// Keeps the types allowed by both; the later where they contradict.
  private func narrow(by schema: Schema) {
    let values = schema.types.subtracting(.null)
    let old = result.types.subtracting(.null)
    if values.isEmpty {
      result.types.formUnion(schema.types)
    } else if old.isEmpty {
      result.types = schema.types.union(result.types.intersection(.null))
    } else {
      var both = Self.withIntegers(old).intersection(Self.withIntegers(values))
      if both.contains(.number) { both.remove(.integer) }
      if both.isEmpty { result.contradiction = schema }
      result.types = both.isEmpty ? values : both
    }
  }

  private static func withIntegers(_ types: Schema.Types) -> Schema.Types {
    types.contains(.number) ? types.union(.integer) : types
  }
}
