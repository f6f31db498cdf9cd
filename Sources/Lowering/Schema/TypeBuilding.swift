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
    if let contradiction = schema.contradiction {
      return contradictory(contradiction, schema)
    }
    if let id = unit.single {
      let family = facts.family(of: id, document)
      if !family.isEmpty {
        return buildFamily(family, unit, schema, context, direction: direction, early: early)
      }
    }
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
      let implied = Self.impliedType(ofFormat: schema.format, encoding: schema.contentEncoding)
      return implied.flatMap { formatType(schema, of: $0) } ?? .builtin(.json)
    }
    return formatType(schema, of: types) ?? .builtin(.json)
  }

  /// A value that several schemas say contrary things about.
  private func contradictory(_ schema: Schema, _ whole: MergedSchema) -> TypeReference {
    let other = whole.sources.first { $0.id != schema.id && !$0.types.isEmpty }
    report.note(
      schema.node,
      .allOfConflict,
      "no value has this type and the others that hold for it; it is read as any JSON value",
      severity: .warning,
      notes: other.map { [.init("the other type is stated here", at: $0.location)] } ?? []
    )
    return .builtin(.json)
  }

  // MARK: Arrays

  private func buildArray(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext
  ) -> TypeReference {
    let element = context.element("Item")
    if !schema.prefixItems.isEmpty {
      var types = schema.prefixItems.map { type($0, element).element }
      if let items = schema.items, document[document.unit(items)].boolean != false {
        types.append(type(items, element).element)
      }
      if let first = types.first, types.allSatisfy({ $0 == first }) { return .array(first) }
      if let node = schema.sources.first(where: { !$0.prefixItems.isEmpty })?.node {
        report.note(node, .tuple, "a tuple of different types is read as a list of JSON values")
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

  /// The type of a schema that states only a format.
  private static func impliedType(ofFormat format: String?, encoding: String?) -> Schema.Types? {
    if encoding != nil { return .string }
    switch format?.lowercased() {
    case "int32", "int64", "uint32", "uint64", "unix-time", "integer": return .integer
    case "float", "double", "decimal": return .number
    case "date-time", "date", "time", "duration", "uuid", "byte", "uri", "email": return .string
    default: return nil
    }
  }

  private func stringType(_ schema: MergedSchema) -> Builtin {
    if let encoding = schema.contentEncoding?.lowercased() {
      // Bytes are written in the other alphabet; `base64url` stays the text that it is.
      if encoding == "base64" { return .data }
      if encoding == "base64url" { return .string }
    }
    switch schema.format?.lowercased() {
    case "date-time": return .date
    case "date": return .dateOnly
    case "time": return .timeOfDay
    case "duration": return .duration
    case "uuid": return .uuid
    case "byte": return .data
    case "decimal": return .decimalString
    case "int64", "int32", "integer": return .intString
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
}

extension Schema.Types {
  /// How many types there are.
  var count: Int { rawValue.nonzeroBitCount }

  /// Each type alone, in a fixed order.
  var each: [Schema.Types] {
    [.string, .integer, .number, .boolean, .array, .object].filter { contains($0) }
  }
}
