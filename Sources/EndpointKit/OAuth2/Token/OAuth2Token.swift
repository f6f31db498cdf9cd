#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An access token with all that came with it.
///
/// Printing, interpolating and dumping it shows no secret.
public struct OAuth2Token: Sendable, Hashable {
  /// What signs requests.
  public var accessToken: String
  /// What gets the next access token, where the server gave one.
  public var refreshToken: String?
  /// The type the server named, `Bearer` where it named none.
  public var tokenType: String
  /// When it was received.
  public var issuedAt: Date
  /// When the access token ends; `nil` where the server did not say.
  public var expiresAt: Date?
  /// The scopes granted; `nil` where the server did not say.
  public var scopes: [String]?
  /// The OpenID Connect identity token, not checked.
  public var idToken: String?
  /// Whatever else the response held.
  public var parameters: [String: JSONValue]
  /// Grows with every replacement, over all processes that share a store.
  public var revision: UInt64

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - accessToken: what signs requests.
  ///   - refreshToken: what gets the next one.
  ///   - tokenType: its type.
  ///   - issuedAt: when it was received.
  ///   - expiresAt: when it ends.
  ///   - scopes: the scopes granted.
  ///   - idToken: the identity token.
  ///   - parameters: whatever else came with it.
  ///   - revision: its place among the tokens of a session; 0 lets the handler choose.
  public init(
    accessToken: String,
    refreshToken: String? = nil,
    tokenType: String = "Bearer",
    issuedAt: Date = Date(),
    expiresAt: Date? = nil,
    scopes: [String]? = nil,
    idToken: String? = nil,
    parameters: [String: JSONValue] = [:],
    revision: UInt64 = 0
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.tokenType = tokenType
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.idToken = idToken
    self.parameters = parameters
    self.revision = revision
  }

  /// Seconds the token was good for when it came.
  var lifetime: TimeInterval? { expiresAt.map { $0.timeIntervalSince(issuedAt) } }

  /// Seconds it is good for from now on.
  ///
  /// A clock that was set back since cannot lengthen its life beyond what it was issued for.
  func remaining(at now: Date) -> TimeInterval? {
    guard let expiresAt, let lifetime else { return nil }
    return min(expiresAt.timeIntervalSince(now), lifetime)
  }
}

extension OAuth2Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    var facts = [tokenType]
    if let scopes { facts.append("scope \(scopes.joined(separator: " "))") }
    if let expiresAt { facts.append("until \(expiresAt)") }
    facts.append(refreshToken == nil ? "no refresh token" : "refreshable")
    return "OAuth2Token(\(facts.joined(separator: ", ")))"
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "tokenType": tokenType, "scopes": scopes as Any, "expiresAt": expiresAt as Any,
        "isRefreshable": refreshToken != nil, "revision": revision,
      ]
    )
  }
}
