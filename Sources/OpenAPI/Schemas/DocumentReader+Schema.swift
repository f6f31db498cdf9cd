import Diagnostics
import SpecTree

/// A schema half read.
struct SchemaDraft {
  var keywords = Schema.Keywords()
  let node: Node
  let role: SchemaTable.Role
  /// Swagger 2.0 and 3.0 `exclusiveMinimum: true`.
  var excludesMinimum = false
  var excludesMaximum = false
  /// `items` is a list that means nothing certain.
  var hasItemList = false
  /// `additionalItems`, which counts only beside a list of `items`.
  var additionalItems: Node?

  init(node: Node, role: SchemaTable.Role) {
    self.node = node
    self.role = role
  }
}

extension DocumentReader {
  /// Reads all schemas that were met, and those met on the way.
  func readSchemas() -> [Schema] {
    var read: [Schema] = []
    read.reserveCapacity(schemas.slots.count * 4)
    while read.count < schemas.slots.count {
      let index = read.count
      let keywords: Schema.Keywords
      if let made = schemas.made(index) {
        keywords = made
      } else {
        let slot = schemas.slots[index]
        keywords = readSchema(slot.node, role: slot.role)
      }
      let slot = schemas.slots[index]
      read.append(
        Schema(id: SchemaID(index: index), node: slot.node, name: slot.name, keywords: keywords)
      )
    }
    checkRequired(read)
    checkDefaults(read)
    return read
  }

  private func readSchema(_ node: Node, role: SchemaTable.Role) -> Schema.Keywords {
    var draft = SchemaDraft(node: node, role: role)
    switch node.kind {
    case .mapping: readKeywords(&draft)
    case .bool:
      draft.keywords.boolean = node.bool
      if node.bool == false { draft.keywords.isAnnotationOnly = false }
    default: readNoSchema(node, into: &draft)
    }
    // Taken out, not copied: keywords hold many references.
    var keywords = Schema.Keywords()
    swap(&keywords, &draft.keywords)
    return keywords
  }

  /// Reads what is no schema: the name of a type alone, or nothing that means anything.
  private func readNoSchema(_ node: Node, into draft: inout SchemaDraft) {
    if let name = node.string, let type = TypeSpelling.known[name.lowercased()],
      !type.types.isEmpty
    {
      report(
        .warning,
        .repairedShape,
        "a schema should be an object; `\(name)` is taken as its type",
        at: node,
        fix: "write `type: \(type.spelling)`"
      )
      draft.keywords.types = type.types
      draft.keywords.format = type.format
      draft.keywords.isAnnotationOnly = false
      return
    }
    report(
      .warning,
      .wrongShape,
      "a schema should be an object, not \(Self.describe(node)); any JSON is taken for it",
      at: node
    )
  }

  private func readKeywords(_ draft: inout SchemaDraft) {
    let reference = schemaReferenceEntry(draft.node)
    if let reference { readBase(reference, into: &draft) }
    let isRestricted = reference != nil && generation < .openAPI31
    for field in fields(of: draft.node) {
      if isRestricted {
        guard field.entry.keyNumber != reference?.keyNumber else { continue }
        guard Self.isMeantBesideReference(field) else { continue }
      }
      guard !readAnnotation(field, into: &draft), !readAssertion(field, into: &draft) else {
        continue
      }
      readOther(field, into: &draft)
    }
    finish(&draft)
  }

  private func readBase(_ reference: Node.Entry, into draft: inout SchemaDraft) {
    guard let target = schemaTarget(of: reference, holder: draft.node) else { return }
    draft.keywords.base = SchemaReference(
      node: draft.node,
      id: target,
      isReference: true,
      siblings: nil
    )
  }

  static func name(of generation: Document.Version.Generation) -> String {
    switch generation {
    case .swagger2: "Swagger 2.0"
    case .openAPI30: "OpenAPI 3.0"
    case .openAPI31: "OpenAPI 3.1"
    case .openAPI32: "OpenAPI 3.2"
    }
  }

  // MARK: Annotations

  /// Reads a keyword that does not bear on what is valid.
  private func readAnnotation(_ field: Field, into draft: inout SchemaDraft) -> Bool {
    switch field.keyword {
    case .description:
      // A parameter's description is the parameter's own.
      if draft.role != .parameter { draft.keywords.description = text(field) }
    case .title: draft.keywords.title = text(field)
    case .summary:
      if draft.keywords.title == nil { draft.keywords.title = text(field) }
    case .default: draft.keywords.default = field.value
    case .example, .xExample: draft.keywords.examples.append(field.value)
    case .examples, .xExamples: readExamples(field, into: &draft)
    case .readOnly: draft.keywords.isReadOnly = flag(field) ?? false
    case .writeOnly: draft.keywords.isWriteOnly = flag(field) ?? false
    case .deprecated:
      if draft.role != .parameter { draft.keywords.isDeprecated = flag(field) ?? false }
    case .externalDocs: draft.keywords.externalDocs = externalDocs(field)
    case .xml: draft.keywords.xml = xml(field)
    case .id: draft.keywords.identifier = text(field)
    case .anchor, .dynamicAnchor: draft.keywords.anchor = text(field)
    case .defs, .definitions: readDefinitions(field, into: &draft)
    case .schemaDialect, .comment, .vocabulary, .recursiveAnchor: break
    case .vendor: draft.keywords.extensions.append(field.key, field.value)
    default: return false
    }
    return true
  }

  private func readExamples(_ field: Field, into draft: inout SchemaDraft) {
    let value = field.value
    switch value.kind {
    case .sequence: draft.keywords.examples += value.elements
    case .mapping:
      // The form of media types: examples by name, each with its `value`.
      for entry in value.entries {
        draft.keywords.examples.append(entry.value["value"] ?? entry.value)
      }
    case .null: break
    default: draft.keywords.examples.append(value)
    }
  }

  private func readDefinitions(_ field: Field, into draft: inout SchemaDraft) {
    for member in members(field, of: "schemas") {
      let place = schema(at: member.value, name: member.key)
      draft.keywords.definitions.append(
        Component(name: member.key, value: place, node: member.value)
      )
    }
  }

  // MARK: Assertions

  /// Reads a keyword that says what is valid.
  private func readAssertion(_ field: Field, into draft: inout SchemaDraft) -> Bool {
    switch field.keyword {
    case .type: readType(field, into: &draft)
    case .nullable, .xNullable:
      if flag(field) == true { draft.keywords.isNullable = true }
      return true
    case .format: draft.keywords.format = word(field)
    case .enum: readEnumeration(field, into: &draft)
    case .const: draft.keywords.const = field.value
    case .properties: draft.keywords.properties = properties(field)
    case .patternProperties: draft.keywords.patternProperties = properties(field)
    case .required: readRequired(field, into: &draft)
    case .additionalProperties: readAdditionalProperties(field, into: &draft)
    case .items: readItems(field, into: &draft)
    case .prefixItems: draft.keywords.prefixItems = schemas(field)
    case .allOf:
      draft.keywords.allOf = schemas(field)
      for member in draft.keywords.allOf {
        schemas.members.insert(member.id)
        if let siblings = member.siblings { schemas.members.insert(siblings) }
      }
    case .oneOf: draft.keywords.oneOf = schemas(field)
    case .anyOf: draft.keywords.anyOf = schemas(field)
    case .discriminator: draft.keywords.discriminator = discriminator(field)
    case .contentEncoding: draft.keywords.contentEncoding = word(field)
    case .contentMediaType: draft.keywords.contentMediaType = word(field)
    default: return readSubschema(field, into: &draft) || readConstraint(field, into: &draft)
    }
    draft.keywords.isAnnotationOnly = false
    return true
  }

  private func readSubschema(_ field: Field, into draft: inout SchemaDraft) -> Bool {
    let keyword: Schema.Subschema.Keyword
    switch field.keyword {
    case .not: keyword = .not
    case .if: keyword = .if
    case .then: keyword = .then
    case .else: keyword = .else
    case .contains: keyword = .contains
    case .propertyNames: keyword = .propertyNames
    case .contentSchema: keyword = .contentSchema
    default: return false
    }
    draft.keywords.subschemas.append(
      Schema.Subschema(keyword: keyword, schema: schema(at: field.value))
    )
    draft.keywords.isAnnotationOnly = false
    return true
  }

  private func readOther(_ field: Field, into draft: inout SchemaDraft) {
    switch field.keyword {
    case .ref, .dynamicRef, .recursiveRef:
      if field.keyword == .dynamicRef {
        report(
          .notice,
          .ignoredKeyword,
          "`$dynamicRef` is taken as a plain `$ref`",
          at: field.entry
        )
      }
    case .additionalItems: draft.additionalItems = field.value
    case .dependentSchemas, .dependentRequired, .dependencies, .unevaluatedProperties,
      .unevaluatedItems:
      report(
        .notice,
        .ignoredKeyword,
        "`\(field.key)` is not checked by the client; it is ignored",
        at: field.entry
      )
    default:
      if draft.role != .schema, ObjectKind.isOfParameters(field.keyword) { return }
      reportUnknown(field, in: .schema)
    }
  }
}

extension ObjectKind {
  /// Whether a keyword belongs to a parameter or header rather than to the schema in it.
  static func isOfParameters(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .name, .in, .required, .description, .deprecated, .allowEmptyValue, .style, .explode,
      .allowReserved, .collectionFormat, .schema, .content:
      true
    default: false
    }
  }
}
