import ClientModel
import OpenAPI

extension SchemaLowering {
  /// What an inline variant's type is called.
  func variantName(_ variant: Variant, tags: [String]) -> String {
    let schema = document[variant.member]
    if let name = schema.name { return SwiftNaming.type(name) }
    if let title = schema.title, title.utf8.count <= 40 { return SwiftNaming.type(title) }
    if let tag = tags.first, !tag.isEmpty { return SwiftNaming.type(tag) }
    let merged = merged(variant.member)
    if merged.isArray { return "List" }
    if let key = merged.required.first ?? merged.properties.first?.name {
      return "With" + SwiftNaming.type(key)
    }
    return "Object"
  }

  /// Names cases after their payloads.
  func nameCases(_ cases: inout [UnionType.Case]) {
    var scope = NameScope(reserved: ["variants", "payload", "self", "init"])
    for index in cases.indices {
      let name = Self.caseName(cases[index].payload)
      cases[index].name = scope.take(ReservedNames.enumCase(name))
    }
  }

  private static func caseName(_ type: TypeReference) -> String {
    switch type {
    case .builtin(let builtin): return builtinName(builtin)
    case .named(let name): return SwiftNaming.member(name.last)
    case .custom(let text): return SwiftNaming.member(text)
    case .array(let element): return caseName(element) + "List"
    case .dictionary(.builtin(.json)): return "object"
    case .dictionary(let value): return caseName(value) + "Map"
    case .optional(let wrapped): return caseName(wrapped)
    }
  }

  private static func builtinName(_ builtin: Builtin) -> String {
    switch builtin {
    case .string: "string"
    case .bool: "bool"
    case .int, .int32, .int64, .uint, .uint32, .uint64: "integer"
    case .double, .float, .decimal: "number"
    case .intString: "integerString"
    case .decimalString: "numberString"
    case .date: "date"
    case .dateOnly: "day"
    case .timeOfDay: "time"
    case .duration: "duration"
    case .unixTime: "unixTime"
    case .uuid: "uuid"
    case .data: "data"
    case .json: "json"
    case .null: "null"
    case .filePart: "file"
    case .multipartPart: "part"
    case .httpBody: "body"
    }
  }
}
