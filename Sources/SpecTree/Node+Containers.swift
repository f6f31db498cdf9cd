import Diagnostics

extension Node {
  /// The number of children; 0 for a scalar.
  public var count: Int { isScalar ? 0 : Int(record.count) }

  /// The elements of a sequence, in order; empty for anything else.
  public var elements: Elements {
    let record = record
    let isSequence = record.kind == .sequence
    return Elements(
      arena: arena,
      first: Int(record.start),
      count: isSequence ? Int(record.count) : 0
    )
  }

  /// The entries of a mapping, in document order; empty for anything else.
  public var entries: Entries {
    let record = record
    let isMapping = record.kind == .mapping
    return Entries(
      arena: arena,
      first: Int(record.start),
      count: isMapping ? Int(record.count) : 0
    )
  }

  /// The value of a key; `nil` where the node is no mapping or has no such key.
  public subscript(key: String) -> Node? { entry(key)?.value }

  /// The element at a position; `nil` where the node is no sequence or is shorter.
  public subscript(position: Int) -> Node? {
    let record = record
    guard record.kind == .sequence, position >= 0, position < Int(record.count) else { return nil }
    return Node(arena, arena.items[Int(record.start) + position])
  }

  /// The entry of a key; `nil` where the node is no mapping or has no such key.
  public func entry(_ key: String) -> Entry? {
    let record = record
    guard record.kind == .mapping, record.count > 0, let number = arena.keys.find(key),
      let slot = arena.slot(of: number, in: record)
    else { return nil }
    return Entry(arena: arena, slot: slot)
  }

  /// One key and its value.
  public struct Entry: Sendable {
    let arena: Arena
    let slot: Int

    /// The key's text; `200` and `"200"` are the same key.
    public var key: String { arena.keys.strings[Int(arena.entries[slot].key)] }

    /// The document the key was read from.
    public var keyFile: SourceFile { arena.files[Int(arena.entries[slot].keyFile)] }

    /// The UTF-8 offset where the key begins.
    public var keyOffset: Int { Int(arena.entries[slot].keyOffset) }

    /// Where the key begins.
    public var keyLocation: SourceLocation { keyFile.location(at: keyOffset) }

    /// The value.
    public var value: Node { Node(arena, arena.entries[slot].value) }

    /// A diagnostic about the key, located at it.
    public func diagnostic(
      _ severity: Diagnostic.Severity,
      _ code: Diagnostic.Code,
      _ message: String,
      notes: [Diagnostic.Note] = [],
      fix: String? = nil
    ) -> Diagnostic {
      Diagnostic(
        severity,
        code,
        message,
        at: keyLocation,
        length: max(1, key.unicodeScalars.count),
        notes: notes,
        fix: fix
      )
    }
  }

  /// The elements of a sequence.
  public struct Elements: RandomAccessCollection, Sendable {
    let arena: Arena
    let first: Int
    public let count: Int

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> Node {
      precondition(position >= 0 && position < count, "element out of range")
      return Node(arena, arena.items[first + position])
    }
  }

  /// The entries of a mapping.
  public struct Entries: RandomAccessCollection, Sendable {
    let arena: Arena
    let first: Int
    public let count: Int

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(position: Int) -> Entry {
      precondition(position >= 0 && position < count, "entry out of range")
      return Entry(arena: arena, slot: first + position)
    }
  }
}

// MARK: - Ways through the tree

extension Node {
  /// The containing node; `nil` at the root.
  ///
  /// What an alias or a merge key shares belongs to the container in which it was written.
  public var parent: Node? {
    let parent = record.parent
    return parent == NodeRecord.none ? nil : Node(arena, parent)
  }

  /// The way from the root to this node.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var child = self
    while let parent = child.parent {
      tokens.append(parent.token(of: child.index))
      child = parent
    }
    return JSONPointer(tokens.reversed())
  }

  private func token(of child: UInt32) -> String {
    let record = record
    let slots = Int(record.start)..<Int(record.start + record.count)
    if record.kind == .sequence {
      for slot in slots where arena.items[slot] == child { return String(slot - slots.lowerBound) }
    } else {
      for slot in slots where arena.entries[slot].value == child {
        return Entry(arena: arena, slot: slot).key
      }
    }
    // The value of a duplicate key or of a merge key, which the tree holds no more.
    return ""
  }

  /// The node a pointer leads to from here; `nil` where it leads nowhere.
  ///
  /// A token is a key in a mapping and a decimal position, without leading zeros, in a sequence.
  public func resolve(_ pointer: JSONPointer) -> Node? {
    var node = self
    for token in pointer.tokens {
      let next =
        node.kind == .sequence ? JSONPointer.position(token).flatMap { node[$0] } : node[token]
      guard let next else { return nil }
      node = next
    }
    return node
  }
}
