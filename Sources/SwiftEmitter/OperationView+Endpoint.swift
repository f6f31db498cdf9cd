import ClientModel
import Mustache

/// The request as the target's `endpoint` builds it.
extension OperationView {
  /// The keys `pattern` to `direct`.
  var endpoint: [Value] {
    let names = arguments.map(\.name)
    let local =
      ["endpoint", "request", "result", "description"].first { !names.contains($0) } ?? "endpoint_"
    let patterns = names.map { String(joining: "let ", SwiftName.escaped($0)) }
    let member = "case .\(SwiftName.member(operation.name))"
    let pattern = patterns.isEmpty ? Code(member) : Code.call(member, patterns)
    let creation = Code.call(
      views.printer.library("Endpoint", in: [group.targetName]),
      [
        Code(Self.method(operation.method)), Code(SwiftLiteral.string(operation.path)),
        .labelled("id", SwiftLiteral.string(operation.id)),
      ]
    )
    var lines = Lines()
    let receiver = local + "."
    for statement in statements {
      statement.prefixed(receiver).append(to: &lines, at: 8)
    }
    if let body = operation.body {
      for line in content(body, local: local) { lines.add(indent: 0, line, "") }
    }
    return [
      pattern.value(at: 6, trailing: ":"),
      .string(local),
      creation.prefixed("var \(local) = ").value(at: 8),
      lines.value,
      .bool(lines.isEmpty),
      creation.prefixed("return ").value(at: 8),
    ]
  }

  private static func method(_ method: String) -> String {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]
    return known.contains(method)
      ? ".\(method.lowercased())" : "HTTPMethod(rawValue: \(SwiftLiteral.string(method)))"
  }

  private var statements: [Code] {
    var statements = operation.parameters.map(statement)
    if !operation.accept.isEmpty, operation.accept != ["application/json"] {
      statements.append(.call("accept", operation.accept.map(SwiftLiteral.string)))
    }
    if operation.security != .none {
      let name = operation.security.isOptional ? ".optional" : ".any"
      statements.append(.call("security = \(name)", alternatives))
    }
    if operation.successes != [.code(200)], !operation.successes.isEmpty {
      statements.append(.call("success", operation.successes.map(ViewModels.status)))
    }
    for failure in operation.failures {
      let type = views.printer.text(failure.type, in: [group.targetName])
      var arguments = [ViewModels.status(failure.status), "\(type).self"]
      if failure.format != .json { arguments.append("as: .\(failure.format.rawValue)") }
      statements.append(.call("failure", arguments))
    }
    if let server = operation.servers.first {
      let name = views.printer.library("Server", in: [group.targetName])
      let url = SwiftLiteral.string(Self.resolved(server))
      statements.append(.call("server = \(name)", [url]))
    }
    return statements
  }

  /// A server's URL with the defaults of its variables filled in.
  private static func resolved(_ server: Server) -> String {
    server.variables.reduce(server.url) { url, variable in
      url.replacing("{\(variable.wireName)}", with: variable.defaultValue)
    }
  }

  private func statement(for parameter: Parameter) -> Code {
    let value = SwiftName.escaped(parameter.name)
    if parameter.location == .querystring {
      let type = parameter.contentType ?? "application/x-www-form-urlencoded"
      return .call("queryString", [value, "contentType: \(SwiftLiteral.string(type))"])
    }
    var arguments = [SwiftLiteral.string(parameter.wireName), value]
    if let contentType = parameter.contentType {
      arguments.append("content: \(SwiftLiteral.string(contentType))")
    } else {
      let usual: Parameter.Style =
        parameter.location == .path || parameter.location == .header ? .simple : .form
      if parameter.style != usual { arguments.append("style: .\(parameter.style.rawValue)") }
      let isExploded = parameter.style == .form || parameter.style == .cookie
      if parameter.explode != isExploded, parameter.style != .deepObject {
        arguments.append("explode: \(parameter.explode)")
      }
      if parameter.allowReserved { arguments.append("allowReserved: true") }
    }
    return .call(parameter.location.rawValue, arguments)
  }

  private var alternatives: [Code] {
    operation.security.alternatives.map { schemes in
      let parts = schemes.map { scheme in
        Code.call(".scheme", ([scheme.key] + scheme.scopes).map(SwiftLiteral.string))
      }
      return parts.count == 1 ? parts[0] : .call(".all", parts)
    }
  }

  // MARK: Content

  private func content(_ body: RequestBody, local: String) -> [String] {
    let name = SwiftName.escaped(body.name)
    if body.choice == nil, let content = body.contents.first {
      let statement = self.statement(
        for: content,
        value: name,
        mediaType: body.mediaType.map { SwiftName.escaped($0.name) }
      ).prefixed(local + ".")
      // What is nullable knows by itself whether it is there.
      if body.isRequired || body.nullable != nil { return statement.lines(at: 8) }
      var lines = ["if let \(name) {"]
      statement.append(to: &lines, at: 10, indent: 2)
      return lines + ["}"]
    }
    var lines = ["switch \(name) {"]
    for content in body.contents {
      let statement = self.statement(for: content, value: "content").prefixed(local + ".")
      let pattern = Code.call(".\(SwiftName.member(content.name))", ["let content"])
      lines += Code.switchCase(pattern, statement, at: 8)
    }
    if !body.isRequired { lines.append("case nil: break") }
    return lines + ["}"]
  }

  /// - Parameter mediaType: what tells the media type, where the document does not.
  private func statement(
    for content: BodyContent,
    value: String,
    mediaType: String? = nil
  ) -> Code {
    let type = mediaType ?? SwiftLiteral.string(content.mediaType)
    let name: String
    let usual: String?
    var arguments = [Code(value)]
    switch content.encoding {
    case .json: (name, usual) = ("json", "application/json")
    case .form: (name, usual) = ("form", "application/x-www-form-urlencoded")
    case .multipart: (name, usual) = ("multipart", "multipart/form-data")
    case .text: (name, usual) = ("text", nil)
    case .upload: (name, usual) = ("upload", nil)
    case .jsonLines: (name, usual) = ("jsonLines", nil)
    }
    if content.encoding == .form || content.encoding == .multipart,
      let encoding = encoding(content)
    {
      arguments.append(encoding)
    }
    if content.mediaType != usual { arguments.append(Code("contentType: \(type)")) }
    return .call(name, arguments)
  }

  private func encoding(_ content: BodyContent) -> Code? {
    let entries = content.properties.compactMap { property -> Code? in
      var arguments: [String] = []
      if let type = property.contentType {
        arguments.append("contentType: \(SwiftLiteral.string(type))")
      }
      if let style = property.style { arguments.append("style: .\(style.rawValue)") }
      if let explode = property.explode { arguments.append("explode: \(explode)") }
      if let reserved = property.allowReserved { arguments.append("allowReserved: \(reserved)") }
      if arguments.isEmpty { return nil }
      return .call("\(SwiftLiteral.string(property.key)): .init", arguments)
    }
    return entries.isEmpty ? nil : .collection(entries, label: "encoding: ")
  }
}
