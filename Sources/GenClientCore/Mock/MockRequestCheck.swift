import Diagnostics
import OpenAPI
import SpecTree

/// Compares a request with an operation.
struct MockRequestCheck {
  let document: Document
  let operation: OpenAPI.Operation
  let request: MockRequest

  private var errors: [String] = []
  private var schemas: SchemaCheck

  init(document: Document, operation: OpenAPI.Operation, request: MockRequest) {
    self.document = document
    self.operation = operation
    self.request = request
    schemas = SchemaCheck(document: document)
  }

  /// Why the request does not fit; `nil` where it does.
  mutating func run(pathValues: [String: String]) -> MockResponse? {
    if let refusal = checkSecurity() { return refusal }
    for parameter in operation.parameters { check(parameter, pathValues) }
    checkUnknownQuery()
    if let refusal = checkBody() { return refusal }
    guard !errors.isEmpty else { return nil }
    let name = operation.operationID ?? "\(operation.method) \(operation.path)"
    return .problem(400, "The request does not fit \(name)", errors)
  }

  // MARK: Parameters

  private mutating func check(_ parameter: Parameter, _ pathValues: [String: String]) {
    let texts: [String]
    switch parameter.place {
    case .path: texts = pathValues[parameter.name].map { [$0] } ?? []
    case .query: texts = request.query.filter { $0.name == parameter.name }.map(\.value)
    case .header: texts = request.field(parameter.name).map { [$0] } ?? []
    case .cookie: texts = request.cookies.filter { $0.name == parameter.name }.map(\.value)
    case .querystring: return
    }
    let label = "`\(parameter.name)` (\(parameter.place.rawValue))"
    if texts.isEmpty {
      // An object in its members has no name of its own.
      if parameter.isRequired, !isSpread(parameter) { errors.append("\(label) is required") }
      return
    }
    guard let schema = parameter.schema, parameter.content == nil else { return }
    let shape = document[schema.siblings ?? schema.id]
    if shape.types.contains(.object) { return }
    guard shape.types.contains(.array) else {
      if texts.count > 1 { errors.append("\(label) is given \(texts.count) times") }
      return check(texts[0], schema, label, style: parameter.style)
    }
    let separator: Character =
      switch parameter.style {
      case .spaceDelimited: " "
      case .pipeDelimited: "|"
      case .tabDelimited: "\t"
      case .label: "."
      default: ","
      }
    let isSeparate = parameter.explodes && parameter.place == .query
    let items =
      isSeparate ? texts : texts.flatMap { $0.split(separator: separator).map(String.init) }
    guard let element = shape.items else { return }
    for item in items { check(item, element, "an item of \(label)", style: .form) }
  }

  private mutating func check(
    _ text: String,
    _ schema: SchemaReference,
    _ label: String,
    style: Parameter.Style
  ) {
    var text = text
    if style == .label, text.hasPrefix(".") { text.removeFirst() }
    if style == .matrix, let equals = text.firstIndex(of: "=") {
      text = String(text[text.index(after: equals)...])
    }
    let types = document[schema.siblings ?? schema.id].types
    let value = MockValue.scalar(text, types: types)
    errors += schemas.faults(of: value, schema).map { "\(label) \($0.message)" }
  }

  /// Whether the value's members stand in the query under names of their own.
  private func isSpread(_ parameter: Parameter) -> Bool {
    guard parameter.place == .query, let schema = parameter.schema else { return false }
    return parameter.style == .deepObject
      || parameter.explodes && document[schema.siblings ?? schema.id].types.contains(.object)
  }

  private mutating func checkUnknownQuery() {
    let parameters = operation.parameters.filter { $0.place == .query }
    if operation.parameters.contains(where: { $0.place == .querystring || isSpread($0) }) { return }
    let keys = document.components.securitySchemes.compactMap { component -> String? in
      if case .apiKey(let name, .query) = component.value.kind { name } else { nil }
    }
    let known = parameters.map(\.name) + keys
    for name in Set(request.query.map(\.name)).sorted() where !known.contains(name) {
      let hint = Suggestion.nearest(to: name, in: known).map { "; did you mean `\($0)`?" } ?? ""
      errors.append("`\(name)` (query) is not documented\(hint)")
    }
  }

  // MARK: Security

  private func checkSecurity() -> MockResponse? {
    guard let alternatives = document.security(of: operation), !alternatives.isEmpty else {
      return nil
    }
    if alternatives.contains(where: { $0.schemes.allSatisfy { has($0.scheme) } }) { return nil }
    let wanted = alternatives.map { alternative in
      Wording.list(alternative.schemes.map(\.scheme), quoted: true)
    }
    return .problem(
      401,
      "The request has no credentials",
      ["it needs \(Wording.list(wanted, last: "or"))"],
      fields: [("WWW-Authenticate", "Bearer realm=\"mock\"")]
    )
  }

  /// Whether the request brings what a scheme asks for; any value will do.
  private func has(_ name: String) -> Bool {
    guard let scheme = document.components.securitySchemes.first(where: { $0.name == name })?.value
    else { return true }
    let authorization = request.field("Authorization")?.lowercased() ?? ""
    switch scheme.kind {
    case .apiKey(let name, .header): return request.field(name) != nil
    case .apiKey(let name, .query): return request.query.contains { $0.name == name }
    case .apiKey(let name, _): return request.cookies.contains { $0.name == name }
    case .http(let scheme, _): return authorization.hasPrefix("\(scheme.lowercased()) ")
    case .oauth2, .openIDConnect: return authorization.hasPrefix("bearer ")
    case .mutualTLS: return true
    }
  }

  // MARK: Body

  private mutating func checkBody() -> MockResponse? {
    guard let body = operation.requestBody else { return nil }
    guard !request.body.isEmpty else {
      if body.isRequired { errors.append("the body is required") }
      return nil
    }
    let contentType = request.contentType ?? ""
    guard let content = body.content.first(where: { $0.range.covers(contentType) }) else {
      let known = body.content.map(\.range.essence)
      return .problem(
        415,
        "The body is \(contentType.isEmpty ? "of no stated type" : contentType)",
        ["it should be \(Wording.list(known, last: "or"))"]
      )
    }
    errors += faultsOfBody(content, type: contentType)
    return nil
  }
}

extension MediaRange {
  /// Whether a media type without parameters is meant.
  func covers(_ text: String) -> Bool {
    if type == "*" { return true }
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == type else { return false }
    return subtype == "*" || subtype == parts[1]
  }
}
