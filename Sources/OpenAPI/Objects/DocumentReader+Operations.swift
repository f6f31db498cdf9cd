import Diagnostics
import SpecTree

/// What the operations of a path have in common.
struct PathContext {
  let path: String
  /// The place of the path in the document.
  let entry: Node.Entry
  let template: PathTemplate?
  var parameters = ParameterList()
  var servers: [Server] = []
  /// Whether the operations are those of a path, and so sent by the client.
  let isClientSide: Bool
}

extension DocumentReader {
  func operation(_ field: Field, method: String, in context: PathContext) -> Operation? {
    let kind: ObjectKind = isSwagger ? .swaggerOperation : .operation
    // No version allows a reference here, and split documents have them all the same.
    guard let (node, _) = target(of: field.value, .operation),
      isObject(node, kind, severity: .error, consequence: "its meaning is unclear")
    else { return nil }
    var operation = Operation(node: node, method: method, path: context.path)
    var own = ParameterList()
    var draft = OperationDraft(consumes: defaultConsumes, produces: defaultProduces)
    for member in fields(of: node) {
      switch member.keyword {
      case .tags: operation.tags = tagNames(member)
      case .summary: operation.summary = text(member)
      case .description: operation.description = text(member)
      case .externalDocs: operation.externalDocs = externalDocs(member)
      case .operationId: draft.id = member
      case .parameters: own = parameters(member)
      case .requestBody: operation.requestBody = requestBody(at: member.value)
      case .responses: draft.responses = member
      case .callbacks: operation.callbacks = callbacks(member)
      case .deprecated: operation.isDeprecated = flag(member) ?? false
      case .security: operation.security = security(member)
      case .servers: operation.servers = servers(member)
      case .consumes where isSwagger: draft.consumes = mediaRanges(listed: member)
      case .produces where isSwagger: draft.produces = mediaRanges(listed: member)
      case .schemes where isSwagger: operation.servers = swaggerServers(schemes: member)
      default: other(member, in: kind, &operation.extensions)
      }
    }
    if context.isClientSide { operation.operationID = operationID(draft.id) }
    if operation.servers.isEmpty { operation.servers = context.servers }
    if let responses = draft.responses {
      operation.responses = self.responses(responses, produces: draft.produces)
    } else if generation < .openAPI31 {
      report(
        .warning,
        .missingKeyword,
        "the operation has no `responses`; any is taken",
        at: field.entry
      )
    }
    settleParameters(of: &operation, own, draft, context)
    return operation
  }

  private func tagNames(_ field: Field) -> [String] {
    var names: [String] = []
    for name in words(field, of: "the names of tags") where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  private func operationID(_ field: Field?) -> String? {
    guard let field, let id = word(field) else { return nil }
    if let earlier = operationIDs[id] {
      report(
        .warning,
        .duplicateOperationID,
        "the operation id `\(id)` is taken; this operation is named by its method and path",
        at: field.value,
        notes: [.init("first used here", at: earlier.location)]
      )
      return nil
    }
    operationIDs[id] = field.value
    return id
  }

  // MARK: Parameters

  /// Reads a list of parameters.
  ///
  /// Body and form parameters are Swagger 2.0's; where a later document has them, it is clear what
  /// they mean.
  func parameters(_ field: Field) -> ParameterList {
    var list = ParameterList()
    list.node = field.value
    for node in nodes(field, of: "parameters", severity: .error) {
      guard let (target, reference) = target(of: node, .parameter),
        isParameter(target, reference)
      else { continue }
      switch target["in"]?.string?.lowercased() {
      case "body":
        reportOtherVersion("in: body", at: target)
        list.bodies.append((target, reference))
      case "formdata":
        reportOtherVersion("in: formData", at: target)
        list.formFields.append(target)
      default:
        guard let parameter = parameter(at: node) else { continue }
        if let earlier = list.parameters.first(where: { $0.isSame(as: parameter) }) {
          report(
            .warning,
            .duplicateParameter,
            "the parameter `\(parameter.name)` (\(parameter.place.rawValue)) is declared twice; the"
              + " first one counts",
            at: node,
            notes: [.init("first declared here", at: earlier.location)]
          )
          continue
        }
        list.parameters.append(parameter)
      }
    }
    return list
  }

  /// Whether a reference led to a parameter, or to something else by mistake.
  private func isParameter(_ node: Node, _ reference: Reference?) -> Bool {
    guard let reference, node["in"] == nil, node["name"] == nil else { return true }
    report(
      .error,
      .wrongShape,
      "`\(reference.text)` leads to something that is no parameter",
      at: reference.node["$ref"] ?? reference.node
    )
    return false
  }

  private func reportOtherVersion(_ words: String, at node: Node) {
    guard !isSwagger else { return }
    report(
      .warning,
      .keywordOfOtherVersion,
      "`\(words)` is of Swagger 2.0; it is understood all the same",
      at: node["in"] ?? node,
      fix: "write a `requestBody`"
    )
  }

  private func settleParameters(
    of operation: inout Operation,
    _ own: ParameterList,
    _ draft: OperationDraft,
    _ context: PathContext
  ) {
    var parameters = context.parameters.parameters
    for parameter in own.parameters {
      if let position = parameters.firstIndex(where: { $0.isSame(as: parameter) }) {
        parameters[position] = parameter
      } else {
        parameters.append(parameter)
      }
    }
    if context.isClientSide, let template = context.template {
      parameters = matched(parameters, to: template, of: operation, context)
    }
    operation.parameters = parameters
    if operation.requestBody == nil {
      operation.requestBody = swaggerBody(own, context.parameters, consumes: draft.consumes)
    }
  }

  /// Makes parameters and placeholders of a path agree.
  private func matched(
    _ parameters: [Parameter],
    to template: PathTemplate,
    of operation: Operation,
    _ context: PathContext
  ) -> [Parameter] {
    var parameters = parameters
    var unused = parameters.filter { parameter in
      parameter.place == .path && !template.placeholders.contains(parameter.name)
    }
    for name in template.placeholders {
      if parameters.contains(where: { $0.name == name && $0.place == .path }) { continue }
      if template.queryPlaceholders.contains(name), parameters.contains(where: { $0.name == name })
      {
        continue
      }
      if let near = unused.firstIndex(where: { Suggestion.isSameWord($0.name, name) }) {
        rename(unused.remove(at: near), to: name, in: &parameters, context)
        continue
      }
      report(
        .warning,
        .undeclaredPathParameter,
        "the path uses `{\(name)}`, which \(operation.method) does not declare; a string is taken",
        within: context.entry,
        "{\(name)}"
      )
      parameters.append(inferredParameter(name, at: operation.node))
    }
    for parameter in unused {
      report(
        .warning,
        .unusedPathParameter,
        "`\(context.path)` has no `{\(parameter.name)}`; the parameter is left out",
        at: parameter.reference?.node ?? parameter.node
      )
    }
    parameters.removeAll { parameter in unused.contains { $0.isSame(as: parameter) } }
    return parameters
  }

  private func rename(
    _ parameter: Parameter,
    to name: String,
    in parameters: inout [Parameter],
    _ context: PathContext
  ) {
    guard let position = parameters.firstIndex(where: { $0.isSame(as: parameter) }) else { return }
    report(
      .warning,
      .undeclaredPathParameter,
      "`\(context.path)` has `{\(name)}` where the parameter is called `\(parameter.name)`; they"
        + " are taken as the same",
      at: parameter.node["name"] ?? parameter.node
    )
    parameters[position].name = name
  }

  private func inferredParameter(_ name: String, at node: Node) -> Parameter {
    Parameter(
      node: node,
      name: name,
      place: .path,
      isRequired: true,
      style: .simple,
      schema: inferredSchema(at: node),
      isInferred: true
    )
  }

  /// The schema of values that nothing is said about: a string.
  func inferredSchema(at node: Node) -> SchemaReference {
    if inferredString == nil {
      var keywords = Schema.Keywords()
      keywords.types = .string
      keywords.isAnnotationOnly = false
      inferredString = schemas.make(keywords, at: node)
    }
    // Set just above; without it the node reads as a schema itself.
    let id = inferredString ?? intern(node)
    return SchemaReference(node: node, id: id, isReference: false, siblings: nil)
  }
}

/// The parameters of one list.
struct ParameterList {
  /// The list itself.
  var node: Node?
  var parameters: [Parameter] = []
  /// Swagger 2.0: parameters that are the body, with the reference on the way.
  var bodies: [(node: Node, reference: Reference?)] = []
  /// Swagger 2.0: parameters that are fields of a form.
  var formFields: [Node] = []
}

/// An operation half read.
struct OperationDraft {
  var id: Field?
  var responses: Field?
  var consumes: [MediaRange]
  var produces: [MediaRange]
}

extension Parameter {
  /// Whether both are the same parameter, to OpenAPI: name and place agree.
  func isSame(as other: Parameter) -> Bool { name == other.name && place == other.place }
}
