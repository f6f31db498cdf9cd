import Diagnostics
import SpecTree

extension DocumentReader {
  // MARK: Requirements

  /// The alternatives of a `security` list.
  ///
  /// An alternative with a scheme that is not declared cannot be met, and is left out.
  func security(_ field: Field) -> [SecurityRequirement] {
    let alternatives: [Node]
    if field.value.kind == .mapping {
      report(
        .warning,
        .repairedShape,
        "`security` should be a list, not an object; it is taken as a list of one",
        at: field.value
      )
      alternatives = [field.value]
    } else {
      alternatives = nodes(field, of: "security requirements")
    }
    return alternatives.compactMap { requirement($0) }
  }

  private func requirement(_ node: Node) -> SecurityRequirement? {
    if let name = node.string {
      report(
        .warning,
        .repairedShape,
        "a security requirement should be an object; `\(name)` is taken as the name of its scheme",
        at: node,
        fix: "write `\(name): []`"
      )
      guard isDeclared(name, at: node.diagnosticPlace) else { return nil }
      return SecurityRequirement(node: node, schemes: [.init(scheme: name, scopes: [])])
    }
    guard node.kind == .mapping else {
      report(
        .warning,
        .wrongShape,
        "a security requirement should be an object, not \(Self.describe(node)); it is left out",
        at: node
      )
      return nil
    }
    var requirement = SecurityRequirement(node: node)
    var isComplete = true
    for field in fields(of: node) {
      if field.isVendor, !securitySchemes.contains(field.key) { continue }
      guard isDeclared(field.key, at: field.entry.diagnosticPlace) else {
        isComplete = false
        continue
      }
      let scopes = words(field, of: "scopes")
      requirement.schemes.append(.init(scheme: field.key, scopes: scopes))
    }
    return isComplete ? requirement : nil
  }

  private func isDeclared(_ name: String, at place: DiagnosticPlace) -> Bool {
    if securitySchemes.contains(name) { return true }
    let suggestion = Suggestion.nearest(to: name, in: securitySchemes.sorted())
    faults.add(
      place.diagnostic(
        .warning,
        .undeclaredSecurityScheme,
        "there is no security scheme `\(name)`; this requirement is left out",
        fix: suggestion.map { "did you mean `\($0)`?" }
      )
    )
    return false
  }

  // MARK: Schemes

  func securityScheme(_ field: Field) -> SecurityScheme? {
    var scheme = object(
      at: field.value,
      .securityScheme,
      isListed: true,
      cache: \.securitySchemes
    ) { node in
      isSwagger ? readSwaggerSecurityScheme(node) : readSecurityScheme(node)
    }
    scheme?.name = field.key
    return scheme
  }

  private func readSecurityScheme(_ node: Node) -> SecurityScheme? {
    guard isObject(node, .securityScheme) else { return nil }
    var draft = SecuritySchemeDraft()
    var scheme = SecurityScheme(node: node, kind: .mutualTLS)
    for field in fields(of: node) {
      switch field.keyword {
      case .type: draft.type = field
      case .description: scheme.description = text(field)
      case .name: draft.name = word(field)
      case .in: draft.place = field
      case .scheme: draft.scheme = word(field)
      case .bearerFormat: draft.bearerFormat = word(field)
      case .flows: draft.flows = flows(field)
      case .openIdConnectUrl: draft.openIDConnectURL = word(field)
      case .oauth2MetadataUrl: draft.metadataURL = word(field)
      case .deprecated: scheme.isDeprecated = flag(field) ?? false
      default: other(field, in: .securityScheme, &scheme.extensions)
      }
    }
    guard let kind = kind(of: draft, at: node) else { return nil }
    scheme.kind = kind
    return scheme
  }

  private func kind(of draft: SecuritySchemeDraft, at node: Node) -> SecurityScheme.Kind? {
    guard let type = draft.type, let name = word(type) else {
      report(.error, .missingKeyword, "a security scheme needs a `type`", at: node)
      return nil
    }
    switch name.lowercased() {
    case "apikey": return apiKey(draft, at: node)
    case "http":
      guard let scheme = draft.scheme else {
        report(
          .error,
          .missingKeyword,
          "an HTTP security scheme needs a `scheme`",
          at: node,
          fix: "add `scheme: bearer` or `scheme: basic`"
        )
        return nil
      }
      return .http(scheme: scheme.lowercased(), bearerFormat: draft.bearerFormat)
    case "oauth2":
      var flows = draft.flows ?? OAuthFlows()
      flows.metadataURL = draft.metadataURL
      if flows.flows.isEmpty, flows.metadataURL == nil {
        report(.warning, .missingKeyword, "an OAuth 2 security scheme needs `flows`", at: node)
      }
      return .oauth2(flows)
    case "openidconnect": return .openIDConnect(url: draft.openIDConnectURL ?? "")
    case "mutualtls": return .mutualTLS
    // Swagger 2.0's word, which leaves no doubt.
    case "basic":
      report(
        .warning,
        .keywordOfOtherVersion,
        "`basic` is of Swagger 2.0; it is understood all the same",
        at: type.value,
        fix: "write `type: http` and `scheme: basic`"
      )
      return .http(scheme: "basic", bearerFormat: nil)
    default:
      let names = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
      report(
        .error,
        .unknownValue,
        "there is no security scheme of type `\(name)`",
        at: type.value,
        fix: Suggestion.nearest(to: name, in: names).map { "did you mean `\($0)`?" }
          ?? "write one of \(names.joined(separator: ", "))"
      )
      return nil
    }
  }

  func apiKey(_ draft: SecuritySchemeDraft, at node: Node) -> SecurityScheme.Kind? {
    guard let name = draft.name else {
      report(.error, .missingKeyword, "an API key needs a `name`", at: node)
      return nil
    }
    guard let field = draft.place, let text = word(field) else {
      report(
        .error,
        .missingKeyword,
        "an API key needs `in`: header, query or cookie",
        at: node
      )
      return nil
    }
    guard let place = Parameter.Place(rawValue: text.lowercased()),
      [.header, .query, .cookie].contains(place)
    else {
      report(
        .error,
        .unknownValue,
        "an API key goes into a header, the query or a cookie, not `\(text)`",
        at: field.value
      )
      return nil
    }
    return .apiKey(name: name, place: place)
  }

  // MARK: Flows

  private func flows(_ field: Field) -> OAuthFlows {
    var flows = OAuthFlows()
    for member in members(field, of: "OAuth flows") {
      let kind: OAuthFlow.Kind
      switch member.keyword {
      case .implicit: kind = .implicit
      case .password: kind = .password
      case .clientCredentials, .application: kind = .clientCredentials
      case .authorizationCode, .accessCode: kind = .authorizationCode
      case .deviceAuthorization: kind = .deviceAuthorization
      default:
        reportUnknown(member, in: .flows)
        continue
      }
      if let flow = flow(member, kind) { flows.flows.append(flow) }
    }
    return flows
  }

  private func flow(_ field: Field, _ kind: OAuthFlow.Kind) -> OAuthFlow? {
    guard isObject(field.value, .flow) else { return nil }
    var flow = OAuthFlow(node: field.value, kind: kind)
    for member in fields(of: field.value) {
      switch member.keyword {
      case .authorizationUrl: flow.authorizationURL = word(member)
      case .tokenUrl: flow.tokenURL = word(member)
      case .refreshUrl: flow.refreshURL = word(member)
      case .deviceAuthorizationUrl: flow.deviceAuthorizationURL = word(member)
      case .scopes: flow.scopes = scopes(member)
      default: other(member, in: .flow, &flow.extensions)
      }
    }
    checkURLs(of: flow, key: field.key)
    return flow
  }

  func checkURLs(of flow: OAuthFlow, key: String) {
    var missing: [String] = []
    let needsAuthorization = flow.kind == .implicit || flow.kind == .authorizationCode
    if needsAuthorization, flow.authorizationURL == nil { missing.append("authorizationUrl") }
    if flow.kind != .implicit, flow.tokenURL == nil { missing.append("tokenUrl") }
    if flow.kind == .deviceAuthorization, flow.deviceAuthorizationURL == nil {
      missing.append("deviceAuthorizationUrl")
    }
    for keyword in missing {
      report(
        .warning,
        .missingKeyword,
        "the OAuth flow `\(key)` needs `\(keyword)`",
        at: flow.node
      )
    }
  }

  func scopes(_ field: Field) -> [OAuthFlow.Scope] {
    if field.value.kind == .sequence {
      return words(field, of: "scopes").map { OAuthFlow.Scope(name: $0, description: "") }
    }
    return members(field, of: "scopes and what they allow").compactMap { member in
      member.keyword == .vendor
        ? nil : OAuthFlow.Scope(name: member.key, description: text(member) ?? "")
    }
  }
}

/// A security scheme half read.
struct SecuritySchemeDraft {
  var type: Field?
  var name: String?
  var place: Field?
  var scheme: String?
  var bearerFormat: String?
  var flows: OAuthFlows?
  var openIDConnectURL: String?
  var metadataURL: String?
}
