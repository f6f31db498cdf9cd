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
    if unit.ids.count == 1, unit.resolvedUnions.isEmpty { return differing[unit.ids[0].index] }
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
    var users: [[SchemaID]] = Array(repeating: [], count: document.schemas.count)
    var open: [SchemaID] = []
    for schema in document.schemas {
      schema.forEachChild { reference in
        users[reference.id.index].append(schema.id)
        if let siblings = reference.siblings { users[siblings.index].append(schema.id) }
      }
      for member in schemas.facts.family(of: schema.id, document) {
        users[member.index].append(schema.id)
      }
      let canBe = !schema.properties.isEmpty || !schema.allOf.isEmpty || schema.base != nil
      if canBe, isDirectional(schemas.merged(schema.id)) {
        marked[schema.id.index] = true
        open.append(schema.id)
      }
    }
    while let id = open.popLast() {
      for user in users[id.index] where !marked[user.index] {
        marked[user.index] = true
        open.append(user)
      }
    }
    return marked
  }
}
