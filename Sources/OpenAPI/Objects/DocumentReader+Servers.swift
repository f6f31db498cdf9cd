import Diagnostics
import SpecTree

extension DocumentReader {
  func servers(_ field: Field) -> [Server] {
    if field.value.kind == .mapping {
      report(
        .warning,
        .repairedShape,
        "`servers` should be a list, not an object; it is taken as a list of one",
        at: field.value
      )
      return server(field.value).map { [$0] } ?? []
    }
    return nodes(field, of: "servers").compactMap { node in part(at: node).flatMap { server($0) } }
  }

  func server(_ node: Node) -> Server? {
    if let url = node.string {
      report(
        .warning,
        .repairedShape,
        "a server should be an object; `\(url)` is taken as its URL",
        at: node,
        fix: "write `url: \(url)`"
      )
      return completed(Server(node: node, url: url))
    }
    guard isObject(node, .server) else { return nil }
    var server = Server(node: node)
    var hasURL = false
    for field in fields(of: node) {
      switch field.keyword {
      case .url:
        server.url = text(field) ?? ""
        hasURL = true
      case .name: server.name = word(field)
      case .description: server.description = text(field)
      case .variables:
        for member in members(field, of: "variables by name") {
          if let variable = variable(member) { server.variables.append(variable) }
        }
      default: other(field, in: .server, &server.extensions)
      }
    }
    if !hasURL {
      report(.warning, .missingKeyword, "a server needs a `url`; it is left out", at: node)
      return nil
    }
    return completed(server)
  }

  private func variable(_ field: Field) -> Server.Variable? {
    if let value = field.value.string {
      report(
        .warning,
        .repairedShape,
        "a server variable should be an object; `\(value)` is taken as its default",
        at: field.value
      )
      return Server.Variable(node: field.value, name: field.key, defaultValue: value)
    }
    guard isObject(field.value, .serverVariable) else { return nil }
    var variable = Server.Variable(node: field.value, name: field.key)
    var hasDefault = false
    for member in fields(of: field.value) {
      switch member.keyword {
      case .enum: variable.values = words(member, of: "values")
      case .default:
        hasDefault = member.value.string != nil
        variable.defaultValue = text(member) ?? ""
      case .description: variable.description = text(member)
      default: other(member, in: .serverVariable, &variable.extensions)
      }
    }
    check(&variable, hasDefault: hasDefault)
    return variable
  }

  private func check(_ variable: inout Server.Variable, hasDefault: Bool) {
    if variable.values.isEmpty, let list = variable.node["enum"] {
      report(
        .warning,
        .serverVariable,
        "`\(variable.name)` lists no value; any is allowed",
        at: list
      )
    }
    if !hasDefault {
      variable.defaultValue = variable.values.first ?? ""
      report(
        .warning,
        .serverVariable,
        "the server variable `\(variable.name)` has no default; `\(variable.defaultValue)` is taken",
        at: variable.node
      )
    } else if !variable.values.isEmpty, !variable.values.contains(variable.defaultValue) {
      report(
        .warning,
        .serverVariable,
        "the default `\(variable.defaultValue)` of `\(variable.name)` is none of its values",
        at: variable.node["default"] ?? variable.node
      )
    }
  }

  /// Declares what the URL uses and the document does not declare, and drops what it does not use.
  private func completed(_ server: Server) -> Server {
    var server = server
    guard let template = PathTemplate(server.url) else {
      report(
        .warning,
        .serverVariable,
        "the braces in `\(server.url)` do not match; they are kept",
        at: server.node["url"] ?? server.node
      )
      server.variables = []
      return server
    }
    for name in template.placeholders where !server.variables.contains(where: { $0.name == name }) {
      report(
        .warning,
        .serverVariable,
        "`\(server.url)` uses `{\(name)}`, which is not declared; its default is empty",
        at: server.node["url"] ?? server.node
      )
      server.variables.append(Server.Variable(node: server.node, name: name))
    }
    for variable in server.variables where !template.placeholders.contains(variable.name) {
      report(
        .notice,
        .serverVariable,
        "the server variable `\(variable.name)` is not in `\(server.url)`; it is left out",
        at: variable.node
      )
    }
    server.variables.removeAll { !template.placeholders.contains($0.name) }
    return server
  }
}
