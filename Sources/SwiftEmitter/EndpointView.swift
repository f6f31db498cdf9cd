import ClientModel
import Mustache

extension ViewModels {
  /// What one case of the endpoint switch needs.
  func endpoint(_ operation: Operation, arguments: [Argument]) -> [(String, Value)] {
    let names = arguments.map(\.name)
    let local =
      ["endpoint", "request", "result", "description"].first { !names.contains($0) } ?? "endpoint_"
    let patterns = names.map { "let \(SwiftName.escaped($0))" }
    let pattern = "      case .\(operation.name)(\(patterns.joined(separator: ", "))):"
    let statements = self.statements(operation)
    let opening = endpointArguments(operation)
    let creation = "        var \(local) = Endpoint(\(opening.joined(separator: ", ")))"
    return [
      ("local", .string(local)),
      ("patterns", Self.items(patterns.map { [("text", .string($0))] })),
      ("isPatternWrapped", .bool(pattern.utf8.count > Self.lineLength)),
      ("endpointArguments", Self.items(opening.map { [("text", .string($0))] })),
      ("isEndpointWrapped", .bool(creation.utf8.count > Self.lineLength)),
      ("isBare", .bool(statements.isEmpty && operation.body == nil)),
      (
        "statements",
        .list(
          statements.map { statement in
            let line = "        \(local).\(statement.line)"
            return [
              "line": .string(statement.line),
              "name": .string(statement.name),
              "arguments": Self.items(statement.arguments.map { [("text", .string($0))] }),
              "isWrapped": .bool(line.utf8.count > Self.lineLength && statement.isCall),
            ]
          }
        )
      ),
      ("body", operation.body.map { body($0, local: local) } ?? .null),
    ]
  }

  /// One statement on the endpoint.
  private struct Statement {
    var name: String
    var arguments: [String]
    var isCall = true

    var line: String {
      isCall ? "\(name)(\(arguments.joined(separator: ", ")))" : "\(name) = \(arguments[0])"
    }
  }

  private func endpointArguments(_ operation: Operation) -> [String] {
    [
      Self.method(operation.method), SwiftLiteral.string(operation.path),
      "id: \(SwiftLiteral.string(operation.id))",
    ]
  }

  private static func method(_ method: String) -> String {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]
    return known.contains(method)
      ? ".\(method.lowercased())" : "HTTPMethod(rawValue: \(SwiftLiteral.string(method)))"
  }

  private func statements(_ operation: Operation) -> [Statement] {
    var statements = operation.parameters.map(parameterStatement)
    if !operation.accept.isEmpty, operation.accept != ["application/json"] {
      statements.append(
        Statement(name: "accept", arguments: operation.accept.map(SwiftLiteral.string))
      )
    }
    if operation.security != .none {
      statements.append(
        Statement(
          name: "security = \(operation.security.isOptional ? ".optional" : ".any")",
          arguments: alternatives(operation.security)))
    }
    if operation.successes != [.code(200)], !operation.successes.isEmpty {
      statements.append(
        Statement(name: "success", arguments: operation.successes.map(Self.status))
      )
    }
    statements += operation.failures.map { failure in
      var arguments = [Self.status(failure.status), "\(printer.text(failure.type, in: [])).self"]
      if failure.format != .json { arguments.append("as: .\(failure.format.rawValue)") }
      return Statement(name: "failure", arguments: arguments)
    }
    if let server = operation.servers.first {
      statements.append(
        Statement(
          name: "server",
          arguments: ["Server(\(SwiftLiteral.string(Self.resolved(server))))"],
          isCall: false
        )
      )
    }
    return statements
  }

  /// A server's URL with the defaults of its variables filled in.
  static func resolved(_ server: Server) -> String {
    server.variables.reduce(server.url) { url, variable in
      url.replacing("{\(variable.wireName)}", with: variable.defaultValue)
    }
  }

  private func parameterStatement(_ parameter: Parameter) -> Statement {
    let value = SwiftName.escaped(parameter.name)
    if parameter.location == .querystring {
      return Statement(
        name: "queryString",
        arguments: [
          value,
          "contentType: \(SwiftLiteral.string(parameter.contentType ?? "application/x-www-form-urlencoded"))",
        ]
      )
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
    return Statement(name: parameter.location.rawValue, arguments: arguments)
  }

  private func alternatives(_ requirement: SecurityRequirement) -> [String] {
    requirement.alternatives.map { schemes in
      let parts = schemes.map { scheme in
        let texts = ([scheme.key] + scheme.scopes).map(SwiftLiteral.string)
        return ".scheme(\(texts.joined(separator: ", ")))"
      }
      return parts.count == 1 ? parts[0] : ".all(\(parts.joined(separator: ", ")))"
    }
  }

  // MARK: Body

  private func body(_ body: RequestBody, local: String) -> Value {
    let name = SwiftName.escaped(body.name)
    if body.choice == nil, let content = body.contents.first {
      return [
        "single": .string("\(local).\(bodyCall(content, value: name))"),
        "name": .string(name),
        "isOptional": .bool(!body.isRequired),
        "cases": .null,
      ]
    }
    return [
      "single": .null,
      "name": .string(name),
      "isOptional": .bool(!body.isRequired),
      "cases": .list(
        body.contents.map { content in
          [
            "member": .string(SwiftName.member(content.name)),
            "statement": .string("\(local).\(bodyCall(content, value: "content"))"),
          ]
        }
      ),
    ]
  }

  private func bodyCall(_ content: BodyContent, value: String) -> String {
    let mediaType = SwiftLiteral.string(content.mediaType)
    switch content.encoding {
    case .json:
      return content.mediaType == "application/json"
        ? "json(\(value))" : "json(\(value), contentType: \(mediaType))"
    case .form: return "form(\(value)\(encodings(content)))"
    case .multipart:
      let type = content.mediaType == "multipart/form-data" ? "" : ", contentType: \(mediaType)"
      return "multipart(\(value)\(encodings(content))\(type))"
    case .text: return "text(\(value), contentType: \(mediaType))"
    case .upload: return "upload(\(value), contentType: \(mediaType))"
    case .jsonLines: return "jsonLines(\(value), contentType: \(mediaType))"
    }
  }

  private func encodings(_ content: BodyContent) -> String {
    if content.properties.isEmpty { return "" }
    let entries = content.properties.map { property in
      var arguments: [String] = []
      if let type = property.contentType {
        arguments.append("contentType: \(SwiftLiteral.string(type))")
      }
      if let style = property.style { arguments.append("style: .\(style.rawValue)") }
      if let explode = property.explode { arguments.append("explode: \(explode)") }
      if let reserved = property.allowReserved { arguments.append("allowReserved: \(reserved)") }
      return "\(SwiftLiteral.string(property.key)): .init(\(arguments.joined(separator: ", ")))"
    }
    return ", encoding: [\(entries.joined(separator: ", "))]"
  }
}
