/// The occasion on which ``OAuth2Settings/signIn`` is to ask a person.
public struct OAuth2SignIn: Sendable {
  /// Why a person is asked.
  public enum Reason: Sendable, Hashable {
    /// There is no token.
    case noToken
    /// The grant is over: it was revoked or has expired.
    case grantEnded
    /// An operation needs scopes that the token does not cover.
    case moreScope
  }

  /// Why a person is asked.
  public let reason: Reason
  /// The scopes to ask for: those of the settings, those granted, and those that were missing.
  public let scopes: [String]
  /// Speaks to the server; its `signIn` functions do the rest.
  public let client: OAuth2Client
  /// What ended the last session, where something did.
  public let error: OAuth2Error?
}
