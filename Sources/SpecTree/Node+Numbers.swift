// Numbers of nodes and keys within their tree, for tables that are looked up in the innermost
// loops of the reader above: an array access in place of hashing.

extension Node {
  /// The node's number in its tree, from 0 to `treeSize - 1`.
  package var number: Int { Int(index) }

  /// How many nodes the tree has.
  package var treeSize: Int { arena.records.count }

  /// Tells trees apart.
  package var treeID: ObjectIdentifier { ObjectIdentifier(arena) }

  /// The distinct keys of the tree, by number.
  package var treeKeys: ContiguousArray<String> { arena.keys.strings }

  /// The entry of a key given by its number.
  package func entry(number: Int) -> Entry? {
    let record = record
    guard record.kind == .mapping, record.count > 0,
      let slot = arena.slot(of: UInt32(truncatingIfNeeded: number), in: record)
    else { return nil }
    return Entry(arena: arena, slot: slot)
  }
}

extension Node.Entry {
  /// The key's number in its tree; equal keys have equal numbers.
  package var keyNumber: Int { Int(arena.entries[slot].key) }
}
