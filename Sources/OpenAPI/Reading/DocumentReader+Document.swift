import Diagnostics
import SpecTree

extension DocumentReader {
  /// Reads the whole document.
  func read(_ version: Document.Version) -> Document {
    if generation >= .openAPI31, root.hasIdentities { index(root) }
    let node = root.root
    let members = Array(fields(of: node))
    noteSecuritySchemes(members)
    if isSwagger { noteMediaTypes(members) }
    var document = Document(
      node: node,
      version: version,
      info: info(members.first { $0.keyword == .info })
    )
    for field in members {
      if isSwagger {
        readSwagger(field, into: &document)
      } else {
        read(field, into: &document)
      }
    }
    if isSwagger {
      document.servers = swaggerServers(schemes: members.first { $0.keyword == .schemes })
    }
    checkPaths(members)
    document.schemas = readSchemas()
    document.files = files.all.map(\.root.file)
    return document
  }

  private func read(_ field: Field, into document: inout Document) {
    switch field.keyword {
    case .openapi, .info, .selfURI: break
    case .swagger:
      report(
        .warning,
        .unknownKeyword,
        "`swagger` beside `openapi` is ignored",
        at: field.entry
      )
    case .jsonSchemaDialect: checkDialect(field)
    case .servers: document.servers = servers(field)
    case .paths: document.paths = paths(field)
    case .webhooks, .xWebhooks: document.webhooks += webhooks(field)
    case .components: document.components = components(field)
    case .security: document.security = security(field)
    case .tags: document.tags = tags(field)
    case .externalDocs: document.externalDocs = externalDocs(field)
    default: other(field, in: .document, &document.extensions)
    }
  }

  private func readSwagger(_ field: Field, into document: inout Document) {
    switch field.keyword {
    case .swagger, .info, .host, .basePath, .schemes, .consumes, .produces: break
    case .paths: document.paths = paths(field)
    case .definitions: document.components.schemas = schemaComponents(field)
    case .parameters: readSwaggerParameters(field, into: &document.components)
    case .responses:
      document.components.responses = listed(field) {
        response(at: $0.value, produces: defaultProduces)
      }
    case .securityDefinitions:
      document.components.securitySchemes = listed(field) { securityScheme($0) }
    case .security: document.security = security(field)
    case .tags: document.tags = tags(field)
    case .externalDocs: document.externalDocs = externalDocs(field)
    case .xWebhooks: document.webhooks = webhooks(field)
    default: other(field, in: .swaggerDocument, &document.extensions)
    }
  }

  private func readSwaggerParameters(_ field: Field, into components: inout Components) {
    for member in members(field, of: "parameters by name") where !member.isVendor {
      guard let (target, reference) = target(of: member.value, .parameter) else { continue }
      switch target["in"]?.string?.lowercased() {
      case "body":
        var list = ParameterList()
        list.bodies = [(target, reference)]
        if let body = swaggerBody(list, ParameterList(), consumes: defaultConsumes) {
          components.requestBodies.append(
            Component(name: member.key, value: body, node: member.value)
          )
        }
      // A field makes a body only together with the others of its operation.
      case "formdata": break
      default:
        if let parameter = parameter(at: member.value, isListed: true) {
          components.parameters.append(
            Component(name: member.key, value: parameter, node: member.value)
          )
        }
      }
    }
  }

  /// Names the schemes before anything needs them.
  private func noteSecuritySchemes(_ members: [Field]) {
    let list =
      isSwagger
      ? members.first { $0.keyword == .securityDefinitions }?.value
      : members.first { $0.keyword == .components }?.value["securitySchemes"]
    securitySchemes = Set(list?.entries.map(\.key) ?? [])
  }

  private func noteMediaTypes(_ members: [Field]) {
    for field in members {
      switch field.keyword {
      case .consumes: defaultConsumes = mediaRanges(listed: field)
      case .produces: defaultProduces = mediaRanges(listed: field)
      default: break
      }
    }
  }

  private func checkPaths(_ members: [Field]) {
    let isThere = members.contains { field in
      switch field.keyword {
      case .paths: true
      case .webhooks, .components: generation >= .openAPI31
      default: false
      }
    }
    if isThere { return }
    let needed =
      generation >= .openAPI31 ? "neither `paths` nor `webhooks` nor `components`" : "no `paths`"
    report(
      .error,
      .missingPaths,
      "the document has \(needed)",
      at: root.root,
      fix: "add `paths: {}` if it describes nothing on purpose"
    )
  }

  private func checkDialect(_ field: Field) {
    guard let dialect = text(field) else { return }
    let known = ["https://spec.openapis.org/oas/", "https://json-schema.org/draft/2020-12/"]
    if known.contains(where: { dialect.hasPrefix($0) }) { return }
    report(
      .notice,
      .ignoredKeyword,
      "schemas are read by JSON Schema 2020-12, whatever `jsonSchemaDialect` says",
      at: field.value
    )
  }
}
