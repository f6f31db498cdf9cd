import ClientModel
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// Builds the type of a unit.
  ///
  /// - Parameter early: told of the name as soon as it is known, so that recursion finds it.
  func build(
    _ unit: SchemaUnit,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let schema = merged(unit)
    if schema.isNever { return .builtin(.json) }
    if let values = literalValues(schema) {
      if let simple = constantType(schema, values) { return simple }
      let name = claim(unit, context, direction: .read)
      early(.named(name))
      declareEnum(name, unit, schema, values)
      return .named(name)
    }
    if let union = structuralUnion(schema) {
      return buildUnion(union, unit, schema, context, direction: direction, early: early)
    }
    let types = schema.valueTypes
    if types.count > 1, !schema.isObject || types.subtracting(.object).count > 0 {
      return buildTypeUnion(unit, schema, context, direction: direction, early: early)
    }
    if schema.isObject, types.isEmpty || types.contains(.object) {
      return buildObject(unit, schema, context, direction: direction, early: early)
    }
    if schema.isArray, types.isEmpty || types.contains(.array) {
      return buildArray(unit, schema, context)
    }
    if types.isEmpty {
      if schema.format != nil, let type = formatType(schema, of: .string) { return type }
      return .builtin(.json)
    }
    return formatType(schema, of: types) ?? .builtin(.json)
  }

  // MARK: Arrays

  private func buildArray(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext
  ) -> TypeReference {
    let element = context.nested(SwiftNaming.type(Plural.singular(context.hint)))
    if !schema.prefixItems.isEmpty {
      var types = schema.prefixItems.map { type($0, element).element }
      if let items = schema.items, document[document.unit(items)].boolean != false {
        types.append(type(items, element).element)
      }
      if let first = types.first, types.allSatisfy({ $0 == first }) { return .array(first) }
      if let node = schema.sources.first?.node {
        note(node, "tuple", "a tuple of different types is read as a list of JSON values")
      }
      return .array(.builtin(.json))
    }
    guard let items = schema.items else { return .array(.builtin(.json)) }
    return .array(type(items, element).element)
  }

  // MARK: Scalars

  /// The type of a scalar by its format.
  func formatType(_ schema: MergedSchema, of types: Schema.Types) -> TypeReference? {
    if let format = schema.format, let own = options.formatTypes[format] { return .custom(own) }
    switch types {
    case .string: return .builtin(stringType(schema))
    case .integer: return .builtin(integerType(schema))
    case .number: return .builtin(numberType(schema))
    case .boolean: return .builtin(.bool)
    case .file: return .builtin(.filePart)
    case .object: return .dictionary(.builtin(.json))
    case .array: return .array(.builtin(.json))
    default: return nil
    }
  }

  private func stringType(_ schema: MergedSchema) -> Builtin {
    if let encoding = schema.contentEncoding?.lowercased() {
      if encoding == "base64" || encoding == "base64url" { return .data }
    }
    switch schema.format?.lowercased() {
    case "date-time": return .date
    case "date": return .dateOnly
    case "time": return .timeOfDay
    case "duration": return .duration
    case "uuid": return .uuid
    case "byte": return .data
    case "decimal": return .decimal
    case "int64", "int32", "uint64", "integer", "bigint": return .intString
    default: return .string
    }
  }

  private func integerType(_ schema: MergedSchema) -> Builtin {
    switch schema.format?.lowercased() {
    case "int32": return .int32
    case "uint32": return .uint32
    case "uint64": return .uint64
    case "unix-time", "unixtime", "unix_time", "unix-timestamp": return .unixTime
    default: break
    }
    if let maximum = schema.maximum, maximum > 9.3e18, schema.minimum ?? 0 >= 0 { return .uint64 }
    return .int
  }

  private func numberType(_ schema: MergedSchema) -> Builtin {
    switch schema.format?.lowercased() {
    case "float": return .float
    case "decimal": return .decimal
    case "int32", "int64", "integer": return .int
    default: return .double
    }
  }

  // MARK: Enums

  /// The values of an enum or a constant, without null.
  private func literalValues(_ schema: MergedSchema) -> [Node]? {
    if let const = schema.const { return const.isNull ? nil : [const] }
    guard let values = schema.enumeration else { return nil }
    let rest = values.filter { !$0.isNull }
    return rest.isEmpty ? nil : rest
  }

  /// A literal type that is no enum: `true`, or objects.
  private func constantType(_ schema: MergedSchema, _ values: [Node]) -> TypeReference? {
    if values.contains(where: { !$0.isScalar }) { return .builtin(.json) }
    let types = schema.valueTypes
    let isText = types == .string
    if !isText, values.allSatisfy({ $0.kind == .bool }) { return .builtin(.bool) }
    if types == .boolean { return .builtin(.bool) }
    return nil
  }

  /// Declares an enum of strings.
  func declareStringEnum(
    _ name: TypeName,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ values: [Node]
  ) {
    declareEnum(name, unit, schema, values)
  }

  private func declareEnum(
    _ name: TypeName,
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ values: [Node]
  ) {
    let raw = rawType(schema, values)
    var cases: [EnumType.Case] = []
    let texts = values.map { raw == .string ? $0.text : "\($0.kind):\($0.text)" }
    var scope = NameScope()
    var names = extensionNames(schema, texts)
    let rest = texts.filter { names[$0] == nil }
    for value in names.values { _ = scope.take(value) }
    let unknown =
      scope.isFree("unknown") && !values.contains { Self.caseName($0) == "unknown" }
      ? "unknown" : "unrecognized"
    _ = scope.take(unknown)
    let found = scope.take(rest) { text in
      Self.caseName(values[texts.firstIndex(of: text) ?? 0])
    }
    names.merge(found) { first, _ in first }
    var seen: Set<[UInt8]> = []
    let descriptions = extensionDescriptions(schema)
    for (index, value) in values.enumerated() {
      guard seen.insert(Array(texts[index].utf8)).inserted else { continue }
      var item = EnumType.Case(
        name: names[texts[index]] ?? "value",
        value: Self.literal(value, raw: raw)
      )
      if let description = descriptions[index] {
        item.documentation = Documentation(summary: description)
      }
      cases.append(item)
    }
    var declaration = TypeDeclaration(
      name: name,
      kind: .enumeration(EnumType(raw: raw, cases: cases, unknownName: unknown)),
      origin: document[unit.ids[0]].pointer
    )
    declaration.documentation = Docs.of(document[unit.ids[0]])
    declaration.deprecation = Docs.deprecation(document[unit.ids[0]])
    insert(declaration)
  }

  private static func caseName(_ value: Node) -> String {
    ReservedNames.enumCase(SwiftNaming.enumCase(value.text))
  }

  private func rawType(_ schema: MergedSchema, _ values: [Node]) -> EnumType.Raw {
    let types = schema.valueTypes
    if types == .string { return .string }
    if values.allSatisfy({ $0.kind == .string }) { return .string }
    if values.allSatisfy({ $0.kind == .int && $0.int != nil }) { return .integer }
    return .json
  }

  /// A node's value as a literal of the raw type.
  static func literal(_ node: Node, raw: EnumType.Raw) -> DefaultValue {
    switch raw {
    case .string: return .string(node.text)
    case .integer: return .integer(node.int.map(String.init) ?? node.text)
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
  private func extensionNames(_ schema: MergedSchema, _ texts: [String]) -> [String: String] {
    let keys = ["x-enum-varnames", "x-enumNames"]
    let names = schema.sources.lazy
      .flatMap { source in keys.compactMap { source.extensions[$0] } }.first
    guard let names, names.count == texts.count else { return [:] }
    var scope = NameScope()
    var result: [String: String] = [:]
    for (text, name) in zip(texts, names.elements) where result[text] == nil {
      result[text] = scope.take(ReservedNames.enumCase(SwiftNaming.member(name.text)))
    }
    return result
  }

  private func extensionDescriptions(_ schema: MergedSchema) -> [Int: String] {
    let node = schema.sources.lazy.compactMap { $0.extensions["x-enum-descriptions"] }.first
    guard let node, node.kind == .sequence else { return [:] }
    var result: [Int: String] = [:]
    for (index, text) in node.elements.enumerated() { result[index] = text.string }
    return result
  }
}

extension Schema.Types {
  /// How many types there are.
  var count: Int { rawValue.nonzeroBitCount }

  /// Each type alone, in a fixed order.
  var each: [Schema.Types] {
    [.string, .integer, .number, .boolean, .array, .object].filter { contains($0) }
  }
}
