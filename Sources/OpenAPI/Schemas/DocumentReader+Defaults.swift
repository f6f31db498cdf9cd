import Diagnostics
import SpecTree

extension DocumentReader {
  /// Reports defaults that their own schemas do not allow.
  ///
  /// The schema may be put together: the values allowed and the types are looked for through
  /// references and `allOf` as well.
  func checkDefaults(_ schemas: [Schema]) {
    for schema in schemas {
      guard let value = schema.default, !value.isNull else { continue }
      if let allowed = find(in: schema, of: schemas, { $0.enumeration }) {
        guard !isAllowed(value, allowed) else { continue }
        report(
          .warning,
          .unsuitableDefault,
          "the default \(Self.quote(value)) is none of the values allowed; there is no default",
          at: value,
          fix: value.string.flatMap { text in
            Suggestion.nearest(to: text, in: allowed.lazy.compactMap(\.string))
              .map { "did you mean `\($0)`?" }
          }
        )
      } else if let types = find(in: schema, of: schemas, Self.statedTypes),
        !types.allow(value)
      {
        report(
          .warning,
          .unsuitableDefault,
          "the default \(Self.quote(value)) is not \(types.names); there is no default",
          at: value
        )
      }
    }
  }

  /// Whether a value is listed.
  private func isAllowed(_ value: Node, _ allowed: [Node]) -> Bool {
    if allowed.contains(where: { $0.isEqual(to: value) }) { return true }
    // A list of strings spells numbers and words without quotes, and so may the default.
    return allowed.contains { $0.isScalar && value.isScalar && $0.text == value.text }
  }

  /// What a schema says, or else one that it is made of.
  private func find<Value>(
    in schema: Schema,
    of schemas: [Schema],
    depth: Int = 0,
    _ read: (Schema) -> Value?
  ) -> Value? {
    if let value = read(schema) { return value }
    guard depth < 16 else { return nil }
    for place in [schema.base].compactMap({ $0 }) + schema.allOf {
      let ids = [place.siblings, place.id].compactMap { $0 }
      for id in ids where id != schema.id {
        if let value = find(in: schemas[id.index], of: schemas, depth: depth + 1, read) {
          return value
        }
      }
    }
    return nil
  }

  /// The types of a schema, unless it but says that null is allowed, too.
  private static func statedTypes(_ schema: Schema) -> Schema.Types? {
    let isOpen = schema.types.isEmpty || (schema.types == .null && !schema.isNullOnly)
    return isOpen ? nil : schema.types
  }

  private static func quote(_ node: Node) -> String {
    switch node.kind {
    case .sequence, .mapping: describe(node)
    case .string: "`\"\(node.text)\"`"
    default: "`\(node.text)`"
    }
  }
}

extension Schema.Types {
  /// Whether a value may be of one of the types.
  ///
  /// Any scalar will do for a string: YAML makes numbers and Booleans of words without quotes.
  func allow(_ value: Node) -> Bool {
    switch value.kind {
    case .null: true
    case .bool: contains(.boolean) || contains(.string)
    case .int: !isDisjoint(with: [.integer, .number, .string])
    case .float:
      !isDisjoint(with: [.number, .string]) || (contains(.integer) && value.int != nil)
    case .string: !isDisjoint(with: [.string, .file])
    case .sequence: contains(.array)
    case .mapping: contains(.object)
    }
  }

  /// The types with their articles, as in "a string or an integer".
  var names: String {
    let all: [(Schema.Types, String)] = [
      (.string, "a string"), (.integer, "an integer"), (.number, "a number"),
      (.boolean, "true or false"), (.array, "an array"), (.object, "an object"),
      (.file, "a file"), (.null, "null"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
  }
}
