import ClientModel
import OpenAPI

/// Turns servers into static members.
struct ServerLowering {
  let schemas: SchemaLowering

  /// Sets the client's servers and declares the types of their enumerated variables.
  func fill(_ model: inout Client) {
    var named = servers(schemas.document.servers)
    var scope = NameScope(reserved: ReservedNames.members)
    for index in named.indices { named[index].name = scope.take(named[index].name) }
    for index in named.indices {
      declareVariables(
        of: &named[index],
        source: schemas.document.servers[index],
        isOnly: named.count == 1
      )
    }
    model.servers = named
  }

  /// Servers without types of their own.
  func servers(_ sources: [OpenAPI.Server]) -> [ClientModel.Server] {
    sources.enumerated().map { index, source in
      var server = ClientModel.Server(
        name: Self.name(source, isFirst: index == 0),
        url: source.url
      )
      server.documentation = Docs.text(source.description)
      server.variables = source.variables.map { variable in
        var result = ClientModel.Server.Variable(
          name: ReservedNames.member(SwiftNaming.member(variable.name)),
          wireName: variable.name,
          defaultValue: variable.defaultValue
        )
        result.documentation = Docs.text(variable.description)
        return result
      }
      return server
    }
  }

  /// A name from the server's own, a short description, or its place and host.
  private static func name(_ server: OpenAPI.Server, isFirst: Bool) -> String {
    let texts = [server.name, server.description].compactMap { $0 }
    for text in texts {
      let words = Words(text).parts
      if (1...3).contains(words.count) {
        let name = SwiftNaming.member(text, fallback: "server")
        return ReservedNames.member(name == "default" ? "standard" : name)
      }
    }
    if isFirst { return "primary" }
    let rest = server.url.split(separator: "/").drop { $0.hasSuffix(":") }.joined(separator: " ")
    return ReservedNames.member(SwiftNaming.member(rest, fallback: "server"))
  }

  private func declareVariables(
    of server: inout ClientModel.Server,
    source: OpenAPI.Server,
    isOnly: Bool
  ) {
    for (index, variable) in source.variables.enumerated() where !variable.values.isEmpty {
      var scope = NameScope()
      var values = variable.values
      if !values.contains(variable.defaultValue) { values.append(variable.defaultValue) }
      let names = scope.take(values) { ReservedNames.enumCase(SwiftNaming.enumCase($0)) }
      let cases = zip(values, names).map { value, name in
        EnumType.Case(name: name, value: .string(value))
      }
      let owner = isOnly ? "Server" : SwiftNaming.type(server.name) + "Server"
      let type = schemas.claim(
        NameContext(
          parent: [],
          hint: owner + SwiftNaming.type(variable.name),
          direction: .read
        ),
        for: variable.pointer
      )
      let unknown =
        schemas.options.closesEnums ? nil : names.contains("unknown") ? "unrecognized" : "unknown"
      var declaration = TypeDeclaration(
        name: type,
        kind: .enumeration(EnumType(raw: .string, cases: cases, unknownName: unknown)),
        origin: variable.pointer
      )
      declaration.documentation = Docs.text(variable.description)
      schemas.declarations.insert(declaration)
      server.variables[index].enumeration = type
      server.variables[index].defaultCase = values.firstIndex(of: variable.defaultValue)
        .map { names[$0] }
    }
  }
}
