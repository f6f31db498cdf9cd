import Diagnostics
import SpecTree

// Values of members: each accepts what clearly is meant, and reports what is not quite right.

extension DocumentReader {
  /// A text; numbers and Booleans are taken as they are spelt, null as nothing.
  func text(_ field: Field) -> String? {
    let value = field.value
    if let string = value.string { return string }
    if value.isNull { return nil }
    // Long descriptions are sometimes kept in files of their own.
    if let reference = referenceEntry(value) {
      return plainText(reference, in: value)
        ?? follow(reference, holder: value, to: .text)?.node.string
    }
    reportShape(field, expected: "text")
    return nil
  }

  /// A text that must not be empty; an empty one counts as missing.
  func word(_ field: Field) -> String? {
    guard let text = text(field), !text.isEmpty else { return nil }
    return text
  }

  /// A Boolean; the words `true` and `false` in quotes are taken as such.
  func flag(_ field: Field) -> Bool? {
    let value = field.value
    if let bool = value.bool { return bool }
    if value.isNull { return nil }
    let repaired: Bool?
    switch value.string?.lowercased() {
    case "true", "yes", "1": repaired = true
    case "false", "no", "0", "": repaired = false
    default: repaired = nil
    }
    guard let repaired else {
      reportShape(field, expected: "true or false")
      return nil
    }
    report(
      .warning,
      .repairedShape,
      "`\(field.key)` should be true or false, not \(Self.describe(value)) `\(value.text)`; it is"
        + " taken as \(repaired)",
      at: value,
      fix: "write `\(field.key): \(repaired)`"
    )
    return repaired
  }

  /// The texts of a list; a lone text is taken as a list of one.
  func words(_ field: Field, of what: String) -> [String] {
    nodes(field, of: what).compactMap { node in
      if let string = node.string { return string }
      report(
        .warning,
        .wrongShape,
        "`\(field.key)` should list \(what), not \(Self.describe(node)); this one is ignored",
        at: node
      )
      return nil
    }
  }

  /// The elements of a list; a lone scalar is taken as a list of one, null as an empty one.
  func nodes(
    _ field: Field,
    of what: String,
    severity: Diagnostic.Severity = .warning
  ) -> [Node] {
    let value = followed(field).value
    switch value.kind {
    case .sequence: return Array(value.elements)
    case .null: return []
    case .mapping where value.count == 0:
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be a list; the empty object is taken as an"
          + " empty one",
        at: value,
        fix: "write `\(field.key): []`"
      )
      return []
    case .mapping:
      reportShape(
        field,
        expected: "a list of \(what)",
        severity: severity,
        consequence: severity == .error ? "its meaning is unclear" : "it is ignored"
      )
      return []
    default:
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be a list of \(what), not \(Self.describe(value)); it is taken as a"
          + " list of one",
        at: value,
        fix: "write `\(field.key): [\(value.text)]`"
      )
      return [value]
    }
  }

  /// The members of an object by name, `x-…` ones included; null counts as an empty object.
  ///
  /// An empty list does, too: some languages write no difference.
  func members(
    _ field: Field,
    of what: String,
    severity: Diagnostic.Severity = .warning
  ) -> Fields {
    let value = field.value
    switch value.kind {
    case .mapping:
      if let referred = followed(field).referred {
        return Fields(fields(of: value), including: fields(of: referred))
      }
    case .null: break
    case .sequence where value.count == 0:
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be an object; the empty list is taken as an"
          + " empty one",
        at: value,
        fix: "write `\(field.key): {}`"
      )
    default:
      reportShape(
        field,
        expected: "an object with \(what)",
        severity: severity,
        consequence: severity == .error ? "its meaning is unclear" : "it is ignored"
      )
    }
    return fields(of: value)
  }

  /// A member with what a `$ref` in place of its value leads to.
  ///
  /// Split documents put whole lists and headers elsewhere, which no version allows; all know what
  /// they mean.
  func followed(_ field: Field) -> Field {
    guard let reference = referenceEntry(field.value), reference.value.kind == .string,
      let target = follow(reference, holder: field.value, to: .part)
    else { return field }
    report(
      .notice,
      .looseReference,
      "`\(field.key)` cannot be a reference; it is followed all the same",
      at: reference.value
    )
    var followed = field
    followed.referred = target.node
    return followed
  }

  /// An element that should be no reference, or what its `$ref` leads to all the same.
  func part(at node: Node) -> Node? {
    guard let reference = referenceEntry(node) else { return node }
    guard let (target, _) = target(of: node, .part) else { return nil }
    report(
      .notice,
      .looseReference,
      "there cannot be a reference here; it is followed all the same",
      at: reference.value
    )
    return target
  }

  /// Whether a node is an object; anything else is reported as left out.
  func isObject(
    _ node: Node,
    _ kind: ObjectKind,
    severity: Diagnostic.Severity = .warning,
    consequence: String = "it is left out"
  ) -> Bool {
    if node.kind == .mapping { return true }
    report(
      severity,
      .wrongShape,
      "\(kind.name) should be an object, not \(Self.describe(node)); \(consequence)",
      at: node
    )
    return false
  }
}
