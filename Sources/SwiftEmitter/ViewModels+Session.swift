import ClientModel
import Mustache

extension ViewModels {
  /// The session factory with servers, scopes and flows.
  func session() -> Value {
    let schemes = model.securitySchemes.map(scheme)
    let flows = model.securitySchemes.flatMap { scheme in
      Self.flows(of: scheme).map { ($0, scheme) }
    }
    let scopes = self.scopes
    return file(
      .session,
      [
        .list(schemes),
        .bool(!schemes.isEmpty),
        .bool(model.securitySchemes.contains { Self.isOAuth2($0.kind) }),
        .list(model.servers.enumerated().map { server($1, isFirst: $0 == 0) }),
        .bool(!model.servers.isEmpty),
        .string(defaultServer),
        .list(flows.enumerated().map { flow($1.0, of: $1.1, isFirst: $0 == 0) }),
        .bool(!flows.isEmpty),
        .list(scopes.enumerated().map { scope($1, isFirst: $0 == 0) }),
        .bool(!scopes.isEmpty),
      ]
    )
  }

  // MARK: Servers

  private var defaultServer: String {
    guard let server = model.servers.first else { return "" }
    return "Servers.\(SwiftName.member(server.name))" + (server.variables.isEmpty ? "" : "()")
  }

  private func server(_ server: Server, isFirst: Bool) -> Value {
    let name = SwiftName.escaped(server.name)
    let type = printer.library("Server", in: ["Servers"])
    let value = Code.call(type, [serverText(server)])
    var code = Code.assignment("\(access)static let \(name)", value, at: 4)
    if !server.variables.isEmpty {
      let parameters = server.variables.map(parameter)
      code = Code.function("\(access)static func \(name)", parameters, returns: type, at: 4)
    }
    return ViewKind.server(
      doc(server.documentation, fallback: DocText.code(server.url) + ".", at: 4),
      .string(name),
      .strings(code),
      server.variables.isEmpty ? .null : .strings(value.lines(at: 6)),
      .bool(!server.variables.isEmpty),
      .bool(isFirst)
    )
  }

  private func parameter(_ variable: Server.Variable) -> Code {
    let name = SwiftName.escaped(variable.name)
    if let type = variable.enumeration, let value = variable.defaultCase {
      let type = printer.text(type, in: ["Servers"])
      return .declaration(name, type: type, value: "." + SwiftName.member(value))
    }
    return .declaration(
      name,
      type: printer.library("String", in: ["Servers"]),
      value: SwiftLiteral.string(variable.defaultValue)
    )
  }

  /// The URL as a string literal with its variables put in.
  private func serverText(_ server: Server) -> String {
    server.variables.reduce(SwiftLiteral.string(server.url)) { literal, variable in
      let name = SwiftName.escaped(variable.name)
      let isTyped = variable.enumeration != nil && variable.defaultCase != nil
      let placeholder = SwiftLiteral.string("{\(variable.wireName)}").dropFirst().dropLast()
      return literal.replacing(placeholder, with: "\\(\(isTyped ? name + ".rawValue" : name))")
    }
  }

  // MARK: Security schemes

  private static func isOAuth2(_ kind: SecurityScheme.Kind) -> Bool {
    switch kind {
    case .oauth2, .openIDConnect: true
    default: false
    }
  }

  private func credential(_ kind: SecurityScheme.Kind) -> String {
    switch kind {
    case .oauth2, .openIDConnect: printer.library("OAuth2Settings", in: [])
    case .apiKey: printer.library("APIKey", in: [])
    case .basic: printer.library("BasicCredential", in: [])
    case .bearer: printer.library("BearerToken", in: [])
    case .digest: printer.library("DigestCredential", in: [])
    case .other: "(any \(printer.library("RequestSigner", in: [])))"
    case .mutualTLS: printer.library("MutualTLS", in: [])
    }
  }

  private func scheme(_ scheme: SecurityScheme) -> Value {
    let type = credential(scheme.kind)
    let name = SwiftName.escaped(scheme.name)
    let handler = printer.library("OAuth2Handler", in: [])
    let signer: Code
    switch scheme.kind {
    case .oauth2:
      let flows = Self.flows(of: scheme).map { Code("Flows.\(SwiftName.member($0.name))") }
      signer = .call(
        handler,
        [Code(name)] + (flows.isEmpty ? [] : [.collection(flows, label: "flows: ")])
          + [Code("store: store"), Code("transport: transport")]
      )
    case .openIDConnect(let url):
      signer = .call(
        handler,
        [
          name, "discovery: \(SwiftLiteral.string(url))", "store: store", "transport: transport",
        ]
      )
    case .apiKey(let location, let wireName):
      signer = .call(
        "\(name).placed",
        ["in: .\(location.rawValue)", "named: \(SwiftLiteral.string(wireName))"]
      )
    default: signer = Code(name)
    }
    var comment = DocComment(at: 2)
    comment.item("  - \(scheme.name): \(about(scheme)).")
    return ViewKind.scheme(
      .string(name),
      .string(type),
      comment.value,
      .strings(
        Code.assignment("signers[\(SwiftLiteral.string(scheme.key))]", signer, at: 6)
      )
    )
  }

  private func about(_ scheme: SecurityScheme) -> String {
    let key = DocText.code(scheme.key)
    switch scheme.kind {
    case .oauth2: return "the OAuth2 client of \(key); `nil` signs nothing with it"
    case .openIDConnect: return "the OpenID Connect client of \(key); `nil` signs nothing with it"
    case .apiKey(let location, let name):
      let place = location == .query ? "query parameter" : location == .cookie ? "cookie" : "header"
      return "the API key of \(key), sent as the \(place) \(DocText.code(name))"
    case .basic: return "user name and password of \(key)"
    case .bearer: return "the bearer token of \(key)"
    case .digest: return "user name and password of \(key), sent as a digest"
    case .other(let name): return "signs requests for \(key), the scheme \(DocText.code(name))"
    case .mutualTLS: return "says that `transport` shows the client certificate of \(key)"
    }
  }

  // MARK: Flows and scopes

  private static func flows(of scheme: SecurityScheme) -> [SecurityScheme.Flow] {
    if case .oauth2(let flows) = scheme.kind { return flows }
    return []
  }

  private func flow(
    _ flow: SecurityScheme.Flow,
    of scheme: SecurityScheme,
    isFirst: Bool
  ) -> Value {
    var arguments = [Code(".\(flow.kind.rawValue)")]
    func add(_ label: String, _ url: String?) {
      if let url { arguments.append(Code("\(label): \(SwiftLiteral.string(url))")) }
    }
    add("authorizationURL", flow.authorizationURL)
    add("tokenURL", flow.tokenURL)
    add("refreshURL", flow.refreshURL)
    add("deviceAuthorizationURL", flow.deviceAuthorizationURL)
    if !flow.scopes.isEmpty {
      let scopes = flow.scopes.map { Code(SwiftLiteral.string($0.value)) }
      arguments.append(.collection(scopes, label: "scopes: "))
    }
    let name = SwiftName.escaped(flow.name)
    let value = Code.call(printer.library("OAuth2Flow", in: ["Flows"]), arguments)
    let about = "The \(Self.words(flow.kind)) flow of \(DocText.code(scheme.key))."
    return ViewKind.constant(
      brief(about, at: 4),
      .string(name),
      .strings(Code.assignment("\(access)static let \(name)", value, at: 4)),
      .string(about),
      .bool(isFirst)
    )
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
  private var scopes: [SecurityScheme.Scope] {
    var seen: Set<String> = []
    return model.securitySchemes.flatMap(Self.flows).flatMap(\.scopes).filter {
      seen.insert($0.value).inserted
    }
  }

  private func scope(_ scope: SecurityScheme.Scope, isFirst: Bool) -> Value {
    let name = SwiftName.escaped(scope.name)
    return ViewKind.constant(
      doc(scope.documentation, fallback: "The scope \(DocText.code(scope.value)).", at: 4),
      .string(name),
      .strings(
        Code.assignment(
          "\(access)static let \(name)",
          Code(SwiftLiteral.string(scope.value)),
          at: 4
        )
      ),
      .optional(Self.summary(scope.documentation)),
      .bool(isFirst)
    )
  }
}
