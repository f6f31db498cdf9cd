import Diagnostics
import SpecTree

extension DocumentReader {
  /// The `$ref` of an object, if it has one.
  func referenceEntry(_ node: Node) -> Node.Entry? {
    guard node.kind == .mapping, let key = file(of: node).refKey else { return nil }
    return node.entry(number: key)
  }

  /// The node that a reference leads to, directly: it may hold a `$ref` itself.
  ///
  /// - Parameters:
  ///   - reference: The member `$ref`.
  ///   - holder: The object it is in.
  ///   - expected: What should be there.
  /// - Returns: `nil` where it leads nowhere, which is then reported.
  func follow(_ reference: Node.Entry, holder: Node, to expected: Expected) -> ReferenceTarget? {
    let value = reference.value
    guard let text = value.string, value.kind == .string else {
      if brokenReferences.insert(holder).inserted {
        report(
          .error,
          .wrongShape,
          "`\(reference.key)` should be text, not \(Self.describe(value))",
          at: value
        )
      }
      return nil
    }
    switch resolve(text, in: holder, to: expected) {
    case .success(let target):
      if let repair = target.repair { report(.warning, .looseReference, repair, at: value) }
      return target
    case .failure(let failure):
      if brokenReferences.insert(holder).inserted {
        report(failure, text: text, at: value, expected: expected)
      }
      return nil
    }
  }

  /// The object that a node is or refers to, through any number of references.
  ///
  /// - Returns: The object, and the first reference on the way; `nil` where it leads nowhere.
  func target(of node: Node, _ expected: Expected) -> (node: Node, reference: Reference?)? {
    guard var reference = referenceEntry(node) else { return (node, nil) }
    var holder = node
    var visited = [node]
    while true {
      guard let next = follow(reference, holder: holder, to: expected) else { return nil }
      guard !visited.contains(next.node) else {
        reportCycle(of: node, expected)
        return nil
      }
      visited.append(next.node)
      holder = next.node
      guard let onward = referenceEntry(holder) else {
        let link = Reference(node: node, target: holder, componentName: next.name)
        return (holder, link)
      }
      reference = onward
    }
  }

  /// Reports references that lead to each other and to nothing else.
  func reportCycle(of node: Node, _ expected: Expected) {
    guard brokenReferences.insert(node).inserted, let reference = referenceEntry(node) else {
      return
    }
    let severity: Diagnostic.Severity = expected.consequence == nil ? .error : .warning
    let consequence = expected.consequence.map { "; \($0)" } ?? ""
    report(
      severity,
      .referenceCycle,
      "`\(reference.value.text)` leads back to itself and to no \(expected.name.dropArticle)"
        + consequence,
      at: reference.value
    )
  }

  private func report(
    _ failure: ReferenceFailure,
    text: String,
    at node: Node,
    expected: Expected
  ) {
    switch failure {
    case .nothingThere(let missing, let suggestion):
      let severity: Diagnostic.Severity = expected.consequence == nil ? .error : .warning
      let consequence = expected.consequence.map { "; \($0)" } ?? ""
      report(
        severity,
        .danglingReference,
        "there is no \(expected.name.dropArticle) at `\(text)`: \(missing)\(consequence)",
        at: node,
        fix: suggestion.map { "did you mean `\($0)`?" }
      )
    case .noFile(let path, let reason):
      report(
        expected == .text ? .warning : .error,
        .missingFile,
        "cannot read `\(path)`, which `\(text)` refers to: \(reason)",
        at: node
      )
    case .unreadable(let path):
      report(
        .error,
        .missingFile,
        "cannot use `\(path)`, which `\(text)` refers to, since it is neither YAML nor JSON",
        at: node
      )
    case .remote(let url):
      report(
        .error,
        .remoteReference,
        "`\(url)` is on the network, and nothing is fetched from there",
        at: node,
        fix: "download it and map its address with `--map PREFIX=DIR`"
      )
    case .outside(let path, let root):
      report(
        .error,
        .referenceOutsideRoot,
        "`\(path)` lies outside of `\(root)`, which no reference may"
          + " leave",
        at: node
      )
    case .malformed(let reason):
      report(.error, .danglingReference, "`\(text)` is no reference: \(reason)", at: node)
    }
  }
}

extension String {
  /// A name without `a`, `an` or `the` before it.
  var dropArticle: Substring {
    for article in ["a ", "an ", "the "] where hasPrefix(article) {
      return dropFirst(article.count)
    }
    return self[...]
  }
}
