import ClientModel
import OpenAPI

/// Multipart objects: properties of binary content are files.
struct MultipartLowering {
  let schemas: SchemaLowering

  /// Whether an object, or a variant of it, has a property that is a file.
  func hasFiles(_ unit: SchemaUnit) -> Bool {
    let schema = schemas.merged(unit)
    if schema.properties.contains(where: { fileType($0) != nil }) { return true }
    return schema.unions.contains { group in
      group.members.contains { member in
        schemas.merged(member).properties.contains { fileType($0) != nil }
      }
    }
  }

  /// The type of a property that is a file, or a list of files.
  func fileType(_ property: MergedSchema.MergedProperty) -> TypeReference? {
    guard let reference = property.schemas.last else { return nil }
    let schema = schemas.merged(reference)
    if isFile(schema) { return .builtin(.filePart) }
    if let items = schema.items, isFile(schemas.merged(items)) {
      return .array(.builtin(.filePart))
    }
    return nil
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
