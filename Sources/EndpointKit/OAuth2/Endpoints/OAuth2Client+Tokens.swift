#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Revocation and introspection.
extension OAuth2Client {
  /// Revokes a token (RFC 7009).
  ///
  /// The refresh token is revoked where there is one, which ends its access tokens too at most
  /// servers, and the access token then.
  ///
  /// - Parameter token: the token to revoke.
  public func revoke(_ token: OAuth2Token) async throws {
    if let refreshToken = token.refreshToken {
      try await revoke(refreshToken, hint: "refresh_token")
    }
    try await revoke(token.accessToken, hint: "access_token")
  }

  /// Revokes one token.
  ///
  /// A token that the server does not know is revoked already, so this is no error.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - hint: what kind of token it is: `access_token` or `refresh_token`.
  public func revoke(_ token: String, hint: String?) async throws {
    let url = try await url(of: .revocation)
    var form = [(name: "token", value: token)]
    if let hint { form.append(("token_type_hint", hint)) }
    let response = try await post(form, to: url, isExtended: false)
    // Success has an empty body, which is neither JSON nor a form.
    guard !(200..<300).contains(response.head.status) else { return }
    _ = try TokenResponse().values(of: response)
  }

  /// Asks the server about a token (RFC 7662).
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - hint: what kind of token it is: `access_token` or `refresh_token`.
  public func introspect(_ token: String, hint: String? = nil) async throws -> TokenStatus {
    let url = try await url(of: .introspection)
    var form = [(name: "token", value: token)]
    if let hint { form.append(("token_type_hint", hint)) }
    let response = try await post(form, to: url, isExtended: false)
    let values = try TokenResponse().values(of: response)
    guard let isActive = values["active"]?.bool else {
      throw OAuth2Error(.badResponse, "the response does not say whether the token is active")
    }
    return TokenStatus(isActive: isActive, members: values)
  }
}

/// What a server says about a token (RFC 7662 §2.2).
public struct TokenStatus: Sendable {
  /// Whether it can be used.
  public var isActive: Bool
  /// Everything the server said.
  public var members: [String: JSONValue]

  /// The scopes it covers.
  public var scopes: [String]? {
    members["scope"]?.string.map { $0.split(separator: " ").map(String.init) }
  }
  /// The client it was issued to.
  public var clientID: String? { members["client_id"]?.string }
  /// The person who authorized it, for people to read.
  public var username: String? { members["username"]?.string }
  /// The person or client it stands for.
  public var subject: String? { members["sub"]?.string }
  /// When it ends.
  public var expiresAt: Date? {
    members["exp"]?.text.flatMap(Double.init).map { Date(timeIntervalSince1970: $0) }
  }
}
