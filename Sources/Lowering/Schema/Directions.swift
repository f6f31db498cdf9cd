import OpenAPI

/// Which schemas are different types when read and when sent.
///
/// They are where a required property is read-only or write-only: it cannot be asked for one way,
/// and has to be the other way. So is everything that contains such a schema.
final class Directions {
  private unowned let schemas: SchemaLowering
  private lazy var differing = reach()
  private var units: [SchemaUnit: Bool] = [:]

  init(_ schemas: SchemaLowering) { self.schemas = schemas }

  /// The direction that makes a difference to a unit in a context.
  func direction(of unit: SchemaUnit, in context: NameContext) -> Direction {
    switch context.direction {
    case .read: .read
    case .write: differs(unit) ? .write : .read
    case .multipart:
      MultipartLowering(schemas: schemas).hasFiles(unit)
        ? .multipart : differs(unit) ? .write : .read
    }
  }

  /// Whether the unit's read and write types differ.
  func differs(_ unit: SchemaUnit) -> Bool {
    if let id = unit.single { return differing[id.index] }
    if let known = units[unit] { return known }
    let result =
      isDirectional(schemas.merged(unit)) || unit.ids.contains { differing[$0.index] }
    units[unit] = result
    return result
  }

  /// Whether a required property travels one way only.
  private func isDirectional(_ schema: MergedSchema) -> Bool {
    schema.properties.contains { property in
      schema.required.contains(property.name)
        && property.schemas.contains {
          let resolved = schemas.resolve($0)
          return resolved.isReadOnly || resolved.isWriteOnly
        }
    }
  }

  /// Marks what is directional, and what leads to it.
  private func reach() -> [Bool] {
    let document = schemas.document
    var marked = Array(repeating: false, count: document.schemas.count)
    guard document.schemas.contains(where: { $0.isReadOnly || $0.isWriteOnly }) else {
      return marked
    }
    var open: [SchemaID] = []
    for schema in document.schemas
    where !schema.required.isEmpty || !schema.allOf.isEmpty || schema.base != nil {
      guard isDirectional(schemas.merged(schema.id)) else { continue }
      marked[schema.id.index] = true
      open.append(schema.id)
    }
    if open.isEmpty { return marked }
    var users = Edges(count: document.schemas.count)
    for schema in document.schemas {
      schema.forEachChild { reference in
        users.add(reference.id, schema.id)
        if let siblings = reference.siblings { users.add(siblings, schema.id) }
      }
      for member in schemas.facts.family(of: schema.id, document) { users.add(member, schema.id) }
    }
    while let id = open.popLast() {
      users.forEach(of: id) { user in
        if marked[user.index] { return }
        marked[user.index] = true
        open.append(user)
      }
    }
    return marked
  }
}

/// Which schemas use a schema: lists that share one array.
private struct Edges {
  private var first: [Int32]
  private var links: [(user: SchemaID, next: Int32)] = []

  init(count: Int) { first = Array(repeating: -1, count: count) }

  mutating func add(_ used: SchemaID, _ user: SchemaID) {
    links.append((user, first[used.index]))
    first[used.index] = Int32(links.count - 1)
  }

  func forEach(of used: SchemaID, _ body: (SchemaID) -> Void) {
    var link = first[used.index]
    while link >= 0 {
      body(links[Int(link)].user)
      link = links[Int(link)].next
    }
  }
}
