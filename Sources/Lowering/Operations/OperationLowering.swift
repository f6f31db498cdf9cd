import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Turns operations into cases and functions, by tag.
final class OperationLowering {
  let schemas: SchemaLowering
  /// The Swift names of operations by `METHOD path`.
  private var operationNames: [String: String] = [:]
  private var groupNames: [String: GroupNames] = [:]
  /// The names of functions taken in a group, by tag.
  private var functions: [String: Set<String>] = [:]

  private struct GroupNames {
    var name: String
    var accessor: String
    var target: String
  }

  var document: Document { schemas.document }

  init(schemas: SchemaLowering) {
    self.schemas = schemas
  }

  /// All groups, in the order of the document's tags, then of first use.
  func groups() -> [OperationGroup] {
    let included = document.operations.filter { schemas.options.includes?($0) ?? true }
    var tags: [String] = []
    var byTag: [String: [OpenAPI.Operation]] = [:]
    for operation in included {
      let tag = Self.tag(of: operation)
      if byTag[tag] == nil { tags.append(tag) }
      byTag[tag, default: []].append(operation)
    }
    nameGroups(tags)
    for tag in tags { nameOperations(byTag[tag] ?? [], tag: tag) }
    // Types are named in an order that does not depend on the document's.
    var lowered: [String: [ClientModel.Operation]] = [:]
    let keyed = included.map { (key: LockKey.operation($0), operation: $0) }
    for (key, operation) in keyed.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      let group = groupNames[Self.tag(of: operation)]?.name ?? ""
      lowered[key] = lower(operation, name: operationNames[key] ?? "call", group: group)
    }
    let declared = document.tags.map(\.name).filter { byTag[$0] != nil }
    let ordered = declared + tags.filter { !declared.contains($0) }
    return ordered.compactMap { tag in
      guard let group = groupNames[tag], let operations = byTag[tag] else { return nil }
      return self.group(tag, group, operations.flatMap { lowered[LockKey.operation($0)] ?? [] })
    }
  }

  /// The group of an operation: its first tag, else the first fixed segment of its path.
  static func tag(of operation: OpenAPI.Operation) -> String {
    if let tag = operation.tags.first, !tag.isEmpty { return tag }
    let segment = operation.path.split(separator: "/").first { !$0.contains("{") }
    return segment.map(String.init) ?? "root"
  }

  private func nameGroups(_ tags: [String]) {
    var accessors = NameScope(
      reserved: ReservedNames.members.union(["session", "documentVersion"])
    )
    let names = accessors.take(tags) {
      ReservedNames.member(SwiftNaming.member($0, fallback: "group"))
    }
    for (tag, accessor) in zip(tags, names).sorted(by: {
      $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
    }) {
      let wanted = ReservedNames.type(SwiftNaming.type(tag, fallback: "Group"))
      let name = schemas.topLevel.isFree(wanted) ? wanted : wanted + "Operations"
      let locked = schemas.options.lockedNames[LockKey.tag(tag)]
      groupNames[tag] = GroupNames(
        name: schemas.topLevel.take(name, locked: locked),
        accessor: accessor,
        target: schemas.topLevel.take(wanted + "Target")
      )
    }
  }

  private func group(
    _ tag: String,
    _ names: GroupNames,
    _ operations: [ClientModel.Operation]
  ) -> OperationGroup {
    var group = OperationGroup(
      name: names.name,
      accessor: names.accessor,
      targetName: names.target
    )
    if let declared = document.tags.first(where: { $0.name == tag }) {
      if declared.parent != nil {
        schemas.report.note(
          declared.node,
          .nestedTag,
          "groups are not nested in one another; `\(tag)` stands beside its parent"
        )
      }
      group.documentation = Docs.text(
        declared.description ?? declared.summary,
        url: declared.externalDocs?.url
      )
    }
    group.operations = operations
    return group
  }

  // MARK: Names

  /// Names a group's operations: from the id, else from method and path.
  private func nameOperations(_ operations: [OpenAPI.Operation], tag: String) {
    var wanted: [String: String] = [:]
    var ids: [String: Int] = [:]
    for operation in operations { operation.operationID.map { ids[$0, default: 0] += 1 } }
    let words = Words(tag).parts.map { $0.lowercased() }
    for operation in operations {
      let usesID = operation.operationID.map { ids[$0] == 1 } ?? false
      wanted[LockKey.operation(operation)] =
        usesID
        ? Self.name(id: operation.operationID ?? "", tag: words) : Self.name(of: operation)
    }
    var scope = NameScope(reserved: ReservedNames.members.union(["session", "endpoint"]))
    let names = scope.take(
      operations.map(LockKey.operation),
      locked: schemas.options.lockedNames
    ) { wanted[$0] ?? "call" }
    for (operation, name) in zip(operations, names) {
      operationNames[LockKey.operation(operation)] = name
    }
    functions[tag] = Set(names)
  }

  /// The names chosen, in the form in which a lock keeps them.
  var chosenNames: [String: String] {
    var names = operationNames
    for (tag, group) in groupNames { names[LockKey.tag(tag)] = group.name }
    return names
  }

  /// An operation id without the group it repeats: `issues/list-for-repo` gives `listForRepo`.
  ///
  /// - Parameters:
  ///   - id: the operation id.
  ///   - tag: the words of the tag, in small letters.
  static func name(id: String, tag: [String]) -> String {
    let separators: Set<UInt8> = Set("/.:#".utf8)
    if let end = id.utf8.firstIndex(where: separators.contains) {
      let first = Words(String(id[..<end])).parts.map { $0.lowercased() }
      let rest = String(id[id.utf8.index(after: end)...])
      if first == tag, !Words(rest).parts.isEmpty {
        return ReservedNames.member(SwiftNaming.member(rest, fallback: "call"))
      }
    }
    return ReservedNames.member(SwiftNaming.member(id, fallback: "call"))
  }

  /// `GET /repos/{owner}/issues` gives `getReposByOwnerIssues`.
  static func name(of operation: OpenAPI.Operation) -> String {
    var words = [operation.method.lowercased()]
    for segment in operation.path.split(separator: "/") {
      let isParameter = segment.contains("{")
      if isParameter { words.append("by") }
      words.append(String(segment))
    }
    let name = SwiftNaming.member(words.joined(separator: " "), fallback: "call")
    return ReservedNames.member(name)
  }

  // MARK: One operation

  private func lower(
    _ source: OpenAPI.Operation,
    name: String,
    group: String
  ) -> [ClientModel.Operation] {
    let prefix = group + SwiftNaming.type(name)
    var operation = Operation(
      name: name,
      id: source.operationID ?? LockKey.operation(source),
      method: source.method,
      path: source.path
    )
    operation.documentation = Docs.of(source)
    if source.isDeprecated {
      operation.deprecation = Docs.deprecation(description: source.description)
    }
    operation.security = security(source)
    operation.servers = ServerLowering(schemas: schemas).servers(source.servers)
    let parameters = ParameterLowering(schemas: schemas, prefix: prefix)
    operation.parameters = parameters.parameters(of: source)
    let names = Set(operation.parameters.map(\.name))
    operation.body = BodyLowering(schemas: schemas, prefix: prefix).body(
      of: source,
      taken: names
    )
    if let link = source.responses.lazy.flatMap(\.links).first {
      schemas.report.note(
        link.node,
        .links,
        "links between operations have no counterpart in the client"
      )
    }
    let responses = ResponseLowering(schemas: schemas, prefix: prefix)
    return responses.fill(operation, from: source).map { filled in
      var filled = filled
      filled.pagination = Pagination.of(filled, source: source, lowering: schemas)
      if filled.name != name {
        // The streaming form of the same operation.
        filled.name = free(filled.name, tag: Self.tag(of: source))
      }
      return filled
    }
  }

  private func free(_ wanted: String, tag: String) -> String {
    var scope = NameScope(reserved: functions[tag] ?? [])
    let name = scope.take(wanted)
    functions[tag, default: []].insert(name)
    return name
  }

  private func security(_ operation: OpenAPI.Operation) -> ClientModel.SecurityRequirement {
    guard let requirements = document.security(of: operation) else { return .none }
    let alternatives = requirements.map { requirement in
      requirement.schemes.map {
        ClientModel.SecurityRequirement.Scheme(key: $0.scheme, scopes: $0.scopes)
      }
    }
    return SecurityRequirement(
      alternatives: alternatives.filter { !$0.isEmpty },
      isOptional: alternatives.contains { $0.isEmpty }
    )
  }
}
