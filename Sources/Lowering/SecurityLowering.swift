import ClientModel
import OpenAPI

/// Turns security schemes into what the session factory takes.
struct SecurityLowering {
  let schemas: SchemaLowering

  private var document: Document { schemas.document }

  /// Sets the client's security schemes.
  func fill(_ model: inout Client) {
    let sources = document.components.securitySchemes
    var scope = NameScope(
      reserved: ReservedNames.members.union([
        "server", "transport", "store", "configuration", "interceptor", "monitors", "signers",
      ])
    )
    let names = scope.take(sources.map(\.name)) {
      ReservedNames.member(SwiftNaming.member($0, fallback: "scheme"))
    }
    var flowScope = NameScope(reserved: ReservedNames.members)
    let isOnlyOAuth2 =
      sources.filter { if case .oauth2 = $0.value.kind { true } else { false } }.count == 1
    model.securitySchemes = zip(sources, names).map { source, name in
      var scheme = ClientModel.SecurityScheme(
        name: name,
        key: source.name,
        kind: kind(
          source.value.kind,
          of: source.name,
          prefix: isOnlyOAuth2 ? nil : name,
          scope: &flowScope
        )
      )
      scheme.documentation = Docs.text(source.value.description)
      if case .oauth2(let flows) = source.value.kind, flows.metadataURL != nil {
        schemas.report.note(
          source.value.node,
          .oauth2Metadata,
          "the addresses of the flows are used as they stand here, not those of the metadata"
        )
      }
      return scheme
    }
    nameScopes(&model)
  }

  private func kind(
    _ kind: OpenAPI.SecurityScheme.Kind,
    of key: String,
    prefix: String?,
    scope: inout NameScope
  ) -> ClientModel.SecurityScheme.Kind {
    switch kind {
    case .apiKey(let name, let place):
      return .apiKey(location: .init(rawValue: place.rawValue) ?? .header, name: name)
    case .http(let scheme, _):
      switch scheme.lowercased() {
      case "basic": return .basic
      case "bearer": return .bearer
      case "digest": return .digest
      default: return .other(scheme)
      }
    case .oauth2(let flows):
      let added = schemas.options.scopes[key] ?? []
      return .oauth2(
        flows.flows.map { source in
          var flow = flow(source, prefix: prefix, scope: &scope)
          for value in added where !flow.scopes.contains(where: { $0.value == value }) {
            flow.scopes.append(.init(name: "", value: value))
          }
          return flow
        }
      )
    case .openIDConnect(let url): return .openIDConnect(url: url)
    case .mutualTLS: return .mutualTLS
    }
  }

  private func flow(
    _ source: OAuthFlow,
    prefix: String?,
    scope: inout NameScope
  ) -> ClientModel.SecurityScheme.Flow {
    let kind =
      ClientModel.SecurityScheme.Flow.Kind(rawValue: source.kind.rawValue)
      ?? .authorizationCode
    let wanted = prefix.map { $0 + SwiftNaming.type(source.kind.rawValue) } ?? source.kind.rawValue
    var flow = ClientModel.SecurityScheme.Flow(name: scope.take(wanted), kind: kind)
    flow.authorizationURL = source.authorizationURL
    flow.tokenURL = source.tokenURL
    flow.refreshURL = source.refreshURL
    flow.deviceAuthorizationURL = source.deviceAuthorizationURL
    flow.scopes = source.scopes.map { scope in
      var result = ClientModel.SecurityScheme.Scope(name: "", value: scope.name)
      result.documentation = Docs.text(scope.description)
      return result
    }
    return flow
  }

  /// Names the scopes of all flows together; a scope has one name wherever it appears.
  private func nameScopes(_ model: inout Client) {
    var values: [String] = []
    for scheme in model.securitySchemes {
      if case .oauth2(let flows) = scheme.kind { values += flows.flatMap(\.scopes).map(\.value) }
    }
    var scope = NameScope(reserved: ReservedNames.members)
    let chosen = scope.take(values) {
      ReservedNames.member(SwiftNaming.member(Self.short($0), fallback: "scope"))
    }
    let names = Dictionary(zip(values, chosen)) { first, _ in first }
    for index in model.securitySchemes.indices {
      guard case .oauth2(var flows) = model.securitySchemes[index].kind else { continue }
      for flow in flows.indices {
        for item in flows[flow].scopes.indices {
          flows[flow].scopes[item].name = names[flows[flow].scopes[item].value] ?? "scope"
        }
      }
      model.securitySchemes[index].kind = .oauth2(flows)
    }
  }

  /// A scope that is a URL is named by its path.
  private static func short(_ scope: String) -> String {
    guard scope.hasPrefix("https://") || scope.hasPrefix("http://") else { return scope }
    let parts = scope.split(separator: "/").dropFirst(2)
    return parts.isEmpty ? scope : parts.joined(separator: " ")
  }
}
