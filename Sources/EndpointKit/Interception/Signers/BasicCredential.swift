/// User name and password that sign requests as `Authorization: Basic …` (RFC 7617).
public struct BasicCredential: RequestSigner {
  /// The user name; must hold no colon.
  public let username: String
  private let password: CredentialSource

  /// Makes a credential.
  ///
  /// - Parameters:
  ///   - username: the user name.
  ///   - password: the password, which may be empty.
  public init(username: String, password: String) {
    self.username = username
    self.password = CredentialSource { password }
  }

  public func hasCredential(for context: RequestContext) async -> Bool { true }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    guard !username.utf8.contains(UInt8(ascii: ":")) else {
      throw ClientError(.authorization, "a user name for Basic authentication cannot hold a colon")
    }
    let pair = "\(username):\(try await password.provide() ?? "")"
    try request.setCredential("Authorization", "Basic \(Array(pair.utf8).base64Text)")
  }
}
