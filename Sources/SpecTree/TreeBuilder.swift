/// Writes nodes into one arena, from the outside in.
///
/// A container's children arrive before it is closed, with their own contents in between; they wait
/// on a stack, so that in the end each container's contents lie side by side.
struct TreeBuilder {
  private(set) var records: ContiguousArray<NodeRecord> = []
  private(set) var entries: ContiguousArray<EntryRecord> = []
  private(set) var items: ContiguousArray<UInt32> = []
  private var cooked: ContiguousArray<UInt8> = []
  private(set) var keys = KeyTable()
  // Position 0 is never handed out: a mapping's index position of 0 says that it has none.
  private var index: ContiguousArray<UInt32> = [NodeRecord.none]
  private var root: UInt32 = NodeRecord.none
  private(set) var files: [SourceFile]
  private var lastFile = 0

  private var stack: ContiguousArray<Frame> = []
  private var openEntries: ContiguousArray<EntryRecord> = []
  private var openItems: ContiguousArray<UInt32> = []
  /// For each key, the last mapping it was seen in, and where in `openEntries`.
  private var seen: ContiguousArray<Sighting> = []

  private struct Frame {
    var record: UInt32
    var base: Int
    var isMapping: Bool
    var hasKey = false
    var hasMerge = false
    var key: UInt32 = 0
    var keyOffset: UInt32 = 0
    var keyFile: UInt16 = 0
  }

  private struct Sighting {
    var mapping: UInt32 = NodeRecord.none
    var position: UInt32 = 0
  }

  /// A key that occurs twice in one mapping.
  struct Duplicate {
    var key: UInt32
    var first: EntryRecord
    var second: EntryRecord
  }

  /// What closing a mapping brought to light.
  struct Closing {
    /// The repeated keys, in order.
    var duplicates: [Duplicate] = []
    /// A value of `<<` that is neither a mapping nor a sequence of mappings.
    var unmergeable: UInt32?
    /// How many entries `<<` brought in or tried to.
    var merged = 0
  }

  /// The key number that stands for `<<`.
  static let mergeKey = UInt32.max

  init(files: [SourceFile], sizeHint: Int = 0) {
    self.files = files
    records.reserveCapacity(sizeHint / 16)
    entries.reserveCapacity(sizeHint / 24)
  }

  /// How many containers are open.
  var depth: Int { stack.count }

  /// Whether the next thing to come in the innermost container is a key.
  var expectsKey: Bool {
    guard let top = stack.last else { return false }
    return top.isMapping && !top.hasKey
  }

  /// Whether the value to come next belongs to `<<`.
  var expectsMergeValue: Bool {
    guard let top = stack.last else { return false }
    return top.hasKey && top.key == Self.mergeKey
  }

  /// Whether the innermost container has nothing in it yet.
  var isInnermostEmpty: Bool {
    guard let top = stack.last else { return true }
    return top.base == (top.isMapping ? openEntries.count : openItems.count)
  }

  /// Whether the root is a null that no one wrote.
  var isRootBlank: Bool {
    hasRoot && records[Int(root)].kind == .null && records[Int(root)].count == 0
  }

  /// Whether a root is there.
  var hasRoot: Bool { root != NodeRecord.none }

  /// The number of nodes so far.
  var count: Int { records.count }

  /// The container that is open at a depth.
  func openContainer(at depth: Int) -> UInt32 { stack[depth].record }

  /// Uses a scalar's text as the next key.
  mutating func key(textOf scalar: UInt32, offset: Int) {
    let record = records[Int(scalar)]
    let range = Int(record.start)..<Int(record.start + record.count)
    let text =
      record.flags.contains(.cooked)
      ? Array(cooked[range]) : Array(files[Int(record.file)].bytes[range])
    text.withUnsafeBufferPointer { key($0, offset: offset) }
  }

  /// The number of a file, which is added if it is new.
  mutating func addFile(_ file: SourceFile) -> UInt16 {
    // Neighbours mostly come from the same file.
    if lastFile < files.count, files[lastFile] === file { return UInt16(lastFile) }
    let known = files.firstIndex { $0 === file }
    if known == nil { files.append(file) }
    lastFile = known ?? files.count - 1
    precondition(lastFile <= Int(UInt16.max), "a tree may be made of at most 65,536 files")
    return UInt16(lastFile)
  }

  // MARK: Scalars

  mutating func key(_ bytes: UnsafeBufferPointer<UInt8>, offset: Int, file: UInt16 = 0) {
    let number = keys.intern(bytes)
    setKey(number, offset: offset, file: file)
  }

  mutating func merge(offset: Int) {
    setKey(Self.mergeKey, offset: offset, file: 0)
    stack[stack.count - 1].hasMerge = true
  }

  private mutating func setKey(_ number: UInt32, offset: Int, file: UInt16) {
    let top = stack.count - 1
    stack[top].hasKey = true
    stack[top].key = number
    stack[top].keyOffset = UInt32(truncatingIfNeeded: offset)
    stack[top].keyFile = file
  }

  /// Adds a scalar whose text stands in the file as it is.
  @discardableResult
  mutating func scalar(
    _ kind: Node.Kind,
    flags: NodeRecord.Flags,
    offset: Int,
    length: Int,
    text: Range<Int>,
    file: UInt16 = 0
  ) -> UInt32 {
    attach(
      NodeRecord(
        kind: kind,
        flags: flags,
        file: file,
        parent: NodeRecord.none,
        offset: UInt32(truncatingIfNeeded: offset),
        start: UInt32(truncatingIfNeeded: text.lowerBound),
        count: UInt32(truncatingIfNeeded: text.count),
        extra: UInt32(truncatingIfNeeded: length)
      )
    )
  }

  /// Adds a scalar whose text had to be put together.
  @discardableResult
  mutating func scalar(
    _ kind: Node.Kind,
    flags: NodeRecord.Flags,
    offset: Int,
    length: Int,
    cooked text: UnsafeBufferPointer<UInt8>,
    file: UInt16 = 0
  ) -> UInt32 {
    let start = cooked.count
    cooked.append(contentsOf: text)
    return scalar(
      kind,
      flags: flags.union(.cooked),
      offset: offset,
      length: length,
      text: start..<cooked.count,
      file: file
    )
  }

  /// Adds a node that shares the contents of another one.
  @discardableResult
  mutating func alias(of target: UInt32, offset: Int, length: Int) -> UInt32 {
    var record = records[Int(target)]
    record.offset = UInt32(truncatingIfNeeded: offset)
    if record.kind.rawValue < Node.Kind.sequence.rawValue {
      record.extra = UInt32(truncatingIfNeeded: length)
    }
    return attach(record)
  }

  /// Adds a scalar that an anchor names but that no container holds: the text of a key.
  mutating func detachedScalar(
    _ kind: Node.Kind,
    offset: Int,
    cooked text: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    let start = cooked.count
    cooked.append(contentsOf: text)
    let number = UInt32(records.count)
    records.append(
      NodeRecord(
        kind: kind,
        flags: .cooked,
        file: 0,
        parent: stack.last?.record ?? NodeRecord.none,
        offset: UInt32(truncatingIfNeeded: offset),
        start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: text.count),
        extra: UInt32(text.count)
      )
    )
    return number
  }

  // MARK: Containers

  @discardableResult
  mutating func open(_ kind: Node.Kind, offset: Int, file: UInt16 = 0) -> UInt32 {
    let number = attach(
      NodeRecord(
        kind: kind,
        flags: [],
        file: file,
        parent: NodeRecord.none,
        offset: UInt32(truncatingIfNeeded: offset),
        start: 0,
        count: 0,
        extra: 0
      )
    )
    let isMapping = kind == .mapping
    stack.append(
      Frame(
        record: number,
        base: isMapping ? openEntries.count : openItems.count,
        isMapping: isMapping
      )
    )
    return number
  }

  mutating func closeSequence() {
    let frame = stack.removeLast()
    let first = items.count
    items.append(contentsOf: openItems[frame.base...])
    finish(frame, first: first, count: openItems.count - frame.base)
    openItems.removeSubrange(frame.base...)
  }

  /// Closes the innermost mapping.
  ///
  /// Of a repeated key the last value stays; what a merge key brings in yields to the mapping's own.
  ///
  mutating func closeMapping() -> Closing {
    let frame = stack.removeLast()
    let first = entries.count
    while seen.count < keys.count { seen.append(Sighting()) }
    var closing = Closing(duplicates: note(frame))
    if closing.duplicates.isEmpty, !frame.hasMerge {
      entries.append(contentsOf: openEntries[frame.base...])
    } else {
      appendEffective(frame, &closing)
    }
    openEntries.removeSubrange(frame.base...)
    let count = entries.count - first
    finish(frame, first: first, count: count)
    if count > MappingIndex.threshold { addIndex(frame.record, first: first, count: count) }
    return closing
  }

  private mutating func note(_ frame: Frame) -> [Duplicate] {
    var duplicates: [Duplicate] = []
    for position in frame.base..<openEntries.count {
      let key = openEntries[position].key
      guard key != Self.mergeKey else { continue }
      if seen[Int(key)].mapping == frame.record {
        let earlier = openEntries[Int(seen[Int(key)].position)]
        duplicates.append(Duplicate(key: key, first: earlier, second: openEntries[position]))
      }
      seen[Int(key)] = Sighting(mapping: frame.record, position: UInt32(position))
    }
    return duplicates
  }

  /// Appends the entries that count: the last of a key's, and merged ones in the place of `<<`.
  private mutating func appendEffective(_ frame: Frame, _ closing: inout Closing) {
    for position in frame.base..<openEntries.count {
      let entry = openEntries[position]
      if entry.key == Self.mergeKey {
        merge(entry.value, into: frame.record, &closing)
      } else if seen[Int(entry.key)].position == UInt32(position) {
        entries.append(entry)
      }
    }
  }

  private mutating func merge(_ source: UInt32, into mapping: UInt32, _ closing: inout Closing) {
    let record = records[Int(source)]
    let slots = Int(record.start)..<Int(record.start + record.count)
    switch record.kind {
    case .mapping:
      closing.merged += slots.count
      for slot in slots {
        let entry = entries[slot]
        if seen[Int(entry.key)].mapping == mapping { continue }
        // Beyond any position, so that no local entry is taken for the last of its key.
        seen[Int(entry.key)] = Sighting(mapping: mapping, position: NodeRecord.none)
        entries.append(entry)
      }
    case .sequence:
      for slot in slots {
        let element = items[slot]
        if records[Int(element)].kind == .mapping {
          merge(element, into: mapping, &closing)
        } else {
          closing.unmergeable = closing.unmergeable ?? element
        }
      }
    default:
      closing.unmergeable = closing.unmergeable ?? source
    }
  }

  private mutating func finish(_ frame: Frame, first: Int, count: Int) {
    records[Int(frame.record)].start = UInt32(first)
    records[Int(frame.record)].count = UInt32(count)
  }

  private mutating func addIndex(_ record: UInt32, first: Int, count: Int) {
    let capacity = MappingIndex.capacity(for: count)
    let base = index.count
    records[Int(record)].extra = UInt32(base)
    index.append(contentsOf: repeatElement(NodeRecord.none, count: capacity))
    for relative in 0..<count {
      var probe = MappingIndex.spread(entries[first + relative].key) & (capacity - 1)
      while index[base + probe] != NodeRecord.none { probe = (probe + 1) & (capacity - 1) }
      index[base + probe] = UInt32(relative)
    }
  }

  private mutating func attach(_ record: NodeRecord) -> UInt32 {
    let number = UInt32(records.count)
    records.append(record)
    guard let top = stack.indices.last else {
      root = number
      return number
    }
    records[Int(number)].parent = stack[top].record
    if stack[top].isMapping {
      openEntries.append(
        EntryRecord(
          key: stack[top].key,
          keyOffset: stack[top].keyOffset,
          value: number,
          keyFile: stack[top].keyFile
        )
      )
      stack[top].hasKey = false
    } else {
      openItems.append(number)
    }
    return number
  }

  /// The finished tree.
  consuming func finish() -> Node {
    let arena = Arena(
      files: files,
      records: records,
      entries: entries,
      items: items,
      cooked: cooked,
      keys: keys,
      index: index,
      root: root
    )
    return Node(arena, root)
  }
}
