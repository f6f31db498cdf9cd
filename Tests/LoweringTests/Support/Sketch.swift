import ClientModel

/// Short forms of the model's parts, for comparison in tests.
///
/// ```
/// struct Car {owner: Person?, backup: Person}
/// enum State: String {open, closed = "is closed"}
/// union Part by "type" {text: TextPart [text], image: ImagePart}
/// alias Ids = [Int]
/// ```
///
/// A property is `T` where it is always there, `T?` where it may be left out, `T|null` where it may
/// be null, and `T?|null` where both may be; `=` gives its default, `^` says that it is boxed.
enum Sketch {
  static func of(_ declaration: TypeDeclaration) -> String {
    let name = declaration.name.description
    switch declaration.kind {
    case .object(let object):
      let rest = object.additional.map { " + \($0.name): \(of($0.value))" } ?? ""
      return "struct \(name) {\(object.properties.map(of).joined(separator: ", "))}\(rest)"
    case .enumeration(let enumeration):
      let cases = enumeration.cases.map { item in
        item.value == .string(item.name) ? item.name : "\(item.name) = \(of(item.value))"
      }
      let unknown =
        switch enumeration.unknownName {
        case "unknown": ""
        case let name?: " else \(name)"
        case nil: " closed"
        }
      return
        "enum \(name): \(enumeration.raw.rawValue) {\(cases.joined(separator: ", "))}\(unknown)"
    case .union(let union):
      let cases = union.cases.map { item in
        "\(item.name): \(of(item.payload))"
          + (item.tags.isEmpty ? "" : " [\(item.tags.joined(separator: ", "))]")
      }
      let by = union.discriminator.map { " by \"\($0)\"" } ?? ""
      let otherwise = union.defaultCase.map { " default \($0)" } ?? ""
      return "union \(name)\(by) {\(cases.joined(separator: ", "))}\(otherwise)"
    case .alias(let target): return "alias \(name) = \(of(target))"
    case .statusUnion(let union):
      let cases = union.cases.map { "\($0.name): \($0.payload.map { of($0) } ?? "-")" }
      return "statuses \(name) {\(cases.joined(separator: ", "))}"
    case .bodyChoice(let choice):
      let cases = choice.contents.map { "\($0.name): \(of($0.type)) \($0.mediaType)" }
      return "bodies \(name) {\(cases.joined(separator: ", "))}"
    case .headers(let headers):
      return
        "headers \(name) {\(headers.fields.map { "\($0.name): \(of($0.type))" }.joined(separator: ", "))}"
    case .namespace: return "namespace \(name)"
    }
  }

  static func of(_ property: Property) -> String {
    let presence =
      switch property.presence {
      case .required: ""
      case .nullable: "|null"
      case .optional: "?"
      case .optionalNullable: "?|null"
      }
    let value = property.defaultValue.map { " = \(of($0))" } ?? ""
    let box = property.isBoxed ? "^" : ""
    return "\(property.name): \(box)\(of(property.type))\(presence)\(value)"
  }

  static func of(_ type: TypeReference) -> String {
    switch type {
    case .builtin(let builtin): builtin.rawValue
    case .named(let name): name.description
    case .custom(let text): text
    case .array(let element): "[\(of(element))]"
    case .dictionary(let value): "[String: \(of(value))]"
    case .optional(let wrapped): "\(of(wrapped))?"
    }
  }

  static func of(_ value: DefaultValue) -> String {
    switch value {
    case .string(let text): "\"\(text)\""
    case .integer(let digits), .number(let digits): digits
    case .bool(let value): "\(value)"
    case .enumCase(_, let name): ".\(name)"
    case .array(let values): "[\(values.map { of($0) }.joined(separator: ", "))]"
    case .emptyDictionary: "[:]"
    case .null: "nil"
    }
  }

  static func of(_ operation: ClientModel.Operation) -> String {
    let arguments = operation.parameters.map {
      "\($0.name): \(of($0.type))\($0.isRequired ? "" : "?")"
    }
    let body = operation.body.map { body in
      let type = body.choice.map(\.description) ?? of(body.contents[0].type)
      let mediaType = body.mediaType.map { "\($0.name): String\($0.isRequired ? "" : "?")" }
      return ["\(body.name): \(type)\(body.isRequired ? "" : "?")"] + (mediaType.map { [$0] } ?? [])
    }
    return "\(operation.name)(\((arguments + (body ?? [])).joined(separator: ", "))) -> "
      + of(operation.result)
  }

  static func of(_ result: OperationResult) -> String {
    switch result {
    case .void: "Void"
    case .value(let type, let format, let isOptional):
      of(type) + (isOptional ? "?" : "") + (format == .json ? "" : " as \(format.rawValue)")
    case .statusUnion(let name): name.description
    case .stream(let type, let format): "stream of \(of(type)) by \(format)"
    }
  }
}
