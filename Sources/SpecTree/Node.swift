import Diagnostics

/// One value of a document: a scalar, a sequence or a mapping, with its place in the source.
///
/// A node is a number within an immutable tree, so copies are cheap and may be shared between
/// threads. Two nodes are `==` when they are the same place of the same tree; `isEqual(to:)`
/// compares contents.
public struct Node: Sendable {
  let arena: Arena
  let index: UInt32

  init(_ arena: Arena, _ index: UInt32) {
    self.arena = arena
    self.index = index
  }

  /// What a node holds, as the YAML 1.2 core schema or JSON has it.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case null, bool, int, float, string, sequence, mapping
  }

  @inline(__always)
  var record: NodeRecord { arena.records[Int(index)] }

  /// What the node holds.
  public var kind: Kind { record.kind }

  /// The document the node was read from.
  public var file: SourceFile { arena.files[Int(record.file)] }

  /// The UTF-8 offset where the node begins.
  public var offset: Int { Int(record.offset) }

  /// Where the node begins; for an alias, where the alias stands.
  public var location: SourceLocation { file.location(at: offset) }

  /// How many columns to underline in a diagnostic about the node.
  public var underlineLength: Int { isScalar ? max(1, Int(record.extra)) : 1 }

  /// Whether the node is neither a sequence nor a mapping.
  public var isScalar: Bool { kind.rawValue < Kind.sequence.rawValue }

  /// Whether the scalar was written in quotes or as a block, and so is text whatever it spells.
  public var isQuoted: Bool { record.flags.contains(.quoted) }

  /// The root of the tree.
  public var root: Node { Node(arena, arena.root) }
}

// MARK: - Scalars

extension Node {
  /// The scalar's text as the document spells it, escapes and line folding undone.
  ///
  /// `1.10` stays `1.10` and `NO` stays `NO`. Containers have no text: the result is empty.
  public var text: String {
    let record = record
    guard record.kind.rawValue < Kind.sequence.rawValue else { return "" }
    return arena.withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  /// The text of any scalar but null, whatever it would resolve to.
  ///
  /// So `version: 1.10` reads as `1.10`. A container, and a null, have no string; the words of a
  /// null (`~`, `null`, nothing) are in `text`.
  public var string: String? {
    let record = record
    guard record.kind.rawValue < Kind.sequence.rawValue, record.kind != .null else { return nil }
    return arena.withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a Boolean.
  public var bool: Bool? {
    let record = record
    guard record.kind == .bool else { return nil }
    return arena.withText(of: record) { $0[0] | 0x20 == UInt8(ascii: "t") }
  }

  /// The exact value of a number that is integral and fits: `10`, `0x0A` and `1e1` are all 10.
  public var int: Int? {
    let record = record
    switch record.kind {
    case .int: return arena.withText(of: record) { CoreSchema.int($0) }
    case .float: return double.flatMap { Int(exactly: $0) }
    default: return nil
    }
  }

  /// The value of any number, rounded to the nearest double.
  public var double: Double? {
    let record = record
    guard record.kind == .int || record.kind == .float else { return nil }
    return arena.withText(of: record) { CoreSchema.double($0) }
  }

  /// Whether the node is null.
  public var isNull: Bool { kind == .null }
}

// MARK: - Identity

extension Node: Hashable {
  public static func == (left: Node, right: Node) -> Bool {
    left.index == right.index && left.arena === right.arena
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(arena))
    hasher.combine(index)
  }
}

// MARK: - Diagnostics

extension Node {
  /// A diagnostic about this node, located at it.
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
      at: location,
      length: underlineLength,
      notes: notes,
      fix: fix
    )
  }
}
