/// What an ``OAuth2Handler`` and an ``OAuth2Client`` need to know: the client, the server's
/// endpoints, and how tokens are used.
///
/// Everything has a default but the client's id. Where a document describes the flow, the handler
/// takes endpoints from there that are not set here. Printing settings shows no secret.
public struct OAuth2Settings: Sendable {
  // MARK: The client

  /// The client's id; where it is empty and the server registers clients, that is done when an id
  /// is first needed.
  public var clientID: String
  /// The client's secret; `nil` for a public client.
  public var clientSecret: String?
  /// How the client proves who it is at the server's endpoints.
  public var clientAuthentication = ClientAuthentication.automatic
  /// The name a person sees, for dynamic registration.
  public var clientName: String?
  /// The logo a person sees, for dynamic registration.
  public var logoURI: String?
  /// Told of a registration, to keep id and secret for the next run.
  public var onRegister: (@Sendable (RegisteredClient) async -> Void)?

  // MARK: The server

  /// Where a person authorizes.
  public var authorizationURL: String?
  /// Where tokens are issued.
  public var tokenURL: String?
  /// Where tokens are refreshed, if elsewhere.
  public var refreshURL: String?
  /// Where device codes are issued (RFC 8628).
  public var deviceAuthorizationURL: String?
  /// Where clients register (RFC 7591).
  public var registrationURL: String?
  /// Where tokens are revoked (RFC 7009).
  public var revocationURL: String?
  /// Where tokens are looked up (RFC 7662).
  public var introspectionURL: String?
  /// The server's name; endpoints that are not set are looked up there (RFC 8414).
  public var issuer: String?

  // MARK: What is asked for

  /// How tokens are got; `nil` takes the first flow of the document, or the authorization code.
  public var grant: OAuth2Grant?
  /// Where the server may send a person back to.
  public var redirectURIs: [String] = []
  /// The scopes to ask for; empty leaves the choice to the server.
  public var scopes: [String] = []
  /// Whether codes are protected by PKCE (RFC 7636); leave it on.
  public var usesPKCE = true
  /// Parameters to add to authorization and token requests.
  public var parameters: [String: String] = [:]
  /// Header fields to add to requests to the server's endpoints.
  public var headers: HTTPFields = [:]
  /// The `User-Agent` of requests to the server's endpoints.
  public var userAgent: String?
  /// How long a request to one of the server's endpoints may take.
  public var requestTimeout: Duration = .seconds(30)

  // MARK: How calls are signed

  /// The scheme that goes before the token; a few servers want `token`.
  public var authorizationScheme = "Bearer"
  /// The origins a token may be sent to; `nil` leaves it to the session, which asks for its own
  /// servers only.
  public var trustedOrigins: Set<Origin>?
  /// Whether tokens, codes and secrets may travel without TLS to other hosts than this one.
  public var allowsPlainHTTP = false
  /// Only challenges of this realm count, where it is set.
  public var realm: String?
  /// Whether a 401 without `WWW-Authenticate` counts as a refused token.
  public var refreshesWithoutChallenge = true
  /// Finds refusals that do not look like one: a 400 whose body says that the token expired, say.
  public var isRefusal: (@Sendable (RequestContext, ClientError) -> Bool)?
  /// Whether token types other than Bearer are taken.
  public var acceptsAnyTokenType = false

  // MARK: How tokens are renewed

  /// How long before a token ends the next one is got; at most a quarter of its life.
  public var leeway: Duration = .seconds(30)
  /// Whether a stored token that does not say when it ends is used.
  public var assumesUnexpired = true
  /// How many refreshes may begin within a time that no expiry explains.
  public var refreshBudget = RefreshBudget()
  /// How often a failing refresh is tried.
  public var refreshAttempts = 3
  /// The pause after the first failed attempt; it doubles with each further one.
  public var refreshPause: Duration = .milliseconds(500)
  /// The longest pause a token endpoint can ask for before waiting calls are failed.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// How often one call may be refused before it is given up.
  public var maximumRepeats = 8
  /// In which order waiting calls go out.
  public var replayOrder = ReplayOrder.failure
  /// How many waiting calls may go out at once; `nil` for any number.
  public var maximumConcurrentReplays: Int?
  /// Asks a person to sign in; `nil` lets calls fail with ``OAuth2Error/Kind/signInRequired``.
  ///
  /// Runs when there is no token, when the grant is over, and when an operation needs more scope.
  /// However many calls wait, it runs once.
  public var signIn: (@Sendable (OAuth2SignIn) async throws -> OAuth2Token)?

  /// Told of everything that happens to the session; see also ``OAuth2Handler/events``.
  public var onEvent: (@Sendable (OAuth2Event) -> Void)?

  // MARK: How tokens are kept

  /// Tells the tokens of several accounts apart in one store.
  public var account = ""
  /// How the keychain keeps tokens, on Apple platforms: for `store: .keychain(settings.keychain)`.
  public var keychain = KeychainSettings()

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - clientID: the client's id.
  ///   - clientSecret: its secret; `nil` for a public client.
  public init(clientID: String = "", clientSecret: String? = nil) {
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}

/// A bound on refreshes that no expiry explains.
public struct RefreshBudget: Sendable, Hashable {
  /// How many may begin.
  public var count: Int
  /// Within which time.
  public var window: Duration

  public init(count: Int = 3, window: Duration = .seconds(30)) {
    self.count = count
    self.window = window
  }
}

/// How a keychain keeps tokens.
public struct KeychainSettings: Sendable, Hashable {
  /// Whether the keychain is used at all; where it is not, tokens end with the program.
  public var isEnabled = true
  /// The access group that several programs share.
  public var accessGroup: String?
  /// When items can be read: a value of `kSecAttrAccessible`.
  public var accessMode: String?
  /// The account name under which ``OAuth2Settings/onRegister`` may keep a registered client.
  public var accountForClientCredentials = "clientCredentials"
  /// The account name of tokens.
  public var accountForTokens = "currentTokens"

  public init() {}
}

/// How tokens are got.
public enum OAuth2Grant: Sendable {
  /// A person authorizes in a browser; a code comes back (RFC 6749 §4.1).
  case authorizationCode
  /// A person authorizes on another device (RFC 8628).
  case deviceCode
  /// The client itself (RFC 6749 §4.4).
  case clientCredentials
  /// User name and password, only for clients that may know them (RFC 6749 §4.3).
  case password(username: String, password: String)
  /// A token comes back in the redirect itself (RFC 6749 §4.2); out of use.
  case implicit
  /// An assertion signed by your own library (RFC 7523); it is asked for anew at each use.
  case jwtBearer(assertion: @Sendable () async throws -> String)
  /// Another token is exchanged (RFC 8693); it is asked for anew at each use.
  case tokenExchange(@Sendable () async throws -> TokenExchange)

  /// Whether it can be had without asking a person.
  var isSilent: Bool {
    switch self {
    case .authorizationCode, .deviceCode, .implicit: false
    case .clientCredentials, .password, .jwtBearer, .tokenExchange: true
    }
  }
}

/// How a client proves who it is (RFC 6749 §2.3).
public enum ClientAuthentication: Sendable {
  /// ``basic`` with a secret, ``none`` without.
  case automatic
  /// Id and secret in an `Authorization` field, form-encoded first.
  case basic
  /// Id and secret in the body.
  case post
  /// The id in the body, and nothing else.
  case none
  /// A signed assertion (RFC 7523 §2.2), made for the endpoint's URL by your own library.
  case assertion(@Sendable (_ audience: String) async throws -> String)
}

extension OAuth2Settings: CustomStringConvertible, CustomReflectable {
  public var description: String {
    "OAuth2Settings(clientID: \(clientID), \(clientSecret == nil ? "public" : "confidential"), "
      + "tokenURL: \(tokenURL ?? issuer ?? "none"), scopes: \(scopes.joined(separator: " ")))"
  }

  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "clientID": clientID, "hasSecret": clientSecret != nil,
        "authorizationURL": authorizationURL as Any, "tokenURL": tokenURL as Any,
        "scopes": scopes, "redirectURIs": redirectURIs,
      ]
    )
  }
}

extension OAuth2Grant: CustomStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .authorizationCode: "authorizationCode"
    case .deviceCode: "deviceCode"
    case .clientCredentials: "clientCredentials"
    case .password(let username, _): "password(username: \(username))"
    case .implicit: "implicit"
    case .jwtBearer: "jwtBearer"
    case .tokenExchange: "tokenExchange"
    }
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
