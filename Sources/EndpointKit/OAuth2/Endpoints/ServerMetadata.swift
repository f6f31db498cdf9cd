/// What an authorization server says about itself (RFC 8414, OpenID Connect Discovery).
public struct ServerMetadata: Sendable {
  /// The server's name: the URL its metadata belongs to.
  public var issuer: String
  /// Everything the server said.
  public var members: [String: JSONValue]

  /// Where a person authorizes.
  public var authorizationEndpoint: String? { members["authorization_endpoint"]?.string }
  /// Where tokens are issued.
  public var tokenEndpoint: String? { members["token_endpoint"]?.string }
  /// Where device codes are issued.
  public var deviceAuthorizationEndpoint: String? {
    members["device_authorization_endpoint"]?.string
  }
  /// Where clients register.
  public var registrationEndpoint: String? { members["registration_endpoint"]?.string }
  /// Where tokens are revoked.
  public var revocationEndpoint: String? { members["revocation_endpoint"]?.string }
  /// Where tokens are looked up.
  public var introspectionEndpoint: String? { members["introspection_endpoint"]?.string }
  /// The scopes the server knows, as far as it tells.
  public var scopes: [String]? { strings("scopes_supported") }
  /// The grants the server knows, as far as it tells.
  public var grants: [String]? { strings("grant_types_supported") }
  /// The PKCE methods the server knows, as far as it tells.
  public var codeChallengeMethods: [String]? { strings("code_challenge_methods_supported") }

  private func strings(_ name: String) -> [String]? {
    members[name]?.array?.compactMap(\.string)
  }

  func url(of endpoint: OAuth2Client.Endpoint) -> String? {
    switch endpoint {
    case .authorization: authorizationEndpoint
    case .token: tokenEndpoint
    case .deviceAuthorization: deviceAuthorizationEndpoint
    case .registration: registrationEndpoint
    case .revocation: revocationEndpoint
    case .introspection: introspectionEndpoint
    }
  }
}

extension OAuth2Client {
  /// Looks up what the server says about itself.
  ///
  /// Asks `/.well-known/oauth-authorization-server` of the issuer, then the place of OpenID
  /// Connect. The answer has to name the same issuer: else anyone who can answer there could send
  /// people and secrets anywhere.
  ///
  /// - Returns: the metadata; asked for once.
  public func metadata() async throws -> ServerMetadata {
    try await source.metadata(through: self)
  }

  fileprivate func fetchMetadata(from text: String, issuer: String?) async throws -> ServerMetadata?
  {
    guard let url = HTTPURL(text) else {
      throw OAuth2Error(.configuration, "\"\(text)\" is no absolute URL")
    }
    try checkPrivacy(of: url.origin)
    var request = HTTPRequest(.get, url)
    request.fields["Accept"] = "application/json"
    request.fields.merge(settings.headers)
    let response = try await send(request)
    if response.head.status == 404 { return nil }
    let values = try TokenResponse().values(of: response)
    guard let named = values["issuer"]?.string else {
      throw OAuth2Error(.badResponse, "the server's metadata names no issuer")
    }
    let expected = issuer ?? text.removing(suffix: "/.well-known/openid-configuration")
    guard named.removing(suffix: "/") == expected.removing(suffix: "/") else {
      throw OAuth2Error(
        .badResponse,
        "the server's metadata belongs to \(named), not to \(expected)"
      )
    }
    return ServerMetadata(issuer: named, members: values)
  }
}

/// Looks up metadata when it is first needed, and keeps it.
final class MetadataSource: Sendable {
  private let issuer: String?
  private let url: String?
  private let found = Locked<ServerMetadata?>(nil)

  init(issuer: String?, url: String?) {
    self.issuer = issuer
    self.url = url
  }

  /// Whether there is a place to look.
  var isUsable: Bool { issuer != nil || url != nil }

  /// The issuer as the settings or its metadata name it.
  var knownIssuer: String? { found.withLock { $0?.issuer } ?? issuer }

  func metadata(through client: OAuth2Client) async throws -> ServerMetadata {
    if let found = found.withLock({ $0 }) { return found }
    for place in try places() {
      guard let metadata = try await client.fetchMetadata(from: place, issuer: issuer) else {
        continue
      }
      found.withLock { $0 = metadata }
      return metadata
    }
    throw OAuth2Error(.configuration, "the server has no metadata; set the endpoints' URLs")
  }

  private func places() throws -> [String] {
    if let url { return [url] }
    guard let issuer, let parsed = HTTPURL(issuer) else {
      throw OAuth2Error(.configuration, "the issuer is no absolute URL")
    }
    let path = parsed.path.removing(suffix: "/")
    return [
      "\(parsed.origin)/.well-known/oauth-authorization-server\(path)",
      "\(parsed.origin)\(path)/.well-known/openid-configuration",
    ]
  }
}

extension String {
  func removing(suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
