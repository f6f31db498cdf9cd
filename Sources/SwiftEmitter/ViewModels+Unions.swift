import ClientModel
import Mustache

extension ViewModels {
  /// A union of payloads.
  func union(_ union: UnionType, scope: [String], at column: Int) -> Value {
    var variants: [Code] = []
    if let key = union.discriminator {
      variants.append(Code("discriminator: \(SwiftLiteral.string(key))"))
    }
    for item in union.cases {
      var arguments = ["Self.\(SwiftName.member(item.name))"]
      for (index, tag) in item.tags.enumerated() {
        arguments.append((index == 0 ? "tags: " : "") + SwiftLiteral.string(tag))
      }
      variants.append(.call(".init", arguments))
    }
    if let name = union.defaultCase {
      variants.append(Code("default: .init(Self.\(SwiftName.member(name)))"))
    }
    variants.append(Code("unknown: Self.\(SwiftName.member(union.unknownName))"))
    var payloads: [String] = []
    for name in union.cases.map(\.name) + [union.unknownName] {
      let pattern = Code.call("." + SwiftName.member(name), ["let value"])
      payloads += Code.switchCase(pattern, Code("value"), at: column + 4)
    }
    return ViewKind.union(
      .list(
        union.cases.map { item in
          payloadCase(
            item.name,
            printer.text(item.payload, in: scope),
            doc(item.documentation, at: column + 2),
            at: column
          )
        }
      ),
      .string(SwiftName.escaped(union.unknownName)),
      Self.argumentLines(variants, at: column + 4),
      .strings(payloads)
    )
  }

  private func payloadCase(
    _ name: String,
    _ payload: String?,
    _ doc: Value,
    at column: Int
  ) -> Value {
    let name = SwiftName.escaped(name)
    let parameters = payload.map { [Code($0)] } ?? []
    return ViewKind.payloadCase(
      doc,
      .strings(Code.enumCase(name, parameters, at: column + 2)),
      .string(name),
      .optional(payload)
    )
  }

  // MARK: Statuses

  /// A response whose type depends on the status.
  func statusUnion(_ union: StatusUnionType, scope: [String], at column: Int) -> Value {
    var statuses: [Code] = []
    var cases: [Value] = []
    for item in union.cases {
      var arguments = [Self.status(item.status)]
      if let mediaType = item.mediaType {
        arguments.append("mediaType: \(SwiftLiteral.string(mediaType))")
      }
      if item.payload != nil, item.format != .json {
        arguments.append("as: .\(item.format.rawValue)")
      }
      arguments.append("Self.\(SwiftName.member(item.name))")
      statuses.append(.call(".init", arguments))
      cases.append(
        payloadCase(
          item.name,
          item.payload.map { printer.text($0, in: scope) },
          doc(item.documentation, fallback: Self.statusSummary(item.status), at: column + 2),
          at: column
        )
      )
    }
    statuses.append(Code("undocumented: Self.\(SwiftName.member(union.undocumentedName))"))
    return ViewKind.statusUnion(
      .list(cases),
      .string(SwiftName.escaped(union.undocumentedName)),
      Self.argumentLines(statuses, at: column + 4)
    )
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

  // MARK: Bodies and header fields

  /// A request body in one of several media types.
  func bodyChoice(_ choice: BodyChoiceType, scope: [String], at column: Int) -> Value {
    ViewKind.bodyChoice(
      .list(
        choice.contents.map { content in
          payloadCase(
            content.name,
            printer.text(content.type, in: scope),
            brief("Sent as \(DocText.code(content.mediaType)).", at: column + 2),
            at: column
          )
        }
      )
    )
  }

  /// Typed response header fields.
  func headers(_ headers: HeadersType, scope: [String], at column: Int) -> Value {
    var reads: [String] = []
    var fields: [Value] = []
    for field in headers.fields {
      let name = SwiftName.escaped(field.name)
      let type = TypePrinter.optional(printer.text(field.type, in: scope))
      var arguments = [SwiftLiteral.string(field.wireName)]
      if field.explode { arguments.append("explode: true") }
      let target = field.name == "fields" ? "self.fields" : name
      reads += Code.assignment(target, .call("fields.decode", arguments), at: column + 4)
      fields.append(
        ViewKind.property(
          doc(
            field.documentation,
            fallback: "The field \(DocText.code(field.wireName)).",
            at: column + 2
          ),
          .null,
          variable(name, type: type, isMutable: false, at: column + 2),
          .string(name),
          .string(type),
          .string(field.wireName),
          .null,
          .null,
          .bool(false)
        )
      )
    }
    return ViewKind.headers(.list(fields), .strings(reads))
  }
}
