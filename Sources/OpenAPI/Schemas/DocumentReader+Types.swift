import Diagnostics
import SpecTree

extension DocumentReader {
  /// Reads `type`: one name or several.
  func readType(_ field: Field, into draft: inout SchemaDraft) {
    let value = field.value
    switch value.kind {
    case .sequence:
      if generation < .openAPI31 {
        report(
          .notice,
          .keywordOfOtherVersion,
          "a list of types is of OpenAPI 3.1; it is understood all the same",
          at: value
        )
      }
      let elements = value.elements
      for element in elements { addType(element, to: &draft, isLone: elements.count == 1) }
    case .mapping: reportShape(field, expected: "the name of a type")
    default: addType(value, to: &draft, isLone: true)
    }
  }

  private func addType(_ node: Node, to draft: inout SchemaDraft, isLone: Bool) {
    switch node.string {
    case "string": draft.keywords.types.insert(.string)
    case "integer": draft.keywords.types.insert(.integer)
    case "number": draft.keywords.types.insert(.number)
    case "boolean": draft.keywords.types.insert(.boolean)
    case "array": draft.keywords.types.insert(.array)
    case "object": draft.keywords.types.insert(.object)
    case "null": addNull(to: &draft, isLone: isLone)
    case "file" where isSwagger: draft.keywords.types.insert(.file)
    case nil where node.isNull:
      // YAML reads an unquoted `null` as no value at all.
      if isLone, generation < .openAPI31 { return }
      report(
        .warning,
        .oddType,
        "the type null is a text: it needs quotes",
        at: node,
        fix: "write `\"null\"`"
      )
      addNull(to: &draft, isLone: isLone)
    case let name?: addOddType(name, at: node, to: &draft)
    case nil:
      report(
        .warning,
        .wrongShape,
        "a type should be text, not \(Self.describe(node)); it is ignored",
        at: node
      )
    }
  }

  private func addNull(to draft: inout SchemaDraft, isLone: Bool) {
    draft.keywords.types.insert(.null)
    draft.keywords.isNullable = true
    if isLone { draft.keywords.isNullOnly = true }
  }

  private func addOddType(_ name: String, at node: Node, to draft: inout SchemaDraft) {
    let folded = name.lowercased().filter { !$0.isWhitespace }
    guard let meaning = TypeSpelling.known[folded] else {
      let names = ["string", "integer", "number", "boolean", "array", "object"]
      let suggestion = Suggestion.nearest(to: name, in: names)
      report(
        .error,
        .unknownType,
        "there is no type `\(name)`",
        at: node,
        fix: suggestion.map { "did you mean `\($0)`?" }
          ?? "write one of \(names.joined(separator: ", "))"
      )
      return
    }
    draft.keywords.types.formUnion(meaning.types)
    if let format = meaning.format, draft.keywords.format == nil {
      draft.keywords.format = format
    }
    if meaning.types.contains(.null) { draft.keywords.isNullable = true }
    let reading = meaning.types.isEmpty ? "any type" : "`\(meaning.spelling)`"
    report(
      .warning,
      .oddType,
      "there is no type `\(name)`; it is taken as \(reading)",
      at: node,
      fix: meaning.types.isEmpty ? "leave `type` out" : "write `\(meaning.spelling)`"
    )
  }
}

/// Words that people write for types.
struct TypeSpelling {
  let types: Schema.Types
  var format: String?
  let spelling: String

  private init(_ types: Schema.Types, _ spelling: String, format: String? = nil) {
    self.types = types
    self.format = format
    self.spelling = spelling
  }

  /// By the word in lower case.
  static let known: [String: TypeSpelling] = [
    "string": .init(.string, "string"),
    "integer": .init(.integer, "integer"),
    "number": .init(.number, "number"),
    "boolean": .init(.boolean, "boolean"),
    "array": .init(.array, "array"),
    "object": .init(.object, "object"),
    "null": .init(.null, "null"),
    "str": .init(.string, "string"),
    "text": .init(.string, "string"),
    "char": .init(.string, "string"),
    "enum": .init(.string, "string"),
    "uuid": .init(.string, "string", format: "uuid"),
    "uri": .init(.string, "string", format: "uri"),
    "url": .init(.string, "string", format: "uri"),
    "email": .init(.string, "string", format: "email"),
    "date": .init(.string, "string", format: "date"),
    "datetime": .init(.string, "string", format: "date-time"),
    "date-time": .init(.string, "string", format: "date-time"),
    "timestamp": .init(.string, "string", format: "date-time"),
    "binary": .init(.string, "string", format: "binary"),
    "file": .init(.string, "string", format: "binary"),
    "byte": .init(.string, "string", format: "byte"),
    "password": .init(.string, "string", format: "password"),
    "int": .init(.integer, "integer"),
    "int32": .init(.integer, "integer", format: "int32"),
    "int64": .init(.integer, "integer", format: "int64"),
    "long": .init(.integer, "integer", format: "int64"),
    "short": .init(.integer, "integer", format: "int32"),
    "float": .init(.number, "number", format: "float"),
    "double": .init(.number, "number", format: "double"),
    "decimal": .init(.number, "number"),
    "numeric": .init(.number, "number"),
    "bool": .init(.boolean, "boolean"),
    "list": .init(.array, "array"),
    "map": .init(.object, "object"),
    "dict": .init(.object, "object"),
    "dictionary": .init(.object, "object"),
    "hash": .init(.object, "object"),
    "struct": .init(.object, "object"),
    "any": .init([], ""),
    "mixed": .init([], ""),
    "*": .init([], ""),
    "": .init([], ""),
  ]
}
