import Diagnostics
import SpecTree

// The keywords of schemas that hold more than a scalar.

extension DocumentReader {
  /// Schemas by name.
  func properties(_ field: Field) -> [Schema.Property] {
    let fields = members(field, of: "schemas by name")
    var properties: [Schema.Property] = []
    properties.reserveCapacity(field.value.count)
    for member in fields {
      // Extensions of the whole list, which name no property.
      if member.isVendor, member.value.kind != .mapping { continue }
      properties.append(Schema.Property(name: member.key, schema: schema(at: member.value)))
    }
    return properties
  }

  /// A list of schemas.
  func schemas(_ field: Field) -> [SchemaReference] {
    let value = field.value
    switch value.kind {
    case .sequence: return value.elements.map { schema(at: $0) }
    case .mapping where schemaReferenceEntry(value) != nil || value["type"] != nil:
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be a list of schemas, not one; it is taken as a list of one",
        at: value
      )
      return [schema(at: value)]
    case .null: return []
    default:
      reportShape(field, expected: "a list of schemas")
      return []
    }
  }

  func readRequired(_ field: Field, into draft: inout SchemaDraft) {
    guard draft.role == .schema else { return }
    if field.value.kind == .bool {
      report(
        .warning,
        .wrongShape,
        "`required` should list the names of required properties, in the object that has them; it"
          + " is ignored",
        at: field.value
      )
      return
    }
    var seen = NameSet()
    for name in words(field, of: "the names of required properties") {
      if seen.insert(name) {
        draft.keywords.required.append(name)
      } else {
        report(
          .warning,
          .duplicateValue,
          "`\(name)` is listed twice as required",
          at: field.value
        )
      }
    }
  }

  func readAdditionalProperties(_ field: Field, into draft: inout SchemaDraft) {
    let value = field.value
    switch value.kind {
    case .mapping where value.count == 0: draft.keywords.additionalProperties = .allowed
    case .mapping: draft.keywords.additionalProperties = .schema(schema(at: value))
    case .null: break
    default:
      switch flag(field) {
      case true?: draft.keywords.additionalProperties = .allowed
      case false?: draft.keywords.additionalProperties = .forbidden
      case nil: break
      }
    }
  }

  func readItems(_ field: Field, into draft: inout SchemaDraft) {
    let value = field.value
    switch value.kind {
    case .sequence:
      readItemList(value, into: &draft)
    case .null: break
    default:
      // The `items` of a Swagger 2.0 parameter may have a `collectionFormat`.
      let role: SchemaTable.Role = draft.role == .schema ? .schema : .formField
      draft.keywords.items = schema(at: value, role: role)
    }
  }

  /// Reads a list of `items`, which JSON Schema before 2020 had for tuples.
  ///
  /// OpenAPI up to 3.0 never had tuples: there a list means sometimes that, and more often
  /// alternatives.
  private func readItemList(_ list: Node, into draft: inout SchemaDraft) {
    let elements = list.elements
    if let only = elements.first, elements.count == 1 {
      report(
        .warning,
        .repairedShape,
        "`items` should be one schema, not a list; it is taken as the only one there",
        at: list
      )
      draft.keywords.items = schema(at: only)
    } else if generation >= .openAPI31 {
      report(
        .warning,
        .repairedShape,
        "`items` should be one schema, not a list; the list is taken as the first elements, in"
          + " order",
        at: list,
        fix: "write `prefixItems`"
      )
      draft.keywords.prefixItems = elements.map { schema(at: $0) }
    } else {
      report(
        .warning,
        .wrongShape,
        "`items` should be one schema, not a list; any JSON is taken",
        at: list
      )
      draft.hasItemList = true
    }
  }

  func readEnumeration(_ field: Field, into draft: inout SchemaDraft) {
    let values = nodes(field, of: "values")
    guard !values.isEmpty else {
      report(
        .warning,
        .wrongShape,
        "`enum` lists no value; it is ignored",
        at: field.value
      )
      return
    }
    var seen: [UInt64: [Node]] = [:]
    var distinct: [Node] = []
    distinct.reserveCapacity(values.count)
    for value in values {
      let hash = value.structuralHash
      if let earlier = seen[hash]?.first(where: { $0.isEqual(to: value) }) {
        report(
          .warning,
          .duplicateValue,
          "the value `\(value.text)` is listed twice",
          at: value,
          notes: [.init("first listed here", at: earlier.location)]
        )
      } else {
        seen[hash, default: []].append(value)
        distinct.append(value)
      }
    }
    draft.keywords.enumeration = distinct
  }

  // MARK: Limits

  func readConstraint(_ field: Field, into draft: inout SchemaDraft) -> Bool {
    guard let keyword = Schema.Constraint.Keyword(field.keyword) else { return false }
    draft.keywords.isAnnotationOnly = false
    let value = field.value
    switch (keyword, value.kind) {
    case (.exclusiveMinimum, .bool): draft.excludesMinimum = value.bool ?? false
    case (.exclusiveMaximum, .bool): draft.excludesMaximum = value.bool ?? false
    case (.pattern, .string), (.uniqueItems, .bool), (_, .int), (_, .float):
      draft.keywords.constraints.append(Schema.Constraint(keyword: keyword, value: value))
    case (_, .null): break
    case (_, .string) where Double(value.text) != nil && keyword != .uniqueItems:
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be a number, not text; it is taken as \(value.text)",
        at: value
      )
      draft.keywords.constraints.append(Schema.Constraint(keyword: keyword, value: value))
    default:
      let expected =
        keyword == .pattern ? "text" : keyword == .uniqueItems ? "true or false" : "a number"
      reportShape(field, expected: expected)
    }
    return true
  }

  // MARK: What needs several keywords

  /// Settles what keywords mean together.
  func finish(_ draft: inout SchemaDraft) {
    if draft.excludesMinimum { exclude(.minimum, .exclusiveMinimum, in: &draft) }
    if draft.excludesMaximum { exclude(.maximum, .exclusiveMaximum, in: &draft) }
    if draft.keywords.isNullable { draft.keywords.types.insert(.null) }
    if let rest = draft.additionalItems, !draft.keywords.prefixItems.isEmpty,
      draft.keywords.items == nil
    {
      draft.keywords.items = schema(at: rest)
    }
    if draft.keywords.types.contains(.array), draft.keywords.items == nil, !draft.hasItemList,
      draft.keywords.prefixItems.isEmpty, generation < .openAPI31, draft.keywords.base == nil,
      draft.keywords.allOf.isEmpty, draft.keywords.oneOf.isEmpty, draft.keywords.anyOf.isEmpty
    {
      report(
        .warning,
        .arrayWithoutItems,
        "an array should say what it holds; any JSON is taken for its elements",
        at: draft.node,
        fix: "add `items`"
      )
    }
  }

  private func exclude(
    _ limit: Schema.Constraint.Keyword,
    _ exclusive: Schema.Constraint.Keyword,
    in draft: inout SchemaDraft
  ) {
    for (position, constraint) in draft.keywords.constraints.enumerated()
    where constraint.keyword == limit {
      draft.keywords.constraints[position] = Schema.Constraint(
        keyword: exclusive,
        value: constraint.value
      )
    }
  }

  /// Reports required names that no property has.
  ///
  /// Where schemas are combined, another one may declare the property; nothing is said there.
  func checkRequired(_ schemas: [Schema]) {
    // Variants written beside properties have these, too.
    var joined: Set<SchemaID> = []
    for schema in schemas where !schema.properties.isEmpty {
      for variant in schema.oneOf + schema.anyOf where !variant.isReference {
        joined.insert(variant.id)
      }
    }
    for schema in schemas
    where !schema.required.isEmpty && !self.schemas.members.contains(schema.id)
      && !joined.contains(schema.id)
    {
      guard schema.base == nil, schema.allOf.isEmpty, schema.oneOf.isEmpty, schema.anyOf.isEmpty,
        schema.patternProperties.isEmpty, !schema.properties.isEmpty
      else { continue }
      var names = NameSet(schema.properties.map(\.name))
      for name in schema.required where !names.contains(name) {
        let suggestion = Suggestion.nearest(to: name, in: schema.properties.lazy.map(\.name))
        let outcome =
          schema.additionalProperties == .forbidden
          ? "and others are not allowed; it is left out"
          : "but there is no such property; it is offered and not asked for"
        report(
          .warning,
          .requiredWithoutProperty,
          "`\(name)` is required, \(outcome)",
          at: requiredNode(name, of: schema),
          fix: suggestion.map { "did you mean `\($0)`?" }
        )
      }
    }
  }

  private func requiredNode(_ name: String, of schema: Schema) -> Node {
    let list = schema.node["required"] ?? schema.node
    return list.elements.first { $0.string == name } ?? list
  }

  // MARK: Discriminators and XML

  func discriminator(_ field: Field) -> Schema.Discriminator? {
    let value = field.value
    var discriminator = Schema.Discriminator(node: value)
    if let name = value.string {
      if !isSwagger {
        report(
          .warning,
          .repairedShape,
          "`discriminator` should be an object with `propertyName`; `\(name)` is taken as that",
          at: value
        )
      }
      discriminator.propertyName = name
      return name.isEmpty ? nil : discriminator
    }
    guard isObject(value, .discriminator) else { return nil }
    for member in fields(of: value) {
      switch member.keyword {
      case .propertyName: discriminator.propertyName = text(member) ?? ""
      case .mapping:
        for entry in members(member, of: "schemas by value") {
          guard let target = mappedSchema(entry) else { continue }
          discriminator.mapping.append(.init(value: entry.key, schema: target))
        }
      case .defaultMapping: discriminator.defaultMapping = mappedSchema(member)
      default: other(member, in: .discriminator, &discriminator.extensions)
      }
    }
    guard !discriminator.propertyName.isEmpty else {
      report(
        .warning,
        .missingKeyword,
        "a discriminator needs `propertyName`; it is left out",
        at: value
      )
      return nil
    }
    return discriminator
  }

  /// The schema that a value of a mapping names: by its name first, then by a reference.
  private func mappedSchema(_ field: Field) -> SchemaReference? {
    guard let text = word(field) else { return nil }
    let holder = field.value
    let pointer = JSONPointer(isSwagger ? ["definitions", text] : ["components", "schemas", text])
    if let node = root.root.resolve(pointer) { return schema(at: node, name: text) }
    switch resolve(text, in: holder, to: .schema) {
    case .success(let target):
      let place = schema(at: target.node, name: target.name)
      return SchemaReference(
        node: holder,
        id: place.siblings ?? place.id,
        isReference: true,
        siblings: nil
      )
    case .failure:
      report(
        .warning,
        .danglingReference,
        "there is no schema `\(text)` for the value `\(field.key)`; the value is left out",
        at: holder
      )
      return nil
    }
  }

  func xml(_ field: Field) -> Schema.XML? {
    guard isObject(field.value, .xml) else { return nil }
    var xml = Schema.XML(node: field.value)
    for member in fields(of: field.value) {
      switch member.keyword {
      case .name: xml.name = text(member)
      case .namespace: xml.namespace = text(member)
      case .prefix: xml.prefix = text(member)
      case .attribute: xml.isAttribute = flag(member) ?? false
      case .wrapped: xml.isWrapped = flag(member) ?? false
      case .nodeType: xml.nodeType = text(member)
      default: other(member, in: .xml, &xml.extensions)
      }
    }
    return xml
  }
}

extension Schema.Constraint.Keyword {
  init?(_ keyword: Keyword) {
    switch keyword {
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    case .exclusiveMinimum: self = .exclusiveMinimum
    case .exclusiveMaximum: self = .exclusiveMaximum
    case .multipleOf: self = .multipleOf
    case .minLength: self = .minLength
    case .maxLength: self = .maxLength
    case .pattern: self = .pattern
    case .minItems: self = .minItems
    case .maxItems: self = .maxItems
    case .uniqueItems: self = .uniqueItems
    case .minContains: self = .minContains
    case .maxContains: self = .maxContains
    case .minProperties: self = .minProperties
    case .maxProperties: self = .maxProperties
    default: return nil
    }
  }
}
