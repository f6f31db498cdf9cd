internal import EndpointKit

/// What a client may do in a person's name.
struct Grant: Sendable {
  var clientID: String
  var user: String
  var scopes: [String]
  /// All tokens that go back to one sign-in.
  var family = 0
}

/// What the server remembers.
struct AuthorizationState: Sendable {
  struct Access: Sendable {
    var grant: Grant
    var expiresAt: ContinuousClock.Instant
  }

  struct Code: Sendable {
    var grant: Grant
    var redirectURI: String?
    var challenge: String?
    var method: String
    var expiresAt: ContinuousClock.Instant
  }

  struct Device: Sendable {
    var grant: Grant
    var userCode: String
    /// `nil`: undecided; `.some(nil)`: refused.
    var decision: String??
    var expiresAt: ContinuousClock.Instant
    var askedAt: ContinuousClock.Instant?
    var interval: Duration
  }

  var clients: [String: AuthorizationServer.Client]
  var access: [String: Access] = [:]
  var refresh: [String: Grant] = [:]
  var usedRefresh: [String: Int] = [:]
  var codes: [String: Code] = [:]
  var devices: [String: Device] = [:]
  var script: [AuthorizationServer.ScriptedAnswer] = []
  var statistics = AuthorizationServer.Statistics()
  private var lastFamily = 0

  init(clients: [AuthorizationServer.Client]) {
    self.clients = Dictionary(clients.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The scopes of an access token that is good; `nil` for one that is not.
  func liveScopes(of token: String) -> [String]? {
    guard let access = access[token], access.expiresAt > .now else { return nil }
    return access.grant.scopes
  }

  mutating func newFamily() -> Int {
    lastFamily += 1
    return lastFamily
  }

  /// Issues tokens for a grant.
  mutating func issue(
    _ grant: Grant,
    _ configuration: AuthorizationServer.Configuration,
    isRefreshable: Bool
  ) -> (access: String, refresh: String?) {
    var grant = grant
    if grant.family == 0 { grant.family = newFamily() }
    let token = Self.secret("at")
    access[token] = Access(
      grant: grant,
      expiresAt: .now + configuration.accessTokenLifetime
    )
    statistics.issued += 1
    if statistics.issued % 512 == 0 {
      let now = ContinuousClock.now
      access = access.filter { $0.value.expiresAt > now }
    }
    guard isRefreshable, configuration.issuesRefreshTokens else { return (token, nil) }
    let refreshToken = Self.secret("rt")
    refresh[refreshToken] = grant
    return (token, refreshToken)
  }

  /// Ends a grant with all its tokens.
  mutating func endFamily(_ family: Int) {
    access = access.filter { $0.value.grant.family != family }
    refresh = refresh.filter { $0.value.family != family }
  }

  /// A new token, code or secret.
  static func secret(_ prefix: String) -> String {
    identifier("\(prefix)_\(AuthorizationServer.secretMark)")
  }

  /// A new name that anybody may see.
  static func identifier(_ prefix: String) -> String {
    "\(prefix)_\(String(UInt64.random(in: .min ... .max), radix: 36))"
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}

extension String {
  func droppingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

extension ServerResponse {
  /// An error response (RFC 6749 §5.2).
  static func oauthError(
    _ code: String,
    _ description: String? = nil,
    status: Int = 400
  ) -> ServerResponse {
    var members: [(String, JSONValue)] = [("error", .string(code))]
    if let description { members.append(("error_description", .string(description))) }
    var response = object(members, status: status)
    if status == 401 { response.fields["WWW-Authenticate"] = "Basic realm=\"clients\"" }
    return response
  }

  /// A JSON object that nobody may keep.
  static func object(_ members: [(String, JSONValue)], status: Int = 200) -> ServerResponse {
    .json(
      JSONValue.object(JSONObject(members)).description,
      status: status,
      fields: ["Cache-Control": "no-store"]
    )
  }
}
