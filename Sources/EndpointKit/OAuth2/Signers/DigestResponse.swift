/// What a server asks of a digest (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
  enum Algorithm: Int, Sendable, Comparable {
    case md5, sha256, sha512t256

    var name: String {
      switch self {
      case .md5: "MD5"
      case .sha256: "SHA-256"
      case .sha512t256: "SHA-512-256"
      }
    }

    func hash(_ text: String) -> String {
      let bytes = Array(text.utf8)
      return switch self {
      case .md5: MD5.hash(bytes).hexText
      case .sha256: Hashing.sha256(bytes).hexText
      case .sha512t256: SHA512t256.hash(bytes).hexText
      }
    }

    static func < (left: Algorithm, right: Algorithm) -> Bool { left.rawValue < right.rawValue }
  }

  var realm: String
  var nonce: String
  var opaque: String?
  var algorithm = Algorithm.md5
  /// The algorithm's name as the server wrote it; `nil` where it wrote none.
  var algorithmName: String?
  var isSession = false
  var usesQuality = false
  var hashesName = false
  var isStale = false
  /// How often the nonce has been used.
  var count = 0

  /// Reads a challenge; `nil` where it is of another scheme or asks for what is not known here.
  init?(_ challenge: AuthenticationChallenge) {
    guard challenge.isScheme("Digest"), let nonce = challenge["nonce"] else { return nil }
    self.nonce = nonce
    realm = challenge.realm ?? ""
    opaque = challenge["opaque"]
    isStale = challenge["stale"]?.lowercased() == "true"
    hashesName = challenge["userhash"]?.lowercased() == "true"
    if let name = challenge["algorithm"] {
      algorithmName = name
      var folded = name.uppercased()
      if folded.hasSuffix("-SESS") {
        isSession = true
        folded = String(folded.dropLast(5))
      }
      switch folded {
      case "MD5": algorithm = .md5
      case "SHA-256": algorithm = .sha256
      case "SHA-512-256": algorithm = .sha512t256
      default: return nil
      }
    }
    if let quality = challenge["qop"] {
      let offers = quality.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
      guard offers.contains("auth") else { return nil }
      usesQuality = true
    }
  }
}

/// The answer to a digest challenge (RFC 7616 §3.4).
struct DigestResponse {
  let challenge: DigestChallenge
  let username: String
  let password: String
  let method: String
  let target: String
  let clientNonce: String

  /// The value of the `Authorization` field.
  var field: String {
    let algorithm = challenge.algorithm
    var secret = algorithm.hash("\(username):\(challenge.realm):\(password)")
    if challenge.isSession {
      secret = algorithm.hash("\(secret):\(challenge.nonce):\(clientNonce)")
    }
    let request = algorithm.hash("\(method):\(target)")
    let digits = String(challenge.count, radix: 16)
    let count = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    let middle =
      challenge.usesQuality
      ? "\(challenge.nonce):\(count):\(clientNonce):auth" : challenge.nonce
    let response = algorithm.hash("\(secret):\(middle):\(request)")
    let shownName =
      challenge.hashesName ? algorithm.hash("\(username):\(challenge.realm)") : username
    var parts = ["username=\(FieldValue.quoted(shownName))"]
    parts.append("realm=\(FieldValue.quoted(challenge.realm))")
    parts.append("uri=\(FieldValue.quoted(target))")
    if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
    parts.append("nonce=\(FieldValue.quoted(challenge.nonce))")
    if challenge.usesQuality {
      parts += ["nc=\(count)", "cnonce=\(FieldValue.quoted(clientNonce))", "qop=auth"]
    }
    parts.append("response=\"\(response)\"")
    if let opaque = challenge.opaque { parts.append("opaque=\(FieldValue.quoted(opaque))") }
    if challenge.hashesName { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }
}
