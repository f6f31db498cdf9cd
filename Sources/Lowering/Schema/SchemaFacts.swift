import OpenAPI

/// What has to be known about all schemas before the first of them is lowered.
struct SchemaFacts {
  /// The named schema in whose text an inline one stands, by the inline one's position.
  private(set) var homes: [SchemaID?]
  /// What extends a schema by `allOf`, directly, in byte order of the names.
  private(set) var extensions: [SchemaID: [SchemaID]] = [:]
  /// The value of the discriminator that means a schema, where there is just one.
  private(set) var tags: [SchemaID: Tag] = [:]

  /// A property and the value that it has in all instances of a schema.
  struct Tag: Hashable {
    var key: String
    var value: String
  }

  init(document: Document) {
    homes = Array(repeating: nil, count: document.schemas.count)
    for schema in document.schemas where schema.name != nil {
      settle(schema, document)
      noteExtensions(of: schema, document)
    }
    for base in extensions.keys {
      extensions[base]?.sort { left, right in
        Self.sortKey(document[left]).lexicographicallyPrecedes(Self.sortKey(document[right]))
      }
    }
    noteTags(document)
  }

  /// The named schema around an inline one.
  func home(of id: SchemaID) -> SchemaID? { homes[id.index] }

  /// The variants of a schema that has a discriminator and no `oneOf` or `anyOf`: what its
  /// mapping names, then all that extends it, directly or not; empty where it is no such schema.
  func family(of id: SchemaID, _ document: Document) -> [SchemaID] {
    let schema = document[id]
    guard let discriminator = schema.discriminator, schema.oneOf.isEmpty, schema.anyOf.isEmpty,
      schema.name != nil
    else { return [] }
    var members: [SchemaID] = []
    func add(_ member: SchemaID) {
      guard member != id, !members.contains(member) else { return }
      members.append(member)
      for child in extensions[member] ?? [] { add(child) }
    }
    for entry in discriminator.mapping { add(document.unit(entry.schema)) }
    for child in extensions[id] ?? [] { add(child) }
    return members
  }

  // MARK: Homes

  private mutating func settle(_ owner: Schema, _ document: Document) {
    var open = [owner]
    while let schema = open.popLast() {
      schema.forEachInline { reference in
        let inner = document[document.unit(reference)]
        guard inner.name == nil, homes[inner.id.index] == nil else { return }
        homes[inner.id.index] = owner.id
        open.append(inner)
      }
    }
  }

  // MARK: Discriminators

  private mutating func noteExtensions(of schema: Schema, _ document: Document) {
    for member in schema.allOf where member.isReference && document[member].name != nil {
      if member.id != schema.id, !(extensions[member.id]?.contains(schema.id) ?? false) {
        extensions[member.id, default: []].append(schema.id)
      }
    }
  }

  private static func sortKey(_ schema: Schema) -> [UInt8] {
    Array((schema.name ?? "").utf8) + [0] + Array(schema.pointer.utf8)
  }

  private mutating func noteTags(_ document: Document) {
    var contested: Set<SchemaID> = []
    for schema in document.schemas {
      guard let discriminator = schema.discriminator else { continue }
      let variants = (schema.oneOf + schema.anyOf).map { document.unit($0) }
      for variant in variants + family(of: schema.id, document) {
        let mapped = discriminator.mapping.filter { document.unit($0.schema) == variant }
        guard mapped.count <= 1, let value = mapped.first?.value ?? document[variant].name else {
          contested.insert(variant)
          continue
        }
        let tag = Tag(key: discriminator.propertyName, value: value)
        if let known = tags[variant], known != tag { contested.insert(variant) }
        tags[variant] = tag
      }
    }
    for variant in contested { tags[variant] = nil }
  }
}

extension Schema {
  /// Calls for every schema that is written in the text of this one.
  func forEachInline(_ body: (SchemaReference) -> Void) {
    forEachChild { reference in
      if !reference.isReference || reference.siblings != nil { body(reference) }
    }
    for definition in self.definitions where !definition.value.isReference {
      body(definition.value)
    }
  }

  /// Calls for every schema that takes part in what this one means.
  func forEachChild(_ body: (SchemaReference) -> Void) {
    for property in self.properties { body(property.schema) }
    for property in self.patternProperties { body(property.schema) }
    if let items = self.items { body(items) }
    self.prefixItems.forEach(body)
    if case .schema(let values) = self.additionalProperties { body(values) }
    self.allOf.forEach(body)
    self.oneOf.forEach(body)
    self.anyOf.forEach(body)
    if let base = self.base { body(base) }
  }
}
