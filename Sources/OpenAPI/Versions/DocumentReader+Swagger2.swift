import Diagnostics
import SpecTree

// Swagger 2.0: what it writes in other places than its successors.

extension DocumentReader {
  // MARK: Media types

  func mediaRanges(listed field: Field) -> [MediaRange] {
    words(field, of: "media types").compactMap { text in
      mediaRange(text, at: field.value.diagnosticPlace)
    }
  }

  // MARK: Servers

  /// The servers that `host`, `basePath` and schemes make.
  func swaggerServers(schemes: Field?) -> [Server] {
    let host = root.root["host"]?.string ?? ""
    let node = root.root["host"] ?? root.root["basePath"] ?? root.root
    var path = root.root["basePath"]?.string ?? ""
    if path.hasSuffix("/") { path.removeLast() }
    if !path.isEmpty, !path.hasPrefix("/") { path = "/" + path }
    if host.isEmpty {
      return root.root["basePath"] == nil
        ? [] : [Server(node: node, url: path.isEmpty ? "/" : path)]
    }
    // Some write a whole URL.
    if FilePath.scheme(of: host) == "http" || FilePath.scheme(of: host) == "https",
      host.contains("://")
    {
      report(
        .warning,
        .repairedShape,
        "`host` should be a name without a scheme",
        at: node
      )
      return [Server(node: node, url: host + path)]
    }
    var names = schemes.map { words($0, of: "URL schemes") } ?? []
    names = names.map { $0.lowercased() }.filter { $0 == "http" || $0 == "https" }
    if names.isEmpty { names = ["https"] }
    // The safe one first: the first server is the default.
    if let https = names.firstIndex(of: "https") { names.swapAt(0, https) }
    return names.map { Server(node: node, url: "\($0)://\(host)\(path)") }
  }

  // MARK: Bodies

  /// The body that body and form parameters make.
  ///
  /// - Parameters:
  ///   - own: The operation's parameters.
  ///   - shared: The path item's.
  ///   - consumes: The media types the operation takes.
  func swaggerBody(_ own: ParameterList, _ shared: ParameterList, consumes: [MediaRange])
    -> RequestBody?
  {
    let form =
      own.formFields.isEmpty ? shared.formFields : merged(shared.formFields, own.formFields)
    if let (node, reference) = own.bodies.first ?? shared.bodies.first {
      for (other, _) in own.bodies.dropFirst() {
        report(
          .warning,
          .duplicateParameter,
          "an operation has one body; this one is left out",
          at: other
        )
      }
      for field in form {
        report(
          .warning,
          .unusableParameter,
          "a form field cannot stand beside a body; it is left out",
          at: field
        )
      }
      return bodyParameter(node, reference, consumes: consumes)
    }
    guard !form.isEmpty, let node = own.formFields.isEmpty ? shared.node : own.node else {
      return nil
    }
    return formBody(form, at: node, consumes: consumes)
  }

  private func merged(_ shared: [Node], _ own: [Node]) -> [Node] {
    let names = Set(own.compactMap { $0["name"]?.string })
    return shared.filter { !names.contains($0["name"]?.string ?? "") } + own
  }

  private func bodyParameter(_ node: Node, _ reference: Reference?, consumes: [MediaRange])
    -> RequestBody
  {
    var body = RequestBody(node: node, reference: reference)
    var place: SchemaReference?
    var examples: [Example] = []
    for field in fields(of: node) {
      switch field.keyword {
      case .name: body.name = word(field)
      case .description: body.description = text(field)
      case .required: body.isRequired = flag(field) ?? false
      case .schema: place = schema(at: field.value)
      case .in: break
      case .example, .xExample: examples.append(Example(node: field.value, value: field.value))
      default: other(field, in: .swaggerParameter, &body.extensions)
      }
    }
    if place == nil {
      report(
        .warning,
        .missingKeyword,
        "a body parameter needs a `schema`; any JSON is taken for it",
        at: node
      )
    }
    let types = consumes.filter { !$0.isForm }
    body.content = (types.isEmpty ? [.json] : types).map { range in
      MediaType(node: node, range: range, schema: place, examples: examples)
    }
    return body
  }

  /// The schema of an object whose properties are the fields of a form.
  private func formBody(_ formFields: [Node], at node: Node, consumes: [MediaRange]) -> RequestBody
  {
    var keywords = Schema.Keywords()
    keywords.types = .object
    keywords.isAnnotationOnly = false
    var encodings: [Encoding] = []
    var hasFile = false
    for field in formFields {
      guard let name = field["name"]?.string, !name.isEmpty else {
        report(
          .warning,
          .unusableParameter,
          "a form field needs a `name`; it is left out",
          at: field
        )
        continue
      }
      guard !keywords.properties.contains(where: { $0.name == name }) else {
        report(
          .warning,
          .duplicateParameter,
          "the form field `\(name)` is declared twice; the first one counts",
          at: field
        )
        continue
      }
      hasFile = hasFile || field["type"]?.string == "file"
      keywords.properties.append(
        .init(name: name, schema: schema(at: field, role: .formField))
      )
      if field["required"]?.bool == true { keywords.required.append(name) }
      encodings.append(encoding(of: field, name: name))
    }
    let types = consumes.filter(\.isForm)
    let place = SchemaReference(
      node: node,
      id: schemas.make(keywords, at: node),
      isReference: false,
      siblings: nil
    )
    var body = RequestBody(node: node, isRequired: !keywords.required.isEmpty)
    body.content = (types.isEmpty ? [hasFile ? .multipart : .form] : types).map { range in
      MediaType(node: node, range: range, schema: place, encoding: encodings)
    }
    return body
  }

  private func encoding(of field: Node, name: String) -> Encoding {
    let format = field["collectionFormat"]?.string
    let (style, explodes) = Self.style(ofCollectionFormat: format, .query)
    return Encoding(node: field, property: name, style: style, explodes: explodes)
  }

  /// What a collection format means in the terms of later versions.
  static func style(ofCollectionFormat format: String?, _ place: Parameter.Place) -> (
    Parameter.Style, explodes: Bool
  ) {
    switch (format, place) {
    case (_, .path), (_, .header): (.simple, false)
    case ("multi", _): (.form, true)
    case ("ssv", _): (.spaceDelimited, false)
    case ("tsv", _): (.tabDelimited, false)
    case ("pipes", _): (.pipeDelimited, false)
    default: (.form, false)
    }
  }

  // MARK: Responses

  func readSwaggerResponse(_ node: Node, produces: [MediaRange]) -> Response? {
    var response = Response(node: node, status: .default)
    if node.isNull { return response }
    guard isObject(node, .response, severity: .error, consequence: "its meaning is unclear") else {
      return nil
    }
    var place: SchemaReference?
    var examples: Field?
    for field in fields(of: node) {
      switch field.keyword {
      case .description: response.description = text(field) ?? ""
      case .headers: response.headers = headers(field)
      case .schema: place = field.value.isNull ? nil : schema(at: field.value)
      case .examples: examples = field
      default: other(field, in: .swaggerResponse, &response.extensions)
      }
    }
    if node["description"] == nil {
      report(.warning, .missingKeyword, "a response needs a `description`", at: node)
    }
    guard let place else { return response }
    let isFile = place.node["type"]?.string == "file"
    let types = produces.isEmpty ? [isFile ? .octets : .json] : produces
    response.content = types.map { MediaType(node: node, range: $0, schema: place) }
    if let examples { add(examples, to: &response) }
    return response
  }

  private func add(_ field: Field, to response: inout Response) {
    for member in members(field, of: "examples by media type") {
      guard case .wellFormed(let range) = MediaRange.read(member.key) else { continue }
      let example = Example(node: member.value, value: member.value)
      for position in response.content.indices
      where response.content[position].range.essence == range.essence {
        response.content[position].examples.append(example)
      }
    }
  }

  // MARK: Security

  func readSwaggerSecurityScheme(_ node: Node) -> SecurityScheme? {
    guard isObject(node, .swaggerSecurityScheme) else { return nil }
    var draft = SecuritySchemeDraft()
    var scheme = SecurityScheme(node: node, kind: .mutualTLS)
    var flow = OAuthFlow(node: node, kind: .implicit)
    var flowName: Field?
    for field in fields(of: node) {
      switch field.keyword {
      case .type: draft.type = field
      case .description: scheme.description = text(field)
      case .name: draft.name = word(field)
      case .in: draft.place = field
      case .flow: flowName = field
      case .authorizationUrl: flow.authorizationURL = word(field)
      case .tokenUrl: flow.tokenURL = word(field)
      case .scopes: flow.scopes = scopes(field)
      default: other(field, in: .swaggerSecurityScheme, &scheme.extensions)
      }
    }
    switch draft.type.flatMap({ word($0) })?.lowercased() {
    case "basic": scheme.kind = .http(scheme: "basic", bearerFormat: nil)
    case "apikey":
      guard let kind = apiKey(draft, at: node) else { return nil }
      scheme.kind = kind
    case "oauth2":
      guard let kind = flowKind(flowName, at: node) else { return nil }
      flow.kind = kind
      checkURLs(of: flow, key: flowName?.value.text ?? "")
      scheme.kind = .oauth2(OAuthFlows(flows: [flow]))
    case let name?:
      report(
        .error,
        .unknownValue,
        "there is no security scheme of type `\(name)`",
        at: draft.type?.value ?? node,
        fix: "write one of basic, apiKey, oauth2"
      )
      return nil
    case nil:
      report(.error, .missingKeyword, "a security scheme needs a `type`", at: node)
      return nil
    }
    return scheme
  }

  private func flowKind(_ field: Field?, at node: Node) -> OAuthFlow.Kind? {
    switch field.flatMap({ word($0) }) {
    case "implicit": return .implicit
    case "password": return .password
    case "application", "clientCredentials": return .clientCredentials
    case "accessCode", "authorizationCode": return .authorizationCode
    case let name?:
      report(
        .error,
        .unknownValue,
        "there is no OAuth flow `\(name)`",
        at: field?.value ?? node,
        fix: "write one of implicit, password, application, accessCode"
      )
      return nil
    case nil:
      report(.error, .missingKeyword, "an OAuth 2 security scheme needs a `flow`", at: node)
      return nil
    }
  }
}

extension MediaRange {
  /// Whether it writes the fields of a form.
  var isForm: Bool { self.essence == Self.form.essence || type == "multipart" }
}
