import ClientModel
import Mustache

extension ViewModels {
  /// The session factory with servers, scopes and flows.
  func session() -> Value {
    let schemes = model.securitySchemes
    let hasOAuth2 = schemes.contains { Self.isOAuth2($0.kind) }
    return [
      "servers": .list(model.servers.map(server)),
      "defaultServer": .string(defaultServer()),
      "hasServer": .bool(!model.servers.isEmpty),
      "schemes": .list(schemes.compactMap(scheme)),
      "hasSchemes": .bool(schemes.contains { signerType($0.kind) != nil }),
      "hasOAuth2": .bool(hasOAuth2),
      "flows": .list(schemes.flatMap(flows)),
      "hasFlows": .bool(schemes.contains { !flows(of: $0).isEmpty }),
      "scopes": .list(scopes().map(scope)),
      "hasScopes": .bool(!scopes().isEmpty),
    ]
  }

  private static func isOAuth2(_ kind: SecurityScheme.Kind) -> Bool {
    switch kind {
    case .oauth2, .openIDConnect: true
    default: false
    }
  }

  // MARK: Servers

  private func defaultServer() -> String {
    guard let server = model.servers.first else { return "" }
    return "Servers.\(SwiftName.member(server.name))" + (server.variables.isEmpty ? "" : "()")
  }

  private func server(_ server: Server) -> Value {
    let parameters = server.variables.map { variable in
      let name = SwiftName.escaped(variable.name)
      guard let type = variable.enumeration, let value = variable.defaultCase else {
        let text = SwiftLiteral.string(variable.defaultValue)
        return "\(name): \(printer.library("String", in: ["Servers"])) = \(text)"
      }
      return "\(name): \(printer.text(type, in: ["Servers"])) = .\(SwiftName.member(value))"
    }
    return [
      "doc": doc(server.documentation, fallback: "`\(DocComment.oneLine(server.url))`", indent: 4),
      "name": .string(SwiftName.escaped(server.name)),
      "url": .string(serverText(server)),
      "hasVariables": .bool(!server.variables.isEmpty),
      "parameters": Self.items(parameters.map { [("text", .string($0))] }),
    ]
  }

  /// The URL as a string literal with its variables put in.
  private func serverText(_ server: Server) -> String {
    server.variables.reduce(SwiftLiteral.string(server.url)) { literal, variable in
      let name = SwiftName.escaped(variable.name)
      let value = variable.enumeration == nil ? name : "\(name).rawValue"
      let placeholder = SwiftLiteral.string("{\(variable.wireName)}").dropFirst().dropLast()
      return literal.replacing(placeholder, with: "\\(\(value))")
    }
  }

  // MARK: Security schemes

  private func signerType(_ kind: SecurityScheme.Kind) -> String? {
    switch kind {
    case .oauth2, .openIDConnect: "OAuth2Settings"
    case .apiKey: "APIKey"
    case .basic: "BasicCredential"
    case .bearer: "BearerToken"
    case .digest: "DigestCredential"
    case .other: "any RequestSigner"
    case .mutualTLS: nil
    }
  }

  private func scheme(_ scheme: SecurityScheme) -> Value? {
    guard let type = signerType(scheme.kind) else { return nil }
    let name = SwiftName.escaped(scheme.name)
    let key = SwiftLiteral.string(scheme.key)
    let flows = self.flows(of: scheme).map { "Flows.\(SwiftName.member($0.name))" }
    var settings: String?
    var signer = name
    switch scheme.kind {
    case .oauth2: settings = "flows: [\(flows.joined(separator: ", "))]"
    case .openIDConnect(let url):
      settings = "discovery: \(SwiftLiteral.string(url))"
    case .apiKey(let location, let wireName):
      signer = "\(name).placed(in: .\(location.rawValue), named: \(SwiftLiteral.string(wireName)))"
    default: break
    }
    let spelled = type.hasPrefix("any ") ? "(\(type))" : printer.library(type, in: [])
    return [
      "name": .string(name),
      "label": .string(scheme.name),
      "key": .string(key),
      "type": .string(spelled + "?"),
      "signer": .string(signer),
      "settings": settings.map { .string($0) } ?? .null,
      "about": .string(about(scheme)),
    ]
  }

  private func about(_ scheme: SecurityScheme) -> String {
    switch scheme.kind {
    case .oauth2: "OAuth2 client settings; `nil` signs nothing with `\(scheme.key)`"
    case .openIDConnect: "OpenID Connect client settings; `nil` signs nothing with `\(scheme.key)`"
    case .apiKey(let location, let name): "the API key sent as \(location.rawValue) `\(name)`"
    case .basic: "user name and password"
    case .bearer: "a bearer token"
    case .digest: "user name and password, sent as a digest"
    case .other(let name): "signs requests for the scheme `\(name)`"
    case .mutualTLS: "a client certificate"
    }
  }

  // MARK: Flows and scopes

  private func flows(of scheme: SecurityScheme) -> [SecurityScheme.Flow] {
    if case .oauth2(let flows) = scheme.kind { return flows }
    return []
  }

  private func flows(_ scheme: SecurityScheme) -> [Value] {
    flows(of: scheme).map { flow in
      var arguments = [".\(flow.kind.rawValue)"]
      func add(_ label: String, _ url: String?) {
        if let url { arguments.append("\(label): \(SwiftLiteral.string(url))") }
      }
      add("authorizationURL", flow.authorizationURL)
      add("tokenURL", flow.tokenURL)
      add("refreshURL", flow.refreshURL)
      add("deviceAuthorizationURL", flow.deviceAuthorizationURL)
      let scopes = flow.scopes.map { SwiftLiteral.string($0.value) }
      let isWrapped = Self.width(scopes) + "      scopes: []".utf8.count > Self.lineLength
      if !scopes.isEmpty, !isWrapped {
        arguments.append("scopes: [\(scopes.joined(separator: ", "))]")
      }
      return [
        "doc": doc(
          Documentation(summary: "The \(Self.words(flow.kind)) flow of `\(scheme.key)`."),
          indent: 4
        ),
        "name": .string(SwiftName.escaped(flow.name)),
        "arguments": Self.items(arguments.map { [("text", .string($0))] }),
        "hasWrappedScopes": .bool(isWrapped),
        "wrappedScopes": .strings(isWrapped ? scopes : []),
      ]
    }
  }

  private static func words(_ kind: SecurityScheme.Flow.Kind) -> String {
    switch kind {
    case .authorizationCode: "authorization code"
    case .clientCredentials: "client credentials"
    case .password: "password"
    case .implicit: "implicit"
    case .deviceAuthorization: "device authorization"
    }
  }

  /// Every scope of the document once, in order of appearance.
  private func scopes() -> [SecurityScheme.Scope] {
    var seen: Set<String> = []
    return model.securitySchemes.flatMap { flows(of: $0) }.flatMap(\.scopes).filter {
      seen.insert($0.value).inserted
    }
  }

  private func scope(_ scope: SecurityScheme.Scope) -> Value {
    [
      "doc": doc(scope.documentation, fallback: "The scope `\(scope.value)`.", indent: 4),
      "name": .string(SwiftName.escaped(scope.name)),
      "value": .string(SwiftLiteral.string(scope.value)),
    ]
  }

  // MARK: Webhooks

  /// The payloads that the service sends by itself.
  func webhooks() -> Value {
    [
      "webhooks": .list(
        model.webhooks.map { webhook in
          [
            "doc": doc(
              webhook.documentation,
              fallback: "The event `\(DocComment.oneLine(webhook.key))`.",
              indent: 4
            ),
            "name": .string(SwiftName.escaped(webhook.name)),
            "member": .string(SwiftName.member(webhook.name)),
            "key": .string(SwiftLiteral.string(webhook.key)),
            "payload": webhook.payload.map { .string(printer.text($0, in: ["Webhook"])) } ?? .null,
          ]
        }
      )
    ]
  }
}
