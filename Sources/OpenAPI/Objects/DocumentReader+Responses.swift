import Diagnostics
import SpecTree

extension DocumentReader {
  /// The responses of an operation.
  ///
  /// - Parameter produces: Swagger 2.0: the media types of bodies.
  func responses(_ field: Field, produces: [MediaRange]) -> [Response] {
    var responses: [Response] = []
    let all = members(field, of: "responses by status", severity: .error)
    for member in all where !member.isVendor {
      guard let status = status(member) else { continue }
      guard var response = response(at: member.value, produces: produces) else { continue }
      response.status = status
      if let earlier = responses.firstIndex(where: { $0.status == status }) {
        report(
          .warning,
          .invalidStatus,
          "`\(status)` is described twice; the later one counts",
          at: member.entry
        )
        responses[earlier] = response
      } else {
        responses.append(response)
      }
    }
    return responses
  }

  private func status(_ field: Field) -> Response.Status? {
    let key = field.key
    if key == "default" { return .default }
    if let code = Int(key), key.utf8.count == 3, (100...999).contains(code) { return .code(code) }
    let folded = Array(key.trimmed.uppercased().utf8)
    if folded.count == 3, (0x31...0x35).contains(folded[0]),
      folded[1...].allSatisfy({ $0 == UInt8(ascii: "X") })
    {
      if key.utf8.last == UInt8(ascii: "x") {
        report(
          .warning,
          .invalidStatus,
          "`\(key)` should be in capitals",
          at: field.entry,
          fix: "write `\(key.uppercased())`"
        )
      }
      return .range(Int(folded[0]) - 0x30)
    }
    if key.trimmed.lowercased() == "default" {
      report(.warning, .invalidStatus, "`\(key)` is taken as `default`", at: field.entry)
      return .default
    }
    report(
      .warning,
      .invalidStatus,
      "`\(key)` is no status; the response is left out",
      at: field.entry,
      fix: "write a status such as `404`, a range such as `4XX`, or `default`"
    )
    return nil
  }

  func response(at node: Node, produces: [MediaRange], isListed: Bool = false) -> Response? {
    if isSwagger {
      // What a shared response's body is written in depends on who returns it: read it each time.
      guard let (target, reference) = target(of: node, .response),
        var response = guarded(target, .response, { readSwaggerResponse($0, produces: produces) })
      else { return nil }
      response.reference = reference
      return response
    }
    return object(at: node, .response, isListed: isListed, cache: \.responses) { node in
      readResponse(node)
    }
  }

  private func readResponse(_ node: Node) -> Response? {
    var response = Response(node: node, status: .default)
    if let text = node.string {
      report(
        .warning,
        .repairedShape,
        "a response should be an object; the text is taken as its"
          + " description",
        at: node
      )
      response.description = text
      return response
    }
    if node.isNull {
      report(.warning, .missingKeyword, "the response says nothing; it has no body", at: node)
      return response
    }
    guard isObject(node, .response, severity: .error, consequence: "its meaning is unclear") else {
      return nil
    }
    if node["content"] == nil, node["description"] == nil,
      let schema = schemaInPlace(of: node, .response)
    {
      response.content = [schema]
      return response
    }
    var hasDescription = false
    for field in fields(of: node) {
      switch field.keyword {
      case .description:
        hasDescription = true
        response.description = text(field) ?? ""
      case .summary: response.summary = text(field)
      case .headers: response.headers = headers(field)
      case .content: response.content = content(field)
      case .schema: response.content += [schemaWithoutMediaType(field, at: node)]
      case .links: response.links = links(field)
      default: other(field, in: .response, &response.extensions)
      }
    }
    if !hasDescription, generation < .openAPI32 {
      report(.warning, .missingKeyword, "a response needs a `description`", at: node)
    }
    return response
  }

  // MARK: Links

  func links(_ field: Field) -> [Link] {
    members(field, of: "links by name").compactMap { member in
      member.isVendor ? nil : link(member)
    }
  }

  func link(_ field: Field, isListed: Bool = false) -> Link? {
    var link = object(at: field.value, .link, isListed: isListed, cache: \.links) { readLink($0) }
    link?.name = field.key
    return link
  }

  private func readLink(_ node: Node) -> Link? {
    guard isObject(node, .link) else { return nil }
    var link = Link(node: node)
    for field in fields(of: node) {
      switch field.keyword {
      case .operationRef: link.operationReference = text(field)
      case .operationId: link.operationID = text(field)
      case .parameters:
        link.parameters = members(field, of: "arguments by name").map { ($0.key, $0.value) }
      case .requestBody: link.requestBody = field.value
      case .description: link.description = text(field)
      case .server: link.server = server(field.value)
      default: other(field, in: .link, &link.extensions)
      }
    }
    return link
  }

  // MARK: Examples

  /// Samples by name.
  func examples(_ field: Field) -> [Example] {
    if field.value.kind == .sequence {
      report(
        .warning,
        .repairedShape,
        "`examples` should be an object of named examples; the list is taken as their values",
        at: field.value
      )
      return field.value.elements.map { Example(node: $0, value: $0["value"] ?? $0) }
    }
    return members(field, of: "named examples").compactMap { member in
      member.isVendor ? nil : example(member)
    }
  }

  func example(_ field: Field, isListed: Bool = false) -> Example? {
    var example = object(at: field.value, .example, isListed: isListed, cache: \.examples) {
      readExample($0)
    }
    example?.name = field.key
    return example
  }

  private func readExample(_ node: Node) -> Example? {
    var example = Example(node: node)
    let hasKeyword =
      node.kind == .mapping
      && fields(of: node).contains { ObjectKind.example.keywords.contains($0.keyword) }
    guard hasKeyword else {
      if !node.isNull {
        report(
          .warning,
          .repairedShape,
          "an example should hold its value under `value`; all of it is"
            + " taken as the value",
          at: node
        )
        example.value = node
      }
      return example
    }
    for field in fields(of: node) {
      switch field.keyword {
      case .summary: example.summary = text(field)
      case .description: example.description = text(field)
      case .value, .dataValue: example.value = field.value
      case .serializedValue: example.serializedValue = text(field)
      case .externalValue: example.externalValue = text(field)
      default: other(field, in: .example, &example.extensions)
      }
    }
    return example
  }
}
