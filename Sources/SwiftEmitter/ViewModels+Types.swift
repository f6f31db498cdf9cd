import ClientModel
import Mustache

extension ViewModels {
  /// A generated type with everything nested in it.
  ///
  /// - Parameters:
  ///   - declaration: the type.
  ///   - column: where its declaration begins.
  func type(_ declaration: TypeDeclaration, at column: Int) -> Value {
    let scope = declaration.name.components
    var kinds = [Value](repeating: .null, count: 8)
    let head: (keywords: String, conformance: String?)
    switch declaration.kind {
    case .object(let object):
      kinds[0] = self.object(object, of: declaration, at: column)
      head = ("struct", "Model")
    case .enumeration(let enumeration):
      kinds[1] = self.enumeration(enumeration, scope: scope, at: column)
      head = ("enum", enumeration.unknownName == nil ? "ClosedEnum" : "OpenEnum")
    case .union(let union):
      kinds[2] = self.union(union, scope: scope, at: column)
      head = ("indirect enum", "Union")
    case .alias(let target):
      let type = printer.text(target, in: Array(scope.dropLast()))
      kinds[3] = ViewKind.alias(.string(type))
      return self.type(declaration, kinds, at: column) { name in
        Code.assignment("\(access)typealias \(name)", Code(type), at: column)
      }
    case .statusUnion(let union):
      kinds[4] = statusUnion(union, scope: scope, at: column)
      head = ("indirect enum", "StatusUnion")
    case .bodyChoice(let choice):
      kinds[5] = bodyChoice(choice, scope: scope, at: column)
      head = ("indirect enum", "Sendable")
    case .headers(let headers):
      kinds[6] = self.headers(headers, scope: scope, at: column)
      head = ("struct", "ResponseHeaders")
    case .namespace:
      kinds[7] = true
      head = ("enum", nil)
    }
    return type(declaration, kinds, at: column) { name in
      Code.type(
        access + head.keywords,
        name,
        conformance: head.conformance.map { printer.library($0, in: scope) },
        at: column
      )
    }
  }

  private func type(
    _ declaration: TypeDeclaration,
    _ kinds: [Value],
    at column: Int,
    code: (_ name: String) -> [String]
  ) -> Value {
    let name = SwiftName.escaped(declaration.name.last)
    let values: [Value] = [
      typeDoc(declaration, at: column),
      deprecated(declaration.deprecation),
      .strings(code(name)),
      .string(name),
      .string(declaration.origin),
      .optional(Self.summary(declaration.documentation)),
      .list(declaration.nested.map { type($0, at: column + 2) }),
    ]
    return ViewKind.type.object(values + kinds)
  }

  private func typeDoc(_ declaration: TypeDeclaration, at column: Int) -> Value {
    var comment = DocComment(at: column)
    let documentation = declaration.documentation
    comment.summary(documentation, fallback: Self.fallbackSummary(declaration))
    comment.discussion(documentation)
    if let deprecation = declaration.deprecation {
      let reason = deprecation.message.map(DocText.oneLine) ?? ""
      comment.paragraph("- Warning: Deprecated.\(reason.isEmpty ? "" : " " + reason)")
    }
    comment.link(documentation)
    return comment.value
  }

  /// A sentence for a type that the document does not describe.
  private static func fallbackSummary(_ declaration: TypeDeclaration) -> String {
    switch declaration.kind {
    case .statusUnion: return "What the operation returns, by status."
    case .bodyChoice: return "The content of the request in one of its media types."
    case .headers: return "The documented header fields of the response."
    case .namespace: return "Types of \(DocText.code(declaration.name.last))."
    case .object, .enumeration, .union, .alias: break
    }
    let parts = declaration.name.components
    guard parts.count > 1 else { return "\(DocText.code(declaration.name.last)) of the document." }
    return "\(DocText.code(parts[parts.count - 1])) of \(DocText.code(parts[parts.count - 2]))."
  }

  // MARK: Enums

  private func enumeration(_ enumeration: EnumType, scope: [String], at column: Int) -> Value {
    var cases: [Value] = []
    var rawValues: [Value] = []
    for item in enumeration.cases {
      let member = SwiftName.member(item.name)
      let value = rawLiteral(item.value, raw: enumeration.raw)
      cases.append(
        ViewKind.enumCase(
          doc(item.documentation, at: column + 2),
          .string(SwiftName.escaped(item.name)),
          .string(member),
          .string(value.flat)
        )
      )
      let line = "case .\(member): \(value.flat)"
      if Code.fits(line, at: column + 4) {
        rawValues.append(.string(line))
      } else {
        rawValues += Code.switchCase(Code("." + member), value, at: column + 4).map(Value.string)
      }
    }
    let unknown = enumeration.unknownName.map(SwiftName.member)
    if let unknown { rawValues.append(.string("case .\(unknown)(let value): value")) }
    let known = Code.call(
      "\(access)static let known = \(printer.library("KnownCases", in: scope))<Self>",
      enumeration.cases.map { Code("." + SwiftName.member($0.name)) }
    )
    return ViewKind.enumeration(
      .string(printer.library(enumeration.raw.rawValue, in: scope)),
      .list(cases),
      .bool(unknown != nil),
      .optional(enumeration.unknownName.map(SwiftName.escaped)),
      .optional(unknown),
      .bool(unknown != nil && enumeration.unknownName != "unknown"),
      .strings(unknown == nil ? [] : known.lines(at: column + 2)),
      .list(rawValues)
    )
  }

  private func rawLiteral(_ value: DefaultValue, raw: EnumType.Raw) -> Code {
    guard raw == .json else { return literal(value) }
    switch value {
    case .string: return .call(".string", [literal(value)])
    case .bool(let flag): return Code(".bool(\(flag))")
    case .null: return Code(".null")
    case .integer, .number, .array, .emptyDictionary, .enumCase: return literal(value)
    }
  }
}
