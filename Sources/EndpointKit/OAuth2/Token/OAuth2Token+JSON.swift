#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// How stores keep a token: times as seconds since 1970, so that any process reads the same.
extension OAuth2Token {
  private static let version = 1

  /// The token as JSON.
  ///
  /// For stores of your own: it holds the secrets in clear.
  public var storedForm: JSONValue {
    var members: [(String, JSONValue)] = [
      ("version", .number(JSONNumber(Self.version))),
      ("access_token", .string(accessToken)),
      ("token_type", .string(tokenType)),
      ("issued_at", Self.seconds(issuedAt)),
      ("revision", .string(String(revision))),
    ]
    if let refreshToken { members.append(("refresh_token", .string(refreshToken))) }
    if let expiresAt { members.append(("expires_at", Self.seconds(expiresAt))) }
    if let scopes { members.append(("scope", .string(scopes.joined(separator: " ")))) }
    if let idToken { members.append(("id_token", .string(idToken))) }
    if !parameters.isEmpty {
      let sorted = parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      members.append(("parameters", .object(JSONObject(sorted))))
    }
    return .object(JSONObject(members))
  }

  /// Reads a token that was kept.
  ///
  /// - Parameter form: what ``storedForm`` gave; `nil` results where it is of another version or
  ///   damaged.
  public init?(storedForm form: JSONValue) {
    guard form["version"]?.int == Self.version, let access = form["access_token"]?.string,
      !access.isEmpty
    else { return nil }
    self.init(
      accessToken: access,
      refreshToken: form["refresh_token"]?.string,
      tokenType: form["token_type"]?.string ?? "Bearer",
      issuedAt: Date(timeIntervalSince1970: form["issued_at"]?.double ?? 0),
      expiresAt: (form["expires_at"]?.double).map { Date(timeIntervalSince1970: $0) },
      scopes: form["scope"]?.string.map { $0.split(separator: " ").map(String.init) },
      idToken: form["id_token"]?.string,
      parameters: form["parameters"]?.object?.dictionary ?? [:],
      revision: form["revision"]?.string.flatMap { UInt64($0) } ?? 0
    )
  }

  private static func seconds(_ date: Date) -> JSONValue {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return JSONNumber(milliseconds / 1000).map { .number($0) } ?? .null
  }
}
