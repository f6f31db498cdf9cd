/// One node, as stored.
struct NodeRecord: Sendable {
  var kind: Node.Kind
  var flags: Flags
  /// Which of the arena's files the node comes from.
  var file: UInt16
  /// The containing node, or `none` at the root.
  var parent: UInt32
  /// Where the node begins in its file.
  var offset: UInt32
  /// Scalars: where the text begins. Containers: the first slot of the contents.
  var start: UInt32
  /// Scalars: the length of the text. Containers: the number of children.
  var count: UInt32
  /// Scalars: the length in the source. Mappings: where the hash index begins, or 0.
  var extra: UInt32

  static let none = UInt32.max

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// The scalar was written in quotes or as a block.
    static let quoted = Flags(rawValue: 1)
    /// The text lies in the side buffer, not in the file.
    static let cooked = Flags(rawValue: 2)
  }
}

/// One key and value of a mapping, as stored.
struct EntryRecord: Sendable {
  var key: UInt32
  var keyOffset: UInt32
  var value: UInt32
  var keyFile: UInt16
}

/// All nodes of one tree, immutable once built.
///
/// Contents of a container lie side by side in `entries` or `items`; text lies in the files' bytes
/// wherever the source spells it as it is, and in `cooked` otherwise.
final class Arena: Sendable {
  let files: [SourceFile]
  let records: ContiguousArray<NodeRecord>
  let entries: ContiguousArray<EntryRecord>
  let items: ContiguousArray<UInt32>
  let cooked: ContiguousArray<UInt8>
  let keys: KeyTable
  let index: ContiguousArray<UInt32>
  let root: UInt32

  init(
    files: [SourceFile],
    records: ContiguousArray<NodeRecord>,
    entries: ContiguousArray<EntryRecord>,
    items: ContiguousArray<UInt32>,
    cooked: ContiguousArray<UInt8>,
    keys: KeyTable,
    index: ContiguousArray<UInt32>,
    root: UInt32
  ) {
    self.files = files
    self.records = records
    self.entries = entries
    self.items = items
    self.cooked = cooked
    self.keys = keys
    self.index = index
    self.root = root
  }

  /// The slot in `entries` of a key of a mapping.
  func slot(of key: UInt32, in record: NodeRecord) -> Int? {
    let first = Int(record.start)
    let count = Int(record.count)
    if record.extra == 0 {
      for slot in first..<(first + count) where entries[slot].key == key { return slot }
      return nil
    }
    let base = Int(record.extra)
    let mask = MappingIndex.capacity(for: count) - 1
    var probe = MappingIndex.spread(key) & mask
    while true {
      let relative = index[base + probe]
      if relative == NodeRecord.none { return nil }
      let slot = first + Int(relative)
      if entries[slot].key == key { return slot }
      probe = (probe + 1) & mask
    }
  }

  /// Calls `body` with the bytes of a scalar's text.
  @inline(__always)
  func withText<Result>(
    of record: NodeRecord,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let range = Int(record.start)..<Int(record.start + record.count)
    if record.flags.contains(.cooked) {
      return try cooked.withUnsafeBufferPointer {
        try body(UnsafeBufferPointer(rebasing: $0[range]))
      }
    }
    return try files[Int(record.file)].bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }
}

/// The layout of a large mapping's hash index.
///
/// Small mappings have none: comparing a handful of integers is faster than hashing one.
enum MappingIndex {
  static let threshold = 16

  static func capacity(for count: Int) -> Int {
    var capacity = 32
    while capacity < count * 2 { capacity *= 2 }
    return capacity
  }

  static func spread(_ key: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}
