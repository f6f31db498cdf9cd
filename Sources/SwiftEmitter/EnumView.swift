import ClientModel
import Mustache

extension ViewModels {
  /// An open enum.
  func enumeration(_ enumeration: EnumType, indent: Int) -> Value {
    let cases = enumeration.cases
    let known = cases.map { "." + SwiftName.member($0.name) }
    let knownLine =
      "    static let known = KnownCases<Self>(" + known.joined(separator: ", ") + ")"
    let width = indent + access.utf8.count + knownLine.utf8.count
    return [
      "raw": .string(enumeration.raw.rawValue),
      "unknown": .string(SwiftName.escaped(enumeration.unknownName)),
      "unknownMember": .string(SwiftName.member(enumeration.unknownName)),
      "cases": .list(
        cases.map { item in
          [
            "doc": doc(item.documentation, indent: indent + 2),
            "name": .string(SwiftName.escaped(item.name)),
            "member": .string(SwiftName.member(item.name)),
            "value": .string(rawLiteral(item.value, raw: enumeration.raw)),
          ]
        }
      ),
      "known": Self.items(known.map { [("text", .string($0))] }),
      "isKnownWrapped": .bool(width > Self.lineLength),
    ]
  }

  private func rawLiteral(_ value: DefaultValue, raw: EnumType.Raw) -> String {
    guard raw == .json else { return literal(value, in: []) }
    switch value {
    case .string(let text): return ".string(\(SwiftLiteral.string(text)))"
    case .integer(let digits), .number(let digits): return "\(digits)"
    case .bool(let flag): return ".bool(\(flag))"
    case .null: return ".null"
    case .array, .emptyDictionary, .enumCase: return literal(value, in: [])
    }
  }

  /// A union of payloads.
  func union(_ union: UnionType, scope: [String], indent: Int) -> Value {
    [
      "unknown": .string(SwiftName.escaped(union.unknownName)),
      "unknownMember": .string(SwiftName.member(union.unknownName)),
      "discriminator": union.discriminator.map { .string(SwiftLiteral.string($0)) } ?? .null,
      "default": union.defaultCase.map { .string(SwiftName.member($0)) } ?? .null,
      "cases": .list(
        union.cases.map { item in
          let tags = item.tags.map(SwiftLiteral.string).joined(separator: ", ")
          let argument = tags.isEmpty ? "" : ", tags: \(tags)"
          return [
            "doc": doc(item.documentation, indent: indent + 2),
            "name": .string(SwiftName.escaped(item.name)),
            "member": .string(SwiftName.member(item.name)),
            "payload": .string(printer.text(item.payload, in: scope)),
            "tags": .string(argument),
          ]
        }
      ),
    ]
  }

  /// A response whose type depends on the status.
  func statusUnion(_ union: StatusUnionType, scope: [String], indent: Int) -> Value {
    [
      "undocumented": .string(SwiftName.escaped(union.undocumentedName)),
      "undocumentedMember": .string(SwiftName.member(union.undocumentedName)),
      "cases": .list(
        union.cases.map { item in
          var arguments = [Self.status(item.status)]
          if let mediaType = item.mediaType {
            arguments.append("mediaType: \(SwiftLiteral.string(mediaType))")
          }
          let payload = item.payload.map { printer.text($0, in: scope) }
          if payload != nil, item.format != .json {
            arguments.append("as: .\(item.format.rawValue)")
          }
          return [
            "doc": doc(
              item.documentation,
              fallback: Self.statusSummary(item.status),
              indent: indent + 2
            ),
            "name": .string(SwiftName.escaped(item.name)),
            "member": .string(SwiftName.member(item.name)),
            "payload": payload.map { .string($0) } ?? .null,
            "arguments": .string(arguments.joined(separator: ", ")),
          ]
        }
      ),
    ]
  }

  private static func statusSummary(_ status: StatusPattern) -> String {
    switch status {
    case .code(let code): "Status \(code)."
    case .range(let first): "Any status from \(first)00 to \(first)99."
    case .default: "Any other status."
    }
  }

  /// A status as the runtime writes it.
  static func status(_ status: StatusPattern) -> String {
    switch status {
    case .code(let code): "\(code)"
    case .range(let first): ".range(\(first))"
    case .default: ".default"
    }
  }

  /// A request body in one of several media types.
  func bodyChoice(_ choice: BodyChoiceType, scope: [String], indent: Int) -> Value {
    [
      "cases": .list(
        choice.contents.map { content in
          [
            "doc": doc(
              Documentation(summary: "Sent as `\(DocComment.oneLine(content.mediaType))`."),
              indent: indent + 2
            ),
            "name": .string(SwiftName.escaped(content.name)),
            "payload": .string(printer.text(content.type, in: scope)),
          ]
        }
      )
    ]
  }

  /// Typed response header fields.
  func headers(_ headers: HeadersType, scope: [String], indent: Int) -> Value {
    [
      "fields": .list(
        headers.fields.map { field in
          let type = printer.text(field.type, in: scope)
          return [
            "doc": doc(
              field.documentation,
              fallback: "The field `\(DocComment.oneLine(field.wireName))`.",
              indent: indent + 2
            ),
            "name": .string(SwiftName.escaped(field.name)),
            "key": .string(SwiftLiteral.string(field.wireName)),
            "type": .string(type),
            "options": .string(field.explode ? ", explode: true" : ""),
          ]
        }
      )
    ]
  }
}
