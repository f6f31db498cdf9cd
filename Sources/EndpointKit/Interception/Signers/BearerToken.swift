/// A token that signs requests as `Authorization: Bearer …` (RFC 6750).
///
/// For tokens that expire and can be refreshed, use ``OAuth2Handler``.
public struct BearerToken: RequestSigner, ExpressibleByStringLiteral {
  private let source: CredentialSource

  /// Makes a signer of a token.
  ///
  /// - Parameter token: the token.
  public init(_ token: String) { source = CredentialSource(token) }

  /// Makes a signer whose token is asked for whenever a request is signed.
  ///
  /// - Parameter provide: gives the token, `nil` where there is none.
  public init(_ provide: @escaping @Sendable () async throws -> String?) {
    source = CredentialSource(provide)
  }

  public init(stringLiteral value: String) { self.init(value) }

  public func hasCredential(for context: RequestContext) async -> Bool {
    await source.isAvailable
  }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    try request.setCredential("Authorization", "Bearer \(try await source.secret("bearer token"))")
  }
}
