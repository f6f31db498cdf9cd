public import EndpointKit

/// An OAuth 2 authorization server for tests, with the resource server's part: real enough to find
/// what clients get wrong, small enough to run in the test's own process.
///
/// It knows every grant, rotates refresh tokens and notices when a used one comes back, ends access
/// tokens after milliseconds if told so, and fails as it is scripted to.
///
/// ```swift
/// let authorization = AuthorizationServer()
/// let server = LoopbackServer { request in
///   if let response = await authorization.respond(to: request) { return response }
///   if let refusal = authorization.refusal(of: request, scopes: ["read"]) { return refusal }
///   return .json("{}")
/// }
/// ```
///
/// Endpoints: `/authorize`, `/token`, `/device_authorization`, `/register`, `/revoke`,
/// `/introspect` and the metadata places. Everybody at the browser agrees at once unless
/// ``Configuration/decide`` says otherwise.
public final class AuthorizationServer: Sendable {
  /// A text that is in every token, code and secret that the server gives away, and in nothing
  /// else: search the logs and files of your program for it to see that none of them got there.
  public static let secretMark = "plantedsecret"

  /// How the server behaves.
  public struct Configuration: Sendable {
    /// The clients it knows; empty to take any client without asking for a secret.
    public var clients: [Client] = []
    /// The passwords of its users, for the password grant.
    public var passwords: [String: String] = ["user": "password"]
    /// How long an access token is good.
    public var accessTokenLifetime: Duration = .seconds(3600)
    /// Whether responses say how long.
    public var announcesLifetime = true
    /// Whether grants of a person come with a refresh token.
    public var issuesRefreshTokens = true
    /// Whether each refresh brings a new refresh token and uses up the old one.
    public var rotatesRefreshTokens = true
    /// The scopes it knows; empty to know any.
    public var scopes: [String] = []
    /// Whether a code without PKCE is refused.
    public var requiresPKCE = true
    /// How long a code or device code is good.
    public var codeLifetime: Duration = .seconds(60)
    /// The pause that devices are told to keep between two questions.
    public var deviceInterval: Duration = .seconds(1)
    /// How long each token request takes.
    public var tokenDelay: Duration = .zero
    /// What the person at the browser does.
    public var decide: @Sendable (AuthorizationPrompt) -> AuthorizationDecision = { _ in
      .approve(user: "user")
    }
    /// Says whom an assertion speaks for (RFC 7523); `nil` refuses it.
    public var subject: @Sendable (_ assertion: String) -> String? = { _ in nil }
    /// The protection space named in challenges.
    public var realm = "test"
    /// How the server is reached from outside, where the `Host` field does not tell.
    public var issuer: String?

    public init() {}
  }

  /// A client that the server knows.
  public struct Client: Sendable {
    /// Its id.
    public var id: String
    /// Its secret; `nil` for a public client.
    public var secret: String?
    /// Where people may be sent back to; empty to allow any place.
    public var redirectURIs: [String]

    public init(id: String, secret: String? = nil, redirectURIs: [String] = []) {
      self.id = id
      self.secret = secret
      self.redirectURIs = redirectURIs
    }
  }

  /// What a person is asked in the browser.
  public struct AuthorizationPrompt: Sendable {
    /// The client that asks.
    public let clientID: String
    /// What it asks for.
    public let scopes: [String]
    /// Everything in the request.
    public let parameters: [String: String]
  }

  /// What a person does in the browser.
  public enum AuthorizationDecision: Sendable {
    case approve(user: String)
    case deny
    /// Something else: the response that the browser gets.
    case show(ServerResponse)
  }

  /// What happens to a token request in place of the usual.
  public enum ScriptedAnswer: Sendable {
    /// It is answered like this, and nothing else happens.
    case answer(ServerResponse)
    /// It is handled, but the answer is lost on its way.
    case lose
    /// It is handled after a pause.
    case delay(Duration)

    /// An error response (RFC 6749 §5.2).
    public static func error(_ code: String, status: Int = 400) -> ScriptedAnswer {
      .answer(.oauthError(code, status: status))
    }

    /// The server is busy.
    public static func busy(_ status: Int = 503, retryAfter: Int? = nil) -> ScriptedAnswer {
      var response = ServerResponse.text("busy", status: status)
      if let retryAfter { response.fields["Retry-After"] = "\(retryAfter)" }
      return .answer(response)
    }
  }

  /// What the server has seen.
  public struct Statistics: Sendable {
    /// Token requests of all kinds, scripted ones included.
    public var tokenRequests = 0
    /// Access tokens issued.
    public var issued = 0
    /// Refreshes that succeeded.
    public var refreshes = 0
    /// How often a used refresh token came in again.
    public var reuses = 0
    /// Requests that were refused for their token.
    public var refusals = 0
  }

  /// How the server behaves.
  public let configuration: Configuration
  let state: Watched<AuthorizationState>

  /// Makes a server.
  ///
  /// - Parameter configuration: how it behaves.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    state = Watched(AuthorizationState(clients: configuration.clients))
  }

  // MARK: Requests

  /// Answers a request to one of the endpoints.
  ///
  /// - Parameter request: the request.
  /// - Returns: the response; `nil` where the request is for something else.
  public func respond(to request: ServerRequest) async -> ServerResponse? {
    switch request.path {
    case "/authorize": authorize(request)
    case "/token": await token(request)
    case "/device_authorization": deviceAuthorization(request)
    case "/register": register(request)
    case "/revoke": revoke(request)
    case "/introspect": introspect(request)
    case "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration":
      metadata(request)
    default: nil
    }
  }

  /// A handler for a ``LoopbackServer``: the endpoints, and what is behind a token.
  ///
  /// - Parameters:
  ///   - scopes: the scopes that the rest needs.
  ///   - resource: answers requests that carry a good token.
  public func handler(
    scopes: [String] = [],
    resource: @escaping LoopbackServer.Handler
  ) -> LoopbackServer.Handler {
    { request in
      if let response = await self.respond(to: request) { return response }
      if let refusal = self.refusal(of: request, scopes: scopes) { return refusal }
      return await resource(request)
    }
  }

  /// The refusal of a request whose token is missing, over or too narrow (RFC 6750 §3).
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - scopes: the scopes it needs.
  /// - Returns: the response; `nil` where the token is good.
  public func refusal(of request: ServerRequest, scopes: [String] = []) -> ServerResponse? {
    let realm = configuration.realm
    guard let field = request.fields["Authorization"],
      let token = field.droppingPrefix("Bearer ")
    else { return refuse(401, "Bearer realm=\"\(realm)\"") }
    let granted = state.withLock { $0.liveScopes(of: token) }
    guard let granted else {
      return refuse(
        401,
        "Bearer realm=\"\(realm)\", error=\"invalid_token\", "
          + "error_description=\"The access token is expired, revoked or unknown\""
      )
    }
    guard Set(scopes).isSubset(of: granted) else {
      return refuse(
        403,
        "Bearer realm=\"\(realm)\", error=\"insufficient_scope\", "
          + "scope=\"\(scopes.joined(separator: " "))\""
      )
    }
    return nil
  }

  private func refuse(_ status: Int, _ challenge: String) -> ServerResponse {
    state.update { $0.statistics.refusals += 1 }
    return .status(status, fields: ["WWW-Authenticate": challenge])
  }

  // MARK: Control

  /// What the server has seen.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Answers the next token requests like this, one after another.
  ///
  /// - Parameter answers: what happens to them; after these the usual happens again.
  public func script(_ answers: ScriptedAnswer...) {
    state.update { $0.script += answers }
  }

  /// Issues a token as if a person had signed in.
  ///
  /// - Parameters:
  ///   - clientID: the client it is for.
  ///   - user: who signed in.
  ///   - scopes: what it covers.
  public func issueToken(
    clientID: String = "client",
    user: String = "user",
    scopes: [String] = []
  ) -> OAuth2Token {
    state.update { state in
      let issued = state.issue(
        Grant(clientID: clientID, user: user, scopes: scopes),
        configuration,
        isRefreshable: true
      )
      return OAuth2Token(
        accessToken: issued.access,
        refreshToken: issued.refresh,
        scopes: scopes
      )
    }
  }

  /// Ends every access token; refresh tokens stay good.
  public func revokeAccessTokens() { state.update { $0.access = [:] } }

  /// Ends every grant.
  public func revokeGrants() {
    state.update { state in
      state.access = [:]
      state.refresh = [:]
    }
  }

  /// Lets the person at another device agree or refuse.
  ///
  /// - Parameters:
  ///   - userCode: the code the person enters.
  ///   - user: who agrees; `nil` refuses.
  /// - Returns: whether the server knows the code.
  @discardableResult
  public func decideDevice(_ userCode: String, user: String?) -> Bool {
    state.update { state in
      guard let code = state.devices.first(where: { $0.value.userCode == userCode })?.key else {
        return false
      }
      state.devices[code]?.decision = .some(user)
      return true
    }
  }
}
