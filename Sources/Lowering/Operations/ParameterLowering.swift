import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Turns the parameters of an operation into arguments.
struct ParameterLowering {
  let schemas: SchemaLowering
  /// What the names of an operation's own types begin with.
  let prefix: String

  /// Header fields that the message itself decides (OpenAPI, Parameter Object).
  private static let ignored: Set<String> = ["accept", "content-type", "authorization"]

  /// The arguments: path parameters as the path has them, then required ones, then the others.
  func parameters(of operation: OpenAPI.Operation) -> [ClientModel.Parameter] {
    let sources = operation.parameters.filter { parameter in
      guard parameter.place == .header else { return true }
      guard Self.ignored.contains(parameter.name.lowercased()) else { return true }
      schemas.report.note(
        parameter.node,
        .ignoredHeaderParameter,
        "`\(parameter.name)` is no argument: body, responses and security decide about it"
      )
      return false
    }
    let names = argumentNames(sources, of: operation)
    var parameters = zip(sources, names).map { self.parameter($0, name: $1) }
    let placeholders = Self.placeholders(operation.path)
    let positions = parameters.map { parameter -> Int in
      guard parameter.location == .path else { return parameter.isRequired ? 1 << 41 : 1 << 42 }
      return placeholders.firstIndex { $0 == parameter.wireName } ?? 1 << 40
    }
    let order = parameters.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
    parameters = order.map { parameters[$0] }
    return parameters
  }

  /// The names between braces, in order.
  private static func placeholders(_ path: String) -> [Substring] {
    var names: [Substring] = []
    var rest = path.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[rest.index(after: open)...]
      let name = rest.prefix { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
      if !rest.isEmpty, rest.first != UInt8(ascii: "{") { names.append(Substring(name)) }
    }
    return names
  }

  /// A name each: the parameter's own, with its place behind it where two share one.
  private func argumentNames(
    _ sources: [OpenAPI.Parameter],
    of operation: OpenAPI.Operation
  ) -> [String] {
    let wanted = sources.map { schemas.swiftNames.member($0.name) }
    var seen: Set<String> = ["body"]
    let areDistinct = wanted.allSatisfy { seen.insert($0).inserted }
    if areDistinct, !schemas.members.isKept { return wanted }
    var counts: [String: Int] = [:]
    for name in wanted { counts[name, default: 0] += 1 }
    var scope = NameScope(reserved: ["body"])
    var keys: [String] = []
    var byKey: [String: String] = [:]
    for (source, name) in zip(sources, wanted) {
      let key = "\(source.place.rawValue) \(source.name)"
      keys.append(key)
      let isShared = (counts[name] ?? 0) > 1 && source.place != .path
      byKey[key] = isShared ? name + SwiftNaming.type(source.place.rawValue) : name
    }
    return schemas.members.take(keys, of: LockKey.operation(operation), in: &scope) {
      byKey[$0] ?? "value"
    }
  }

  private func parameter(_ source: OpenAPI.Parameter, name: String) -> ClientModel.Parameter {
    let reference = source.schema ?? source.content?.schema
    let hint = prefix + schemas.swiftNames.type(source.name)
    let shared = source.reference?.componentName.map { schemas.swiftNames.type($0) }
    let context = NameContext(parent: [], hint: shared ?? hint, direction: .write)
    let lowered = reference.map { schemas.type($0, context) }
    let type = Self.usable(lowered?.type ?? .builtin(source.content == nil ? .string : .json))
    var result = ClientModel.Parameter(
      name: name,
      wireName: source.name,
      location: Parameter.Location(rawValue: source.place.rawValue) ?? .query,
      type: type,
      isRequired: source.isRequired,
      style: Parameter.Style(rawValue: source.style.rawValue) ?? .form,
      // A deep object has one form only, and documents rarely say so.
      explode: source.explodes || source.style == .deepObject
    )
    result.allowReserved = source.allowsReserved
    result.contentType = source.content?.range.essence
    result.documentation = Docs.text(source.description)
    if source.isDeprecated { result.deprecation = Deprecation() }
    if let reference {
      let resolved = schemas.resolve(reference)
      if result.documentation.isEmpty { result.documentation = Docs.text(resolved.description) }
      if let node = resolved.defaultValue, !node.isNull {
        result.defaultValue = DefaultLowering(schemas).value(node, as: type)
      }
    }
    return result
  }

  /// Types that have a form in a URL; file parts are sent as bytes.
  private static func usable(_ type: TypeReference) -> TypeReference {
    type == .builtin(.filePart) ? .builtin(.data) : type
  }
}
