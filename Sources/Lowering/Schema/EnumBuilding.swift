import ClientModel
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// The values of an enum or a constant, without null.
  func literalValues(_ schema: MergedSchema) -> [Node]? {
    if let const = schema.const { return const.isNull ? nil : [const] }
    guard let values = schema.enumeration else { return nil }
    let rest = values.filter { !$0.isNull }
    return rest.isEmpty ? nil : rest
  }

  /// A literal type that is no enum: `true`, or objects.
  func constantType(_ schema: MergedSchema, _ values: [Node]) -> TypeReference? {
    if let odd = values.first(where: { !$0.isScalar }) {
      report.note(odd, .enumOfContainers, "an enum with lists or objects is any JSON value")
      return .builtin(.json)
    }
    let types = schema.valueTypes
    let isText = types == .string
    if !isText, values.allSatisfy({ $0.kind == .bool }) { return .builtin(.bool) }
    if types == .boolean { return .builtin(.bool) }
    return nil
  }

  /// Declares an enum of the values.
  ///
  /// - Parameters:
  ///   - descriptions: what single values mean, by position.
  ///   - isOpen: whether the document itself allows other values.
  func declareEnum(
    _ name: TypeName,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ values: [Node],
    descriptions: [Int: String] = [:],
    isOpen: Bool = false
  ) {
    let raw = rawType(schema, values)
    // Where values have several types, the type is part of what tells them apart.
    let keys = raw == .string ? values.map(\.text) : values.map { "\($0.kind):\($0.text)" }
    let wanted = extensionNames(schema, count: values.count) ?? values.map(Self.caseName)
    let isClosed = options.closesEnums && !isOpen
    let unknown = isClosed ? nil : wanted.contains("unknown") ? "unrecognized" : "unknown"
    var byKey: [ByteText: String] = [:]
    for (key, name) in zip(keys, wanted) { byKey[ByteText(key)] = name }
    var scope = NameScope(reserved: unknown.map { [$0] } ?? [])
    let names = members.take(keys, of: document[unit.first].pointer, in: &scope) {
      byKey[ByteText($0)] ?? "value"
    }
    let descriptions = descriptions.isEmpty ? extensionDescriptions(schema) : descriptions
    var seen: Set<ByteText> = []
    var cases: [EnumType.Case] = []
    for (index, value) in values.enumerated() where seen.insert(ByteText(keys[index])).inserted {
      var item = EnumType.Case(name: names[index], value: Self.literal(value, raw: raw))
      if let description = descriptions[index] {
        item.documentation = Documentation(summary: description)
      }
      cases.append(item)
    }
    var declaration = TypeDeclaration(
      name: name,
      kind: .enumeration(EnumType(raw: raw, cases: cases, unknownName: unknown)),
      origin: document[unit.first].pointer
    )
    declaration.documentation = Docs.of(document[unit.first])
    declaration.deprecation = Docs.deprecation(document[unit.first])
    declarations.insert(declaration)
  }

  private static func caseName(_ value: Node) -> String {
    ReservedNames.enumCase(SwiftNaming.enumCase(value.text))
  }

  private func rawType(_ schema: MergedSchema, _ values: [Node]) -> EnumType.Raw {
    let types = schema.valueTypes
    if types == .string || types.isEmpty && values.allSatisfy({ $0.kind == .string }) {
      return .string
    }
    if types == .integer, values.allSatisfy({ Int($0.text) != nil }) { return .integer }
    if types.isEmpty, values.allSatisfy({ $0.kind == .int && $0.int != nil }) { return .integer }
    return values.allSatisfy({ $0.kind == .string }) ? .string : .json
  }

  /// A node's value as a literal of the raw type.
  static func literal(_ node: Node, raw: EnumType.Raw) -> DefaultValue {
    switch raw {
    case .string: return .string(node.text)
    case .integer: return .integer((node.int ?? Int(node.text)).map(String.init) ?? node.text)
    case .number, .json:
      switch node.kind {
      case .bool: return .bool(node.bool ?? false)
      case .int: return node.int.map { .integer(String($0)) } ?? .string(node.text)
      case .float: return node.double.map { .number("\($0)") } ?? .string(node.text)
      case .null: return .null
      case .string, .sequence, .mapping: return .string(node.text)
      }
    }
  }

  /// Case names that the document gives by the usual extensions.
  private func extensionNames(_ schema: MergedSchema, count: Int) -> [String]? {
    let keys = ["x-enum-varnames", "x-enumNames"]
    let names = schema.sources.lazy
      .flatMap { source in keys.compactMap { source.extensions[$0] } }.first
    guard let names, names.count == count else { return nil }
    return names.elements.map { ReservedNames.enumCase(SwiftNaming.member($0.text)) }
  }

  private func extensionDescriptions(_ schema: MergedSchema) -> [Int: String] {
    let node = schema.sources.lazy.compactMap { $0.extensions["x-enum-descriptions"] }.first
    guard let node, node.kind == .sequence else { return [:] }
    var result: [Int: String] = [:]
    for (index, text) in node.elements.enumerated() { result[index] = text.string }
    return result
  }
}
