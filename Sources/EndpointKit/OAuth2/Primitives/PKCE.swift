/// The secret that ties an authorization code to the client that asked for it (RFC 7636).
///
/// Always S256: `plain` protects nothing that TLS does not.
public struct PKCE: Sendable {
  /// The secret, sent with the code.
  public let verifier: String
  /// Its hash, sent with the authorization request.
  public let challenge: String
  /// How the challenge was made.
  public let method = "S256"

  /// Makes a new secret of 32 random bytes.
  public init() { self.init(verifier: RandomText.make()) }

  /// Takes a secret made elsewhere.
  ///
  /// - Parameter verifier: 43 to 128 unreserved characters.
  public init(verifier: String) {
    self.verifier = verifier
    challenge = Hashing.sha256(Array(verifier.utf8)).base64URLText
  }
}

extension PKCE: CustomStringConvertible, CustomReflectable {
  public var description: String { "PKCE(challenge: \(challenge))" }
  public var customMirror: Mirror { Mirror(self, children: ["challenge": challenge]) }
}

/// Text nobody can guess.
enum RandomText {
  /// 32 bytes from the system's generator, as 43 URL-safe characters.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }.base64URLText
  }
}
