/// The anchors of a YAML document, and how much aliases make of it.
///
/// Aliases share nodes, so the tree stays small; but whoever walks it meets a shared node each time.
/// The weight of a node is the number of nodes such a walk meets below it.
struct AnchorTable {
  struct Anchor {
    var node: UInt32
    var isComplete: Bool
    var weight: Int
    var height: Int
  }

  private var anchors: [String: Anchor] = [:]
  private var open: [Opening] = []
  /// All nodes met so far by a walk that follows aliases.
  private var walked = 0
  /// The nodes among them that aliases and merge keys added.
  private(set) var shared = 0

  private struct Opening {
    var name: String
    var node: UInt32
    var depth: Int
    var walkedBefore: Int
    var deepest: Int
  }

  subscript(name: String) -> Anchor? { anchors[name] }

  @inline(__always)
  mutating func countNode() { walked += 1 }

  mutating func share(_ nodes: Int) {
    walked += nodes
    shared += nodes
  }

  /// Notes that the walk went down to a depth.
  @inline(__always)
  mutating func reach(_ depth: Int) {
    guard let innermost = open.indices.last else { return }
    open[innermost].deepest = max(open[innermost].deepest, depth)
  }

  mutating func define(_ name: String, scalar: UInt32) {
    anchors[name] = Anchor(node: scalar, isComplete: true, weight: 1, height: 0)
  }

  /// Begins a container with an anchor.
  ///
  /// - Parameter depth: The number of open containers, this one included.
  mutating func open(_ name: String, container: UInt32, depth: Int) {
    anchors[name] = Anchor(node: container, isComplete: false, weight: 0, height: 0)
    open.append(
      Opening(
        name: name,
        node: container,
        depth: depth,
        walkedBefore: walked - 1,
        deepest: depth
      )
    )
  }

  /// Ends the innermost container, which is the one at `depth`.
  @inline(__always)
  mutating func close(depth: Int) {
    guard let opening = open.last, opening.depth == depth else { return }
    open.removeLast()
    reach(opening.deepest)
    // The name may have been given anew inside.
    guard anchors[opening.name]?.node == opening.node else { return }
    anchors[opening.name] = Anchor(
      node: opening.node,
      isComplete: true,
      weight: walked - opening.walkedBefore,
      height: opening.deepest - opening.depth + 1
    )
  }
}
