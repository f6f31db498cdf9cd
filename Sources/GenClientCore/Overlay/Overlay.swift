import Diagnostics
import OpenAPI
import SpecTree

/// An OpenAPI Overlay (1.0 and 1.1): changes to a document, in order.
struct Overlay {
  private let root: Node
  private let actions: [Action]

  private struct Action {
    let node: Node
    let target: Node
    let path: JSONPath
    let kind: Kind

    enum Kind {
      case remove
      case update(Node)
      /// The value of another place of the document (1.1).
      case copy(JSONPath)
    }
  }

  /// Reads an overlay.
  ///
  /// - Throws: Everything that is wrong with it.
  init(_ root: Node, sink: DiagnosticSink) throws(DiagnosticError) {
    self.root = root
    let faults = DiagnosticSink()
    Self.checkHeader(root, faults)
    let keys = ["overlay", "info", "extends", "actions"]
    for entry in root.entries where !keys.contains(entry.key) && !entry.key.hasPrefix("x-") {
      faults.report(Self.unknown(entry, in: "an overlay", keys: keys))
    }
    var actions: [Action] = []
    for node in root["actions"]?.elements.map(\.self) ?? [] {
      if let action = Self.action(node, faults) { actions.append(action) }
    }
    self.actions = actions
    try faults.throwIfErrors()
    sink.report(contentsOf: faults.diagnostics)
  }

  private static func checkHeader(_ root: Node, _ faults: DiagnosticSink) {
    guard let version = root["overlay"]?.string else {
      return faults.report(
        root.diagnostic(
          .error,
          .overlayShape,
          "an overlay begins with its version: `overlay: 1.0.0`"
        )
      )
    }
    if !version.hasPrefix("1.0.") && !version.hasPrefix("1.1.") && version != "1.0"
      && version != "1.1"
    {
      faults.report(
        (root["overlay"] ?? root).diagnostic(
          .error,
          .overlayShape,
          "overlay version `\(version)` is not known",
          fix: "known versions are 1.0.x and 1.1.x"
        )
      )
    }
    if root["actions"]?.kind != .sequence {
      faults.report(
        (root["actions"] ?? root).diagnostic(
          .error,
          .overlayShape,
          "an overlay has a list of `actions`"
        )
      )
    }
  }

  private static func action(_ node: Node, _ faults: DiagnosticSink) -> Action? {
    let keys = ["target", "description", "update", "remove", "copy"]
    for entry in node.entries where !keys.contains(entry.key) && !entry.key.hasPrefix("x-") {
      faults.report(unknown(entry, in: "an action", keys: keys))
    }
    guard let target = node["target"], let text = target.string else {
      faults.report(node.diagnostic(.error, .overlayShape, "an action has a `target`"))
      return nil
    }
    guard let path = path(text, at: target, faults) else { return nil }
    func action(_ kind: Action.Kind) -> Action {
      Action(node: node, target: target, path: path, kind: kind)
    }
    if node["remove"]?.bool == true { return action(.remove) }
    if let update = node["update"] { return action(.update(update)) }
    if let copy = node["copy"], let text = copy.string {
      return Self.path(text, at: copy, faults).map { action(.copy($0)) }
    }
    faults.report(
      node.diagnostic(
        .error,
        .overlayShape,
        "an action has an `update`, a `copy` or `remove: true`"
      )
    )
    return nil
  }

  private static func path(_ text: String, at node: Node, _ faults: DiagnosticSink) -> JSONPath? {
    do {
      return try JSONPathParser.parse(text)
    } catch {
      let place =
        error.offset == text.unicodeScalars.count
        ? "at its end" : "after `\(text.prefix(error.offset))`"
      faults.report(
        node.diagnostic(
          .error,
          .overlayTarget,
          "`\(text)` is no JSONPath: \(error.message) \(place)"
        )
      )
      return nil
    }
  }

  private static func unknown(_ entry: Node.Entry, in what: String, keys: [String]) -> Diagnostic {
    entry.diagnostic(
      .error,
      .overlayShape,
      "\(what) has no key `\(entry.key)`",
      fix: Wording.didYouMean(Suggestion.nearest(to: entry.key, in: keys))
    )
  }

  /// The document with all changes made; parts keep the position of where they were written.
  ///
  /// An action whose target selects nothing is a warning.
  func apply(to document: Node, sink: DiagnosticSink) -> Node {
    let tree = EditableTree(document)
    for action in actions { apply(action, to: tree, sink) }
    return tree.sketch.build()
  }

  private func apply(_ action: Action, to tree: EditableTree, _ sink: DiagnosticSink) {
    let places = action.path.select(in: tree)
    if places.isEmpty {
      sink.report(
        action.target.diagnostic(
          .warning,
          .overlayNoMatch,
          "no place of the document fits `\(action.target.text)`"
        )
      )
    }
    switch action.kind {
    case .remove: places.forEach { $0.remove() }
    case .update(let update): places.forEach { Self.update($0, with: update) }
    case .copy(let path):
      let sources = path.select(in: tree)
      guard sources.count == 1 else {
        return sink.report(
          (action.node["copy"] ?? action.node).diagnostic(
            .warning,
            .overlayNoMatch,
            "`copy` selects \(sources.count) places and should select one"
          )
        )
      }
      let source = sources[0].sketch.build()
      places.forEach { Self.update($0, with: source) }
    }
  }

  private static func update(_ place: EditableTree, with update: Node) {
    // A list takes one entry (1.0), or a list of entries (1.1).
    if place.isSequence, update.kind != .sequence {
      place.append(update)
    } else {
      place.merge(update)
    }
  }
}
