import Diagnostics
import OpenAPI
import SpecTree

/// Compares a configuration with the table of keys.
///
/// What passes can be read without further care.
struct ConfigurationCheck {
  let sink: DiagnosticSink

  /// Reports everything in the file that the table does not allow.
  func check(_ root: Node) {
    check(root, .object(ConfigurationKey.all), name: "the configuration")
  }

  private func check(_ node: Node, _ shape: ConfigurationKey.Shape, name: String) {
    switch shape {
    case .text, .path:
      if node.string == nil { reportShape(node, shape, name: name) }
    case .flag:
      if node.bool == nil || node.isQuoted { reportShape(node, shape, name: name) }
    case .number:
      if node.int == nil { reportShape(node, shape, name: name) }
    case .choice(let words): check(node, isOneOf: words, name: name)
    case .list(let element):
      guard node.kind == .sequence else { return reportShape(node, shape, name: name) }
      for child in node.elements { check(child, element, name: "an entry of \(name)") }
    case .map(let value):
      guard node.kind == .mapping else { return reportShape(node, shape, name: name) }
      for entry in node.entries { check(entry.value, value, name: "`\(entry.key)`") }
    case .object(let keys):
      guard node.kind == .mapping else { return reportShape(node, shape, name: name) }
      for entry in node.entries { check(entry, keys) }
    case .either(let shapes):
      guard let fitting = shapes.first(where: { accepts($0, node) }) else {
        return reportShape(node, shape, name: name)
      }
      check(node, fitting, name: name)
    }
  }

  private func check(_ entry: Node.Entry, _ keys: [ConfigurationKey]) {
    if let key = keys.first(where: { $0.name == entry.key }) {
      return check(entry.value, key.shape, name: "`\(key.name)`")
    }
    let names = keys.map(\.name)
    sink.report(
      entry.diagnostic(
        .error,
        .configurationKey,
        "the configuration has no key `\(entry.key)` here",
        fix: Wording.didYouMean(Suggestion.nearest(to: entry.key, in: names))
          ?? "keys here are \(Wording.list(names, quoted: true))"
      )
    )
  }

  private func check(_ node: Node, isOneOf words: [String], name: String) {
    guard let text = node.string else { return reportShape(node, .choice(words), name: name) }
    guard !words.contains(text) else { return }
    sink.report(
      node.diagnostic(
        .error,
        .configurationValue,
        "\(name) is \(Wording.alternatives(words)), not `\(text)`",
        fix: Wording.didYouMean(Suggestion.nearest(to: text, in: words))
      )
    )
  }

  /// Whether a node's kind is that of the shape.
  private func accepts(_ shape: ConfigurationKey.Shape, _ node: Node) -> Bool {
    switch shape {
    case .flag: node.bool != nil && !node.isQuoted
    case .number: node.int != nil
    case .text, .path, .choice: node.isScalar && !node.isNull
    case .list: node.kind == .sequence
    case .map, .object: node.kind == .mapping
    case .either(let shapes): shapes.contains { accepts($0, node) }
    }
  }

  private func reportShape(_ node: Node, _ shape: ConfigurationKey.Shape, name: String) {
    let found =
      switch node.kind {
      case .null: "nothing"
      case .bool, .int, .float, .string: "`\(node.text)`"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    sink.report(
      node.diagnostic(
        .error,
        .configurationShape,
        "\(name) should be \(shape.description), not \(found)"
      )
    )
  }
}
