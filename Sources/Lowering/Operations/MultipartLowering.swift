import ClientModel
import OpenAPI

/// Multipart objects: properties of binary content are files.
struct MultipartLowering {
  let schemas: SchemaLowering

  /// Whether an object, or a variant of it, has a property that is a file.
  func hasFiles(_ unit: SchemaUnit) -> Bool {
    let schema = schemas.merged(unit)
    if schema.properties.contains(where: { fileType($0) != nil }) { return true }
    if !schema.properties.isEmpty, case .schema(let values) = schema.additional,
      fileType(values) != nil
    {
      return true
    }
    return schema.unions.contains { group in
      group.members.contains { member in
        schemas.merged(member).properties.contains { fileType($0) != nil }
      }
    }
  }

  /// The type of a property that is a file, or a list of files.
  func fileType(_ property: MergedSchema.MergedProperty) -> TypeReference? {
    property.schemas.last.flatMap { fileType($0) }
  }

  /// The type of a value that is a file, or a list of files.
  func fileType(_ reference: SchemaReference) -> TypeReference? {
    let schema = schemas.merged(reference)
    if isFile(schema) { return .builtin(.filePart) }
    if isFiles(schema) { return .array(.builtin(.filePart)) }
    // A file or a list of them: a list, since a part that is repeated once is a part.
    guard schema.unions.count == 1, schema.properties.isEmpty, schema.valueTypes.isEmpty else {
      return nil
    }
    let members = schema.unions[0].members.map { schemas.merged($0) }
    guard members.allSatisfy({ isFile($0) || isFiles($0) }) else { return nil }
    return members.contains(where: isFiles)
      ? .array(.builtin(.filePart)) : .builtin(.filePart)
  }

  private func isFiles(_ schema: MergedSchema) -> Bool {
    schema.items.map { isFile(schemas.merged($0)) } ?? false
  }

  private func isFile(_ schema: MergedSchema) -> Bool {
    if schema.types.contains(.file) { return true }
    if schema.valueTypes == .string, schema.format == "binary" { return true }
    guard schema.contentEncoding == nil, schema.valueTypes.isSubset(of: .string) else {
      return false
    }
    let media = schema.sources.lazy.compactMap(\.contentMediaType).first
    return media.map { !$0.hasSuffix("json") && !$0.hasPrefix("text/") } ?? false
  }
}
