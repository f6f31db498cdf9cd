import Diagnostics
import SpecTree

extension DocumentReader {
  /// Reads the place of a schema: the schema itself, or a `$ref`.
  ///
  /// - Parameters:
  ///   - node: What stands there.
  ///   - name: The name the place gives it.
  ///   - role: What the object is besides.
  func schema(at node: Node, name: String? = nil, role: SchemaTable.Role = .schema)
    -> SchemaReference
  {
    guard let reference = schemaReferenceEntry(node) else {
      return SchemaReference(
        node: node,
        id: intern(node, name: name, role: role),
        isReference: false,
        siblings: nil
      )
    }
    let siblings =
      hasMeaningfulSiblings(node, reference) ? intern(node, name: name, role: role) : nil
    guard let target = schemaTarget(of: reference, holder: node) else {
      // Read as a schema that says nothing: any JSON.
      let id = siblings ?? intern(node, name: name, role: role)
      return SchemaReference(node: node, id: id, isReference: true, siblings: nil)
    }
    return SchemaReference(node: node, id: target, isReference: true, siblings: siblings)
  }

  func intern(_ node: Node, name: String? = nil, role: SchemaTable.Role = .schema) -> SchemaID {
    schemas.intern(node, in: file(of: node), name: name, role: role)
  }

  /// The member of a schema that makes it a reference.
  func schemaReferenceEntry(_ node: Node) -> Node.Entry? {
    guard node.kind == .mapping else { return nil }
    let file = file(of: node)
    if let key = file.refKey, let entry = node.entry(number: key) { return entry }
    guard generation >= .openAPI31 else { return nil }
    if let key = file.dynamicRefKey, let entry = node.entry(number: key) { return entry }
    if let key = file.recursiveRefKey, let entry = node.entry(number: key) { return entry }
    return nil
  }

  /// The schema that a reference means: the first on the way that is more than a reference.
  func schemaTarget(of reference: Node.Entry, holder: Node) -> SchemaID? {
    var reference = reference
    var holder = holder
    var visited: [Node] = []
    while true {
      guard let target = followSchema(reference, holder: holder) else { return nil }
      guard let onward = schemaReferenceEntry(target.node),
        !hasMeaningfulSiblings(target.node, onward)
      else {
        checkIsSchema(target.node, reference)
        return intern(target.node, name: target.name)
      }
      guard !visited.contains(target.node) else {
        reportCycle(of: holder, .schema)
        return nil
      }
      visited.append(target.node)
      (reference, holder) = (onward, target.node)
    }
  }

  private func followSchema(_ reference: Node.Entry, holder: Node) -> ReferenceTarget? {
    guard reference.key == "$recursiveRef" else {
      return follow(reference, holder: holder, to: .schema)
    }
    // JSON Schema 2019-09: the outermost schema that says it takes part; seen from where it is
    // written that is the nearest one around.
    var candidate: Node? = holder
    while let node = candidate {
      if node["$recursiveAnchor"]?.bool == true { return ReferenceTarget(node: node, name: nil) }
      candidate = node.parent
    }
    return follow(reference, holder: holder, to: .schema)
  }

  /// Reports a reference to something that cannot be a schema.
  private func checkIsSchema(_ node: Node, _ reference: Node.Entry) {
    guard node.kind != .mapping, node.kind != .bool else { return }
    report(
      .warning,
      .wrongShape,
      "`\(reference.value.text)` leads to \(Self.describe(node)), which is no schema; any JSON is"
        + " taken for it",
      at: reference.value
    )
  }

  /// Whether the keywords beside a `$ref` add anything.
  ///
  /// Up to 3.0 they have no meaning. Descriptions, nullability and the like are meant all the same
  /// by all who write them.
  func hasMeaningfulSiblings(_ node: Node, _ reference: Node.Entry) -> Bool {
    guard node.count > 1 else { return false }
    if generation >= .openAPI31 { return true }
    var isMeaningful = false
    for field in fields(of: node) where field.entry.keyNumber != reference.keyNumber {
      if Self.isMeantBesideReference(field) {
        isMeaningful = true
      } else {
        reportSibling(field)
      }
    }
    return isMeaningful
  }

  private func reportSibling(_ field: Field) {
    report(
      .notice,
      .referenceSiblings,
      "`\(field.key)` has no meaning beside `$ref` in \(Self.name(of: generation)); it is ignored",
      at: field.entry,
      fix: "write `allOf: [{$ref: …}]` to add to a schema"
    )
  }

  static func isMeantBesideReference(_ field: Field) -> Bool {
    switch field.keyword {
    case .title, .description, .default, .example, .examples, .readOnly, .writeOnly, .deprecated,
      .nullable, .xNullable, .xExample, .xExamples, .externalDocs, .xml, .vendor, .summary:
      true
    default: false
    }
  }
}
