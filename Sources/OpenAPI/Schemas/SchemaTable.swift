import SpecTree

/// All schemas met so far: a handle is given when a schema is met first, and what it says is read
/// later, so that neither depth nor cycles matter.
struct SchemaTable {
  /// What the object of a schema is besides.
  enum Role {
    /// Nothing else.
    case schema
    /// A parameter or header that holds the keywords of a schema among its own, as in Swagger 2.0;
    /// its description is its own.
    case parameter
    /// A form field or `items` object of Swagger 2.0, which is described as a property is.
    case formField
  }

  struct Slot {
    let node: Node
    var name: String?
    let role: Role
  }

  private(set) var slots: [Slot] = []
  /// Schemas that no node holds as such, with what they say.
  private var made: [Int: Schema.Keywords] = [:]
  /// Schemas that are a member of an `allOf`, where a required name may be declared by another one.
  var members: Set<SchemaID> = []

  /// The handle of a node.
  mutating func intern(_ node: Node, in file: LoadedFile, name: String?, role: Role) -> SchemaID {
    if file.schemaIDs.isEmpty {
      file.schemaIDs = [Int32](repeating: -1, count: node.treeSize)
    }
    let known = file.schemaIDs[node.number]
    if known >= 0 {
      let index = Int(known)
      if let name, slots[index].name == nil { slots[index].name = name }
      return SchemaID(index: index)
    }
    let id = append(Slot(node: node, name: name, role: role))
    file.schemaIDs[node.number] = Int32(id.index)
    return id
  }

  /// A schema that is made of what other nodes say.
  mutating func make(_ keywords: Schema.Keywords, at node: Node) -> SchemaID {
    let id = append(Slot(node: node, name: nil, role: .schema))
    made[id.index] = keywords
    return id
  }

  func made(_ index: Int) -> Schema.Keywords? { made[index] }

  private mutating func append(_ slot: Slot) -> SchemaID {
    slots.append(slot)
    return SchemaID(index: slots.count - 1)
  }
}
