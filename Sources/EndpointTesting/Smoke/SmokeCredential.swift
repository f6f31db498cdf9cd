public import EndpointKit

/// What a security scheme asks for.
public enum SmokeCredential: Sendable {
  /// A bearer token, of OAuth2 and OpenID Connect too.
  case bearer
  /// User name and password.
  case basic
  /// User name and password as a digest.
  case digest
  /// A key.
  case apiKey(APIKey.Location, String)
  /// A client certificate, which the transport shows.
  case mutualTLS
  /// Another scheme of the `Authorization` field.
  case other(String)

  func signer(secret: String?) -> any RequestSigner {
    let secret = secret ?? "smoke-test"
    let parts = secret.split(separator: ":", maxSplits: 1).map(String.init)
    let (user, password) = (parts.first ?? "", parts.count > 1 ? parts[1] : "smoke-test")
    switch self {
    case .bearer: return BearerToken(secret)
    case .basic: return BasicCredential(username: user, password: password)
    case .digest: return DigestCredential(username: user, password: password)
    case .apiKey(let location, let name): return APIKey(secret, in: location, named: name)
    case .mutualTLS: return MutualTLS()
    case .other(let scheme): return AuthorizationField(text: "\(scheme) \(secret)")
    }
  }
}

/// Writes the `Authorization` field as it is given.
private struct AuthorizationField: RequestSigner {
  let text: String

  func hasCredential(for context: RequestContext) async -> Bool { true }

  func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    request.fields["Authorization"] = text
  }
}
