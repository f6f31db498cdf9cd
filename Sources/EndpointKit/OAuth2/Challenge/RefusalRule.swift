/// What an ``OAuth2Handler`` makes of a refusal.
struct RefusalRule: Sendable {
  enum Verdict: Equatable {
    /// A new token may help.
    case refresh
    /// The token is good, its scope too narrow; with the scopes the server asks for.
    case insufficientScope([String])
    /// It has nothing to do with the token.
    case notOurs
  }

  /// The scheme the token goes out under.
  var scheme = "Bearer"
  /// Only challenges of this realm count, where it is set.
  var realm: String?
  /// Whether a 401 without any challenge counts.
  var acceptsMissingChallenge = true

  /// Judges a response (RFC 6750 §3).
  ///
  /// - Parameters:
  ///   - status: the response's status.
  ///   - challenges: its challenges.
  func verdict(status: Int, challenges: [AuthenticationChallenge]) -> Verdict {
    guard status == 401 || status == 403 else { return .notOurs }
    if challenges.isEmpty {
      return status == 401 && acceptsMissingChallenge ? .refresh : .notOurs
    }
    // A challenge without scheme that names an error is one of ours, badly written.
    let ours = challenges.filter { challenge in
      (challenge.isScheme(scheme) || (challenge.scheme.isEmpty && challenge.error != nil))
        && (realm == nil || challenge.realm == realm)
    }
    if let narrow = ours.first(where: { $0.error == "insufficient_scope" }) {
      return .insufficientScope(narrow.scopes ?? [])
    }
    return status == 401 && !ours.isEmpty ? .refresh : .notOurs
  }
}
