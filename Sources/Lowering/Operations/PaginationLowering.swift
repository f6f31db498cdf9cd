import ClientModel
import OpenAPI
import SpecTree

extension Pagination {
  /// The pagination of an operation: as configured, else as the document shows it.
  static func of(
    _ operation: ClientModel.Operation,
    source: OpenAPI.Operation,
    lowering: SchemaLowering
  ) -> Pagination? {
    let options = lowering.options
    if let configured = options.pagination[operation.id] { return configured }
    guard options.detectsPagination, operation.method == "GET",
      case .value(let type, .json, _) = operation.result
    else { return nil }
    let isList = if case .array = type { true } else { false }
    let hasLink = source.responses.contains { response in
      response.headers.contains { $0.name.lowercased() == "link" }
    }
    if hasLink { return .link }
    let query = operation.parameters.filter { $0.location == .query }
    if !isList { return Page(lowering, source).inBody(query) }
    if let page = query.first(where: { pageNames.contains($0.wireName.lowercased()) }),
      isInteger(page.type)
    {
      return .page(parameter: page.wireName, first: first(page))
    }
    if let offset = query.first(where: { $0.wireName.lowercased() == "offset" }),
      isInteger(offset.type)
    {
      let limit = query.first { limitNames.contains($0.wireName.lowercased()) }
      return .offset(parameter: offset.wireName, limit: limit?.wireName)
    }
    return nil
  }

  private static let pageNames: Set<String> = ["page", "pagenumber", "page_number"]
  private static let limitNames: Set<String> = [
    "limit", "per_page", "pagesize", "page_size", "count",
  ]

  fileprivate static func isInteger(_ type: TypeReference) -> Bool {
    type == .builtin(.int) || type == .builtin(.int32) || type == .builtin(.int64)
  }

  /// The number of the first page: the documented default, else 1.
  private static func first(_ parameter: ClientModel.Parameter) -> Int {
    if case .integer(let digits) = parameter.defaultValue { return Int(digits) ?? 1 }
    return 1
  }
}

/// A page that says in its body where the next one is.
private struct Page {
  let lowering: SchemaLowering
  let source: OpenAPI.Operation

  init(_ lowering: SchemaLowering, _ source: OpenAPI.Operation) {
    self.lowering = lowering
    self.source = source
  }

  private static let cursorPairs: [(parameter: String, keys: [String])] = [
    ("cursor", ["next_cursor", "nextCursor", "cursor"]),
    ("page_token", ["next_page_token"]), ("pageToken", ["nextPageToken"]),
    ("pagetoken", ["nextPageToken"]), ("next_token", ["next_token", "nextToken"]),
    ("nextToken", ["nextToken"]), ("continue", ["metadata/continue"]),
    ("marker", ["next_marker"]),
  ]

  func inBody(_ query: [ClientModel.Parameter]) -> Pagination? {
    guard let media = source.responses.lazy.flatMap(\.content).first(where: { $0.range.isJSON }),
      let schema = media.schema
    else { return nil }
    for (parameter, keys) in Self.cursorPairs {
      guard let found = query.first(where: { $0.wireName == parameter }) else { continue }
      for key in keys {
        for path in [key, "response_metadata/\(key)", "meta/\(key)", "pagination/\(key)"]
        where isText(path, in: schema) {
          return .cursor(parameter: found.wireName, pointer: "/" + path)
        }
      }
    }
    for path in [
      "next", "next_page_uri", "next_page/uri", "links/next", "nextLink", "@odata.nextLink",
    ]
    where isText(path, in: schema) && !query.isEmpty {
      return .nextURL(pointer: "/" + path)
    }
    return nil
  }

  /// Whether the schema has a string at a path of properties.
  private func isText(_ path: String, in reference: SchemaReference) -> Bool {
    var current = reference
    for key in path.split(separator: "/") {
      let schema = lowering.merged(current)
      guard let property = schema.property(String(key)),
        let next = property.schemas.last
      else { return false }
      current = next
    }
    let schema = lowering.merged(current)
    return schema.valueTypes == .string && schema.enumeration == nil
  }
}
