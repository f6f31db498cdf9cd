import ClientModel
import OpenAPI

extension SchemaLowering {
  /// A value of several JSON types.
  func buildTypeUnion(
    _ unit: SchemaUnit,
    _ schema: MergedSchema,
    _ context: NameContext,
    direction: Direction,
    early: (TypeReference) -> Void
  ) -> TypeReference {
    let types = schema.valueTypes.each
    let wanted = types.filter { !($0 == .integer && types.contains(.number)) }
    let scalars = wanted.compactMap { type -> TypeReference? in
      type == .object || type == .array ? nil : formatType(schema, of: type)
    }
    if wanted.count == 1, let only = scalars.first { return only }
    if schema.valueTypes.union(.integer) == .all { return .builtin(.json) }
    let name = claim(unit, context, direction: direction)
    early(.named(name))
    let inner = NameContext(
      parent: name.components,
      hint: "Object",
      direction: context.direction,
      home: context.home
    )
    var cases: [UnionType.Case] = []
    for type in wanted {
      let payload: TypeReference
      if type == .object {
        payload = buildObject(
          unit.inline,
          schema,
          inner,
          direction: direction,
          early: { _ in }
        )
      } else if type == .array {
        let items = schema.items.map { self.type($0, inner.nested("Element")).element }
        payload = .array(items ?? .builtin(.json))
      } else {
        payload = formatType(schema, of: type) ?? .builtin(.json)
      }
      cases.append(UnionType.Case(name: "", payload: payload))
    }
    nameCases(&cases)
    declare(name, unit, .union(UnionType(cases: cases)))
    return .named(name)
  }
}

extension Schema.Types {
  static let all: Schema.Types = [.string, .integer, .number, .boolean, .array, .object]
}
