/// A token that is got and renewed elsewhere, sent as it is (RFC 6750).
///
/// For tokens that this library gets and renews, use ``OAuth2Handler``. Printing shows no token.
public struct BearerToken: RequestSigner, ExpressibleByStringLiteral {
  private let scheme: String
  private let current: @Sendable () async throws -> String?

  /// Takes a token that does not change.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - scheme: what goes before it in the field.
  public init(_ token: String, scheme: String = "Bearer") {
    self.scheme = scheme
    current = { token }
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// Asks for the token at each call.
  ///
  /// - Parameters:
  ///   - scheme: what goes before it in the field.
  ///   - current: gives the token; `nil` where there is none.
  public init(scheme: String = "Bearer", current: @escaping @Sendable () async throws -> String?) {
    self.scheme = scheme
    self.current = current
  }

  public func hasCredential(for context: RequestContext) async -> Bool {
    (try? await current()) != nil
  }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    guard let token = try await current() else {
      throw ClientError(.authorization, "there is no bearer token")
    }
    request.fields["Authorization"] = "\(scheme) \(token)"
  }
}

extension BearerToken: CustomStringConvertible, CustomReflectable {
  public var description: String { "BearerToken(hidden)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
