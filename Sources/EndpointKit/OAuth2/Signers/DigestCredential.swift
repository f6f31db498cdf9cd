/// User name and password, of which only hashes travel (RFC 7616).
///
/// The first call to a server comes back with its challenge and is repeated; later calls are
/// signed at once with the same nonce, counted up. Algorithms: SHA-512-256, SHA-256, MD5, each
/// also as session variant; quality of protection `auth`, and the older form without.
public final class DigestCredential: RequestSigner {
  /// The user's name.
  public let username: String
  private let password: String
  private let challenges = Locked<[Origin: DigestChallenge]>([:])
  private let clientNonce: @Sendable () -> String

  /// Takes a name and a password.
  ///
  /// - Parameters:
  ///   - username: the user's name.
  ///   - password: the password.
  public convenience init(username: String, password: String) {
    self.init(username: username, password: password) { RandomText.make() }
  }

  init(username: String, password: String, clientNonce: @escaping @Sendable () -> String) {
    self.username = username
    self.password = password
    self.clientNonce = clientNonce
  }

  public func hasCredential(for context: RequestContext) async -> Bool { true }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    let origin = request.url.origin
    let challenge: DigestChallenge? = challenges.withLock { challenges in
      challenges[origin]?.count += 1
      return challenges[origin]
    }
    guard let challenge else { return }
    let response = DigestResponse(
      challenge: challenge,
      username: username,
      password: password,
      method: request.method.rawValue,
      target: request.url.target,
      clientNonce: clientNonce()
    )
    request.fields["Authorization"] = response.field
  }

  public func retry(_ context: RequestContext, dueTo error: ClientError) async -> RetryDecision {
    guard error.status == 401, let fields = error.response?.fields else { return .doNotRetry }
    let offered = AuthenticationChallenge.parse(fields).compactMap(DigestChallenge.init)
    guard let best = offered.max(by: { $0.algorithm < $1.algorithm }) else { return .doNotRetry }
    // An answer that was refused with a nonce that is not stale was wrong: so is the password.
    let wasAnswered = context.request.fields["Authorization"]?.hasPrefix("Digest ") == true
    guard !wasAnswered || best.isStale else { return .doNotRetry }
    challenges.withLock { $0[context.request.url.origin] = best }
    return .retry
  }
}

extension DigestCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "DigestCredential(\(username))" }
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
