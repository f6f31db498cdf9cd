import SpecTree

extension JSONPath {
  /// The places of a document that the query selects, each once, in document order.
  func select(in root: EditableTree) -> [EditableTree] {
    Selection(root: root).nodes(segments, from: root)
  }
}

/// One evaluation of a query.
private struct Selection {
  let root: EditableTree

  func nodes(_ segments: [JSONPath.Segment], from start: EditableTree) -> [EditableTree] {
    var current = [start]
    for segment in segments {
      var next: [EditableTree] = []
      var seen: Set<ObjectIdentifier> = []
      for node in current {
        for place in segment.isDescendant ? withDescendants(node) : [node] {
          for selected in segment.selectors.flatMap({ children($0, of: place) })
          where seen.insert(ObjectIdentifier(selected)).inserted {
            next.append(selected)
          }
        }
      }
      current = next
    }
    return current
  }

  private func withDescendants(_ node: EditableTree) -> [EditableTree] {
    [node] + node.children.flatMap(withDescendants)
  }

  private func children(_ selector: JSONPath.Selector, of node: EditableTree) -> [EditableTree] {
    switch selector {
    case .wildcard: return node.children
    case .name(let name): return node.members.filter { $0.key == name }.map(\.value)
    case .index(let index):
      let elements = node.elements
      let position = index < 0 ? elements.count + index : index
      return elements.indices.contains(position) ? [elements[position]] : []
    case .slice(let start, let end, let step):
      return slice(node.elements, start, end, step)
    case .filter(let condition): return node.children.filter { holds(condition, at: $0) }
    }
  }

  private func slice(
    _ elements: [EditableTree],
    _ start: Int?,
    _ end: Int?,
    _ step: Int
  ) -> [EditableTree] {
    guard step != 0 else { return [] }
    let count = elements.count
    func normal(_ index: Int) -> Int { index < 0 ? count + index : index }
    if step > 0 {
      let lower = min(max(normal(start ?? 0), 0), count)
      let upper = min(max(normal(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step).map { elements[$0] }
    }
    let upper = min(max(start.map(normal) ?? count - 1, -1), count - 1)
    let lower = min(max(end.map(normal) ?? -1, -1), count - 1)
    return stride(from: upper, to: lower, by: step).map { elements[$0] }
  }

  // MARK: Conditions

  private func holds(_ condition: JSONPath.Condition, at node: EditableTree) -> Bool {
    switch condition {
    case .or(let left, let right): return holds(left, at: node) || holds(right, at: node)
    case .and(let left, let right): return holds(left, at: node) && holds(right, at: node)
    case .not(let condition): return !holds(condition, at: node)
    case .exists(let query): return !nodes(query, at: node).isEmpty
    case .comparison(let left, let comparator, let right):
      return compare(value(left, at: node), comparator, value(right, at: node))
    case .matches(let text, let pattern, let isWhole):
      guard case .literal(.string(let text)) = value(text, at: node),
        case .literal(.string(let pattern)) = value(pattern, at: node),
        let expression = try? Regex(pattern)
      else { return false }
      return isWhole
        ? text.wholeMatch(of: expression) != nil : text.firstMatch(of: expression) != nil
    }
  }

  /// A value to compare: a scalar, or a container of the document.
  private enum Value {
    case literal(JSONPath.Literal)
    case container(Node)
  }

  private func nodes(_ query: JSONPath.Query, at node: EditableTree) -> [EditableTree] {
    nodes(query.segments, from: query.isAbsolute ? root : node)
  }

  private func value(_ operand: JSONPath.Operand, at node: EditableTree) -> Value {
    switch operand {
    case .literal(let literal): return .literal(literal)
    case .query(let query), .value(let query):
      let selected = nodes(query, at: node)
      return selected.count == 1 ? value(of: selected[0]) : .literal(.nothing)
    case .count(let query): return .literal(.number(Double(nodes(query, at: node).count)))
    case .length(let operand):
      switch value(operand, at: node) {
      case .literal(.string(let text)): return .literal(.number(Double(text.unicodeScalars.count)))
      case .container(let node): return .literal(.number(Double(node.count)))
      case .literal: return .literal(.nothing)
      }
    }
  }

  private func value(of tree: EditableTree) -> Value {
    let node = tree.node
    switch node.kind {
    case .null: return .literal(.null)
    case .bool: return .literal(.bool(node.bool == true))
    case .int, .float: return .literal(.number(node.double ?? .nan))
    case .string: return .literal(.string(node.text))
    case .sequence, .mapping: return .container(tree.sketch.build())
    }
  }

  private func compare(_ left: Value, _ comparator: JSONPath.Comparator, _ right: Value) -> Bool {
    switch comparator {
    case .equal: isEqual(left, right)
    case .unequal: !isEqual(left, right)
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .lessOrEqual: isLess(left, right) || isEqual(left, right)
    case .greaterOrEqual: isLess(right, left) || isEqual(left, right)
    }
  }

  private func isEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.literal(let left), .literal(let right)): left == right
    case (.container(let left), .container(let right)): left.isEqual(to: right)
    default: false
    }
  }

  private func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.literal(.number(let left)), .literal(.number(let right))): left < right
    case (.literal(.string(let left)), .literal(.string(let right))):
      left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    default: false
    }
  }
}
