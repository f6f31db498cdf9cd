/// A JSONPath query (RFC 9535).
struct JSONPath: Hashable, Sendable {
  /// What leads from the root to the places selected.
  var segments: [Segment]

  /// One step of a query.
  struct Segment: Hashable, Sendable {
    /// Whether it applies to the node and everything in it (`..`), or to the node alone.
    var isDescendant: Bool
    /// Selections side by side.
    var selectors: [Selector]
  }

  /// Which children of a node are meant.
  indirect enum Selector: Hashable, Sendable {
    case name(String)
    case wildcard
    /// A position, from the end where negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)
  }

  /// Whether a child is meant.
  indirect enum Condition: Hashable, Sendable {
    case or(Condition, Condition)
    case and(Condition, Condition)
    case not(Condition)
    case exists(Query)
    case comparison(Operand, Comparator, Operand)
    /// `match` (the whole text) or `search` (any part of it).
    case matches(Operand, pattern: Operand, isWhole: Bool)
  }

  enum Comparator: String, Hashable, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// One side of a comparison.
  indirect enum Operand: Hashable, Sendable {
    case literal(Literal)
    case query(Query)
    /// The number of characters, elements or members.
    case length(Operand)
    /// The number of nodes that a query selects.
    case count(Query)
    /// The value of the one node that a query selects.
    case value(Query)
  }

  enum Literal: Hashable, Sendable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    /// No value at all, which equals only itself.
    case nothing
  }

  /// A query inside a condition.
  struct Query: Hashable, Sendable {
    /// Whether it begins at the root (`$`), or at the child in question (`@`).
    var isAbsolute: Bool
    var segments: [Segment]
  }
}
