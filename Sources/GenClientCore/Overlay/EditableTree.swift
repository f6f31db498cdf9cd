import SpecTree

/// A document that can be changed: parts that stay as they are remain nodes of the source.
final class EditableTree {
  enum Content {
    /// A part of the source, unchanged as far as is known.
    case source(Node)
    case sequence([EditableTree], at: Node)
    case mapping([Member], at: Node)
  }

  struct Member {
    var key: String
    var value: EditableTree
    /// Where the key was written.
    var source: Node.Entry?
  }

  private(set) var content: Content
  private(set) weak var parent: EditableTree?

  init(_ node: Node, parent: EditableTree? = nil) {
    content = .source(node)
    self.parent = parent
  }

  /// The source of a scalar, and the place of anything else.
  var node: Node {
    switch content {
    case .source(let node), .sequence(_, let node), .mapping(_, let node): node
    }
  }

  /// Whether it is a list.
  var isSequence: Bool { node.kind == .sequence }
  /// Whether it is a mapping.
  var isMapping: Bool { node.kind == .mapping }

  /// The elements of a list; empty for anything else.
  var elements: [EditableTree] {
    open()
    if case .sequence(let elements, _) = content { return elements }
    return []
  }

  /// The members of a mapping; empty for anything else.
  var members: [Member] {
    open()
    if case .mapping(let members, _) = content { return members }
    return []
  }

  /// Everything directly in it.
  var children: [EditableTree] {
    open()
    switch content {
    case .source: return []
    case .sequence(let elements, _): return elements
    case .mapping(let members, _): return members.map(\.value)
    }
  }

  /// Makes the children of a container trees of their own.
  private func open() {
    guard case .source(let node) = content else { return }
    if node.kind == .sequence {
      content = .sequence(node.elements.map { EditableTree($0, parent: self) }, at: node)
    } else if node.kind == .mapping {
      let members = node.entries.map { entry in
        Member(key: entry.key, value: EditableTree(entry.value, parent: self), source: entry)
      }
      content = .mapping(members, at: node)
    }
  }

  /// Takes the tree out of what it is in.
  func remove() {
    guard let parent else { return }
    switch parent.content {
    case .sequence(let elements, let node):
      parent.content = .sequence(elements.filter { $0 !== self }, at: node)
    case .mapping(let members, let node):
      parent.content = .mapping(members.filter { $0.value !== self }, at: node)
    case .source: break
    }
  }

  /// Puts a node in the place of what is here.
  func replace(with node: Node) { content = .source(node) }

  /// Adds an element at the end of a list.
  func append(_ node: Node) {
    guard isSequence else { return }
    content = .sequence(elements + [EditableTree(node, parent: self)], at: self.node)
  }

  /// Merges a node into what is here: mappings key by key, lists end to end, all else replaced.
  func merge(_ update: Node) {
    if isMapping, update.kind == .mapping {
      var members = members
      for entry in update.entries {
        if let position = members.firstIndex(where: { $0.key == entry.key }) {
          members[position].value.merge(entry.value)
        } else {
          members.append(
            Member(key: entry.key, value: EditableTree(entry.value, parent: self), source: entry)
          )
        }
      }
      content = .mapping(members, at: node)
    } else if isSequence, update.kind == .sequence {
      content = .sequence(
        elements + update.elements.map { EditableTree($0, parent: self) },
        at: node
      )
    } else {
      replace(with: update)
    }
  }

  /// The tree as a recipe for nodes.
  var sketch: NodeSketch {
    switch content {
    case .source(let node): .node(node)
    case .sequence(let elements, let node): .sequence(elements.map(\.sketch), at: node)
    case .mapping(let members, let node):
      .mapping(members.map { .init($0.key, $0.value.sketch, at: $0.source) }, at: node)
    }
  }
}
