#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// User name and password that sign requests by digest (RFC 7616).
///
/// The first request of an origin goes out bare and is answered with a challenge; it and all that
/// follow are signed with it until the server asks for another.
public final class DigestCredential: RequestSigner {
  /// The user name.
  public let username: String
  private let password: HiddenText
  private let makeNonce: @Sendable () -> String
  private let sessions = Locked<[Origin: DigestSession]>([:])

  /// Makes a credential.
  ///
  /// - Parameters:
  ///   - username: the user name.
  ///   - password: the password.
  public convenience init(username: String, password: String) {
    self.init(username: username, password: password) {
      var generator = SystemRandomNumberGenerator()
      return (0..<16).map { _ in generator.next() as UInt8 }.hexText
    }
  }

  init(username: String, password: String, makeNonce: @escaping @Sendable () -> String) {
    self.username = username
    self.password = HiddenText(password)
    self.makeNonce = makeNonce
  }

  public func hasCredential(for context: RequestContext) async -> Bool { true }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    let origin = request.url.origin
    let session = sessions.withLock { sessions -> DigestSession? in
      sessions[origin]?.count += 1
      return sessions[origin]
    }
    guard let session else { return }
    let body: Data? =
      switch request.body?.source {
      case nil: Data()
      case .data(let data)?: data
      default: nil
      }
    let answer = session.answer(
      username: username,
      password: password.text,
      method: request.method.rawValue,
      uri: request.url.target,
      clientNonce: makeNonce(),
      body: body
    )
    try request.setCredential("Authorization", answer)
  }

  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision {
    guard let response = error.response, response.status == 401 else { return .doNotRetry }
    let offered = AuthenticationChallenge.parse(response.fields).lazy
      .compactMap(DigestSession.init).first
    guard let offered else { return .doNotRetry }
    let origin = response.url.origin
    // An answer to this very nonce was refused: the password is wrong, unless the nonce was stale.
    let used = context.request.fields["Authorization"] ?? ""
    let wasAnswered = used.hasPrefix("Digest ")
    let isStale = offered.isStale || !used.containsText("nonce=\"\(offered.nonce)\"")
    if wasAnswered, !offered.isStale, context.attempt > 1 || !isStale { return .doNotRetry }
    sessions.withLock { $0[origin] = offered }
    return .retry
  }
}

/// A challenge being answered.
struct DigestSession: Sendable {
  enum Algorithm: String, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512256 = "SHA-512-256"

    func hash(_ text: String) -> String { hash(Array(text.utf8)) }

    func hash(_ bytes: [UInt8]) -> String {
      switch self {
      case .md5: MD5.hash(bytes).hexText
      case .sha256: Hashing.sha256(bytes).hexText
      case .sha512256: SHA512256.hash(bytes).hexText
      }
    }
  }

  let realm: String
  let nonce: String
  let opaque: String?
  let algorithm: Algorithm
  /// The algorithm as the server wrote it; echoed.
  let algorithmName: String?
  let isSession: Bool
  let qualities: [String]
  let hashesUser: Bool
  let isStale: Bool
  /// How often the nonce was used.
  var count = 0

  /// Takes up a challenge; `nil` where it is none of digest or asks for what is not known.
  init?(_ challenge: AuthenticationChallenge) {
    guard challenge.isScheme("Digest"), let realm = challenge.realm,
      let nonce = challenge["nonce"]
    else { return nil }
    var name = (challenge["algorithm"] ?? "MD5").uppercased()
    isSession = name.hasSuffix("-SESS")
    if isSession { name.removeLast(5) }
    guard let algorithm = Algorithm(rawValue: name) else { return nil }
    self.algorithm = algorithm
    algorithmName = challenge["algorithm"]
    self.realm = realm
    self.nonce = nonce
    opaque = challenge["opaque"]
    qualities = (challenge["qop"] ?? "").split(separator: ",").map {
      $0.trimmingBlanks.lowercased()
    }
    hashesUser = challenge["userhash"]?.lowercased() == "true"
    isStale = challenge["stale"]?.lowercased() == "true"
    if !qualities.isEmpty, !qualities.contains("auth"), !qualities.contains("auth-int") {
      return nil
    }
  }

  /// The value of the `Authorization` field.
  ///
  /// - Parameter body: the body, `nil` where it is not in memory; `auth-int` is then not possible.
  func answer(
    username: String,
    password: String,
    method: String,
    uri: String,
    clientNonce: String,
    body: Data?
  ) -> String {
    let quality =
      qualities.contains("auth")
      ? "auth" : qualities.contains("auth-int") && body != nil ? "auth-int" : nil
    var secret = algorithm.hash("\(username):\(realm):\(password)")
    if isSession { secret = algorithm.hash("\(secret):\(nonce):\(clientNonce)") }
    var request = "\(method):\(uri)"
    if quality == "auth-int" { request += ":\(algorithm.hash(Array(body ?? Data())))" }
    let digits = String(count, radix: 16)
    let countText = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    let middle = quality.map { "\(nonce):\(countText):\(clientNonce):\($0)" } ?? nonce
    let response = algorithm.hash("\(secret):\(middle):\(algorithm.hash(request))")
    var parts = [
      userPart(username), "realm=\(FieldValue.quoted(realm))",
      "nonce=\(FieldValue.quoted(nonce))", "uri=\(FieldValue.quoted(uri))",
      "response=\"\(response)\"",
    ]
    if let algorithmName { parts.append("algorithm=\(algorithmName)") }
    if let quality {
      parts += ["qop=\(quality)", "nc=\(countText)", "cnonce=\(FieldValue.quoted(clientNonce))"]
    } else if isSession {
      parts.append("cnonce=\(FieldValue.quoted(clientNonce))")
    }
    if let opaque { parts.append("opaque=\(FieldValue.quoted(opaque))") }
    if hashesUser { parts.append("userhash=true") }
    return "Digest \(parts.joined(separator: ", "))"
  }

  private func userPart(_ username: String) -> String {
    if hashesUser { return "username=\"\(algorithm.hash("\(username):\(realm)"))\"" }
    if username.utf8.allSatisfy({ $0 < 0x80 }) {
      return "username=\(FieldValue.quoted(username))"
    }
    // RFC 8187: names beyond ASCII go in the extended form.
    var encoded = ""
    encoded.appendPercentEncoded(username, keeping: .unreserved)
    return "username*=UTF-8''\(encoded)"
  }
}
