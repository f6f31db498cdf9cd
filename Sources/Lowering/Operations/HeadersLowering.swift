import ClientModel
import OpenAPI

/// Turns the header fields of responses into a type of typed fields.
///
/// A type of few fields is named after them and shared by all operations whose responses have
/// just these; others are named after their operation.
struct HeadersLowering {
  let schemas: SchemaLowering
  let prefix: String

  /// The type of the fields that the responses have, if any.
  func type(of responses: [Response]) -> TypeName? {
    var unique: [Header] = []
    for header in responses.flatMap(\.headers)
    where header.name.lowercased() != "content-type"
      && !unique.contains(where: { $0.name.lowercased() == header.name.lowercased() })
    {
      unique.append(header)
    }
    guard !unique.isEmpty, let first = responses.first else { return nil }
    var scope = NameScope(reserved: ReservedNames.members)
    let names = scope.take(unique.map(\.name)) {
      ReservedNames.member(SwiftNaming.member($0, fallback: "field"))
    }
    let simple = unique.map { simpleType($0) }
    let shared = simple.contains(nil) ? nil : sharedName(unique)
    if let shared, let known = schemas.sharedHeaders[shared] {
      let fields = unique.indices.map {
        field(unique[$0], names[$0], simple[$0] ?? .builtin(.string))
      }
      if isSame(known, fields) { return known }
    }
    let name = schemas.claim(
      NameContext(parent: [], hint: shared ?? prefix + "Headers", direction: .read),
      for: first.pointer + "/headers"
    )
    let fields = unique.indices.map { index in
      field(unique[index], names[index], simple[index] ?? ownType(unique[index], in: name))
    }
    schemas.declarations.insert(
      TypeDeclaration(
        name: name,
        kind: .headers(HeadersType(fields: fields)),
        origin: first.pointer
      )
    )
    if let shared, schemas.sharedHeaders[shared] == nil { schemas.sharedHeaders[shared] = name }
    return name
  }

  private func field(
    _ header: Header,
    _ name: String,
    _ type: TypeReference
  ) -> HeadersType.Field {
    var field = HeadersType.Field(
      name: name,
      wireName: header.name,
      type: type,
      explode: header.explodes
    )
    field.documentation = Docs.text(header.description)
    return field
  }

  /// A name out of the fields' own: `LinkHeaders`; `nil` where that gets long.
  private func sharedName(_ headers: [Header]) -> String? {
    let words = headers.map { header in
      let isExtension = header.name.lowercased().hasPrefix("x-")
      return isExtension ? String(header.name.dropFirst(2)) : header.name
    }
    let name = SwiftNaming.type(words.joined(separator: " "), fallback: "Field") + "Headers"
    return headers.count <= 3 && name.utf8.count <= 40 ? name : nil
  }

  /// The type of a field that needs none of its own.
  private func simpleType(_ header: Header) -> TypeReference? {
    guard let reference = header.schema ?? header.content?.schema else { return .builtin(.string) }
    let id = schemas.resolve(reference).id
    let schema = schemas.merged(id)
    if schemas.document[id].name == nil {
      guard schema.enumeration == nil, schema.const == nil, schema.unions.isEmpty,
        !schema.isObject, !schema.isArray, schema.valueTypes.count <= 1
      else { return nil }
    }
    let context = NameContext(parent: [], hint: "Field", direction: .read)
    return schemas.type(reference, context).type
  }

  private func ownType(_ header: Header, in name: TypeName) -> TypeReference {
    guard let reference = header.schema ?? header.content?.schema else { return .builtin(.string) }
    let context = NameContext(
      parent: name.components,
      hint: SwiftNaming.type(header.name, fallback: "Field"),
      direction: .read
    )
    return schemas.type(reference, context).type
  }

  private func isSame(_ name: TypeName, _ fields: [HeadersType.Field]) -> Bool {
    guard case .headers(let known)? = schemas.declarations[name]?.kind else { return false }
    return known.fields.map(Self.structure) == fields.map(Self.structure)
  }

  private static func structure(_ field: HeadersType.Field) -> HeadersType.Field {
    var field = field
    field.documentation = Documentation()
    return field
  }
}
