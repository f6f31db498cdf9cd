import OpenAPI

/// The Swift names of all schemas that the document names.
///
/// They are given at once, so that order plays no part: names fixed earlier first, then those
/// spelt as Swift spells them, then the others in byte order.
struct ComponentNames {
  /// The client's own name.
  let client: String
  /// The named schemas in byte order of their names.
  let ordered: [SchemaID]
  private var names: [SchemaID: String] = [:]
  /// The names by the schemas' pointers.
  private(set) var byPointer: [String: String] = [:]

  init(
    document: Document,
    locked: [String: String],
    clientName: String,
    scope: inout NameScope
  ) {
    client = clientName
    var seen: Set<String> = []
    var entries: [Entry] = []
    // Files count by their order in the document: their paths depend on where one stands.
    var files: [ObjectIdentifier: Int] = [:]
    for (position, file) in document.files.enumerated() { files[ObjectIdentifier(file)] = position }
    for schema in document.schemas {
      guard let name = schema.name else { continue }
      let pointer = schema.pointer
      guard seen.insert(pointer).inserted else { continue }
      entries.append(
        Entry(
          id: schema.id,
          key: pointer,
          name: name,
          file: files[ObjectIdentifier(schema.node.file)] ?? 0,
          wanted: ReservedNames.type(SwiftNaming.type(name))
        )
      )
    }
    entries.sort()
    ordered = entries.map(\.id)
    for entry in entries {
      guard let fixed = locked[entry.key], scope.isFree(fixed) else { continue }
      names[entry.id] = scope.take(fixed)
    }
    // Other names fixed earlier keep their places too.
    for (key, name) in locked where !seen.contains(key) && LockKey.isType(key) { scope.hold(name) }
    for entry in entries where names[entry.id] == nil {
      let isClient = entry.wanted == clientName
      names[entry.id] = scope.take(isClient ? entry.wanted + "Model" : entry.wanted)
    }
    for entry in entries { byPointer[entry.key] = names[entry.id] }
  }

  /// All the names.
  var all: Set<String> { Set(names.values) }

  subscript(id: SchemaID) -> String? { names[id] }

  private struct Entry: Comparable {
    var id: SchemaID
    var key: String
    var name: String
    var file: Int
    var wanted: String

    static func < (left: Entry, right: Entry) -> Bool {
      let leftExact = left.name == left.wanted
      if leftExact != (right.name == right.wanted) { return leftExact }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      if left.file != right.file { return left.file < right.file }
      return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
  }
}
