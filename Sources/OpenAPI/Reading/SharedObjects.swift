import SpecTree

/// An object that a `$ref` may stand for.
protocol Referable {
  var reference: Reference? { get set }
  /// Takes over what stands beside the `$ref` (3.1).
  mutating func override(summary: String?, description: String?)
}

/// Objects that references led to, read once each; `nil` for what could not be read.
struct SharedObjects {
  var responses: [Node: Response?] = [:]
  var parameters: [Node: Parameter?] = [:]
  var examples: [Node: Example?] = [:]
  var requestBodies: [Node: RequestBody?] = [:]
  var headers: [Node: Header?] = [:]
  var securitySchemes: [Node: SecurityScheme?] = [:]
  var links: [Node: Link?] = [:]
  var callbacks: [Node: Callback?] = [:]
  var mediaTypes: [Node: MediaType?] = [:]
  /// Objects being read, which must not be entered again.
  var inProgress: Set<Node> = []
}

extension DocumentReader {
  /// Reads an object, or what its `$ref` leads to.
  ///
  /// - Parameters:
  ///   - node: The object or the reference.
  ///   - expected: What it should be.
  ///   - isListed: Whether it is a component, so that others may refer to it.
  ///   - cache: Where objects of this kind are kept.
  ///   - read: Reads the object itself.
  func object<Value: Referable>(
    at node: Node,
    _ expected: Expected,
    isListed: Bool = false,
    cache: WritableKeyPath<SharedObjects, [Node: Value?]>,
    read: (Node) -> Value?
  ) -> Value? {
    guard let (target, reference) = target(of: node, expected) else { return nil }
    // Nothing refers to it, so that it cannot contain itself.
    if reference == nil, !isListed { return read(target) }
    let value: Value?
    if let known = shared[keyPath: cache][target] {
      value = known
    } else {
      value = guarded(target, expected, read)
      shared[keyPath: cache].updateValue(value, forKey: target)
    }
    guard var value, let reference else { return value }
    value.reference = reference
    if node.count > 1 { readSiblings(of: node, into: &value) }
    return value
  }

  /// Reads an object unless it is being read already: it would contain itself without end.
  func guarded<Value>(_ node: Node, _ expected: Expected, _ read: (Node) -> Value?) -> Value? {
    guard shared.inProgress.insert(node).inserted else {
      report(
        .warning,
        .referenceCycle,
        "\(expected.name) that contains itself has no end; the inner one is left out",
        at: node
      )
      return nil
    }
    defer { shared.inProgress.remove(node) }
    return read(node)
  }

  private func readSiblings(of node: Node, into value: inout some Referable) {
    var summary: String?
    var description: String?
    for field in fields(of: node) {
      switch field.keyword {
      case .ref, .vendor: break
      case .summary: summary = text(field)
      case .description: description = text(field)
      default:
        report(
          .notice,
          .referenceSiblings,
          "`\(field.key)` has no meaning beside `$ref`; it is ignored",
          at: field.entry
        )
      }
    }
    value.override(summary: summary, description: description)
  }
}

extension Parameter: Referable {
  mutating func override(summary: String?, description: String?) {
    if let description { self.description = description }
  }
}

extension Header: Referable {
  mutating func override(summary: String?, description: String?) {
    if let description { self.description = description }
  }
}

extension Example: Referable {
  mutating func override(summary: String?, description: String?) {
    if let summary { self.summary = summary }
    if let description { self.description = description }
  }
}

extension RequestBody: Referable {
  mutating func override(summary: String?, description: String?) {
    if let description { self.description = description }
  }
}

extension Response: Referable {
  mutating func override(summary: String?, description: String?) {
    if let summary { self.summary = summary }
    if let description { self.description = description }
  }
}

extension SecurityScheme: Referable {
  mutating func override(summary: String?, description: String?) {
    if let description { self.description = description }
  }
}

extension Link: Referable {
  mutating func override(summary: String?, description: String?) {
    if let description { self.description = description }
  }
}

extension Callback: Referable {
  mutating func override(summary: String?, description: String?) {}
}

extension MediaType: Referable {
  mutating func override(summary: String?, description: String?) {}
}
