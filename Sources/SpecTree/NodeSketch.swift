/// A tree to be built, out of new parts and parts of trees that exist.
///
/// Conversions and overlays describe their result as a sketch and then build it: one new tree, whose
/// pointers and parents are its own and whose positions are those of the sources.
public indirect enum NodeSketch: Sendable {
  /// A copy of a node with everything in it.
  case node(Node)
  /// Text, as if quoted, located at a node of a source.
  case string(String, at: Node)
  /// An integer.
  case int(Int, at: Node)
  /// A Boolean.
  case bool(Bool, at: Node)
  /// A null.
  case null(at: Node)
  /// A sequence.
  case sequence([NodeSketch], at: Node)
  /// A mapping; of a repeated key the last value stays.
  case mapping([Member], at: Node)

  /// A key and value of a mapping to be built.
  public struct Member: Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: NodeSketch
    /// The entry whose key's position the new key takes; without one, the mapping's position.
    public var source: Node.Entry?

    /// A new key and value.
    public init(_ key: String, _ value: NodeSketch, at source: Node.Entry? = nil) {
      self.key = key
      self.value = value
      self.source = source
    }

    /// An entry taken over as it is.
    public init(_ entry: Node.Entry) {
      self.init(entry.key, .node(entry.value), at: entry)
    }

    /// An entry taken over with another value.
    public init(_ entry: Node.Entry, value: NodeSketch) {
      self.init(entry.key, value, at: entry)
    }
  }

  /// Builds the tree.
  ///
  /// - Returns: Its root.
  public func build() -> Node {
    var builder = TreeBuilder(files: [])
    builder.add(self)
    return builder.finish()
  }
}

extension Node {
  /// A copy of the node, with everything in it, as the root of a tree of its own.
  public func detached() -> Node { NodeSketch.node(self).build() }
}

extension TreeBuilder {
  fileprivate mutating func add(_ sketch: NodeSketch) {
    switch sketch {
    case .node(let node): copy(node)
    case .string(let text, let place): scalar(.string, text, flags: .quoted, at: place)
    case .int(let value, let place): scalar(.int, String(value), flags: [], at: place)
    case .bool(let value, let place): scalar(.bool, String(value), flags: [], at: place)
    case .null(let place): scalar(.null, "null", flags: [], at: place)
    case .sequence(let elements, let place):
      open(.sequence, offset: place.offset, file: addFile(place.file))
      for element in elements { add(element) }
      closeSequence()
    case .mapping(let members, let place):
      open(.mapping, offset: place.offset, file: addFile(place.file))
      for member in members {
        addKey(member.key, at: member.source, or: place)
        add(member.value)
      }
      _ = closeMapping()
    }
  }

  private mutating func addKey(_ key: String, at source: Node.Entry?, or place: Node) {
    var key = key
    let offset = source?.keyOffset ?? place.offset
    let file = addFile(source?.keyFile ?? place.file)
    key.withUTF8 { self.key($0, offset: offset, file: file) }
  }

  private mutating func scalar(
    _ kind: Node.Kind,
    _ text: String,
    flags: NodeRecord.Flags,
    at place: Node
  ) {
    var text = text
    let (offset, length, file) = (place.offset, place.underlineLength, addFile(place.file))
    text.withUTF8 {
      _ = scalar(kind, flags: flags, offset: offset, length: length, cooked: $0, file: file)
    }
  }

  private mutating func copy(_ node: Node) {
    let record = node.record
    let file = addFile(node.file)
    let offset = Int(record.offset)
    switch node.kind {
    case .mapping:
      open(.mapping, offset: offset, file: file)
      for entry in node.entries {
        addKey(entry.key, at: entry, or: node)
        copy(entry.value)
      }
      _ = closeMapping()
    case .sequence:
      open(.sequence, offset: offset, file: file)
      for element in node.elements { copy(element) }
      closeSequence()
    default:
      let flags = record.flags.intersection([.quoted, .cooked])
      if flags.contains(.cooked) {
        node.arena.withText(of: record) {
          _ = scalar(
            record.kind,
            flags: flags,
            offset: offset,
            length: Int(record.extra),
            cooked: $0,
            file: file
          )
        }
      } else {
        let start = Int(record.start)
        scalar(
          record.kind,
          flags: flags,
          offset: offset,
          length: Int(record.extra),
          text: start..<(start + Int(record.count)),
          file: file
        )
      }
    }
  }
}
