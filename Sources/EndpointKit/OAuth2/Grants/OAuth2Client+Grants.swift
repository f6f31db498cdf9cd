// The grants that need no person, and the refresh.
extension OAuth2Client {
  /// Gets the next access token (RFC 6749 §6).
  ///
  /// Where the server sends no new refresh token, the old one stays good and is kept. A refresh
  /// can narrow the scope, never widen it.
  ///
  /// - Parameters:
  ///   - token: the token to replace.
  ///   - scopes: fewer scopes than were granted; `nil` keeps them.
  /// - Returns: the new token.
  public func refresh(_ token: OAuth2Token, scopes: [String]? = nil) async throws -> OAuth2Token {
    guard let refreshToken = token.refreshToken else {
      throw OAuth2Error(.signInRequired, "there is no refresh token; sign in again")
    }
    var form = [(name: "grant_type", value: "refresh_token"), ("refresh_token", refreshToken)]
    if let scopes { form.append(("scope", scopes.joined(separator: " "))) }
    var new = try await self.token(form, scopes: scopes ?? token.scopes, isRefresh: true)
    new.refreshToken = new.refreshToken ?? refreshToken
    new.idToken = new.idToken ?? token.idToken
    return new
  }

  /// Gets a token for the client itself (RFC 6749 §4.4).
  ///
  /// - Parameter scopes: the scopes to ask for; `nil` takes those of the settings.
  public func clientCredentials(scopes: [String]? = nil) async throws -> OAuth2Token {
    try await token(
      [("grant_type", "client_credentials")] + scopePair(scopes),
      scopes: scopes ?? settings.scopes
    )
  }

  /// Gets a token for a user name and password (RFC 6749 §4.3).
  ///
  /// Only for clients that may know the password; everyone else lets the person sign in at the
  /// server.
  ///
  /// - Parameters:
  ///   - username: the user's name.
  ///   - password: the user's password.
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  public func password(
    username: String,
    password: String,
    scopes: [String]? = nil
  ) async throws -> OAuth2Token {
    try await token(
      [("grant_type", "password"), ("username", username), ("password", password)]
        + scopePair(scopes),
      scopes: scopes ?? settings.scopes
    )
  }

  /// Gets a token for a signed assertion (RFC 7523 §2.1).
  ///
  /// - Parameters:
  ///   - assertion: the assertion, made and signed by your own library.
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  public func jwtBearer(assertion: String, scopes: [String]? = nil) async throws -> OAuth2Token {
    try await token(
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion),
      ] + scopePair(scopes),
      scopes: scopes ?? settings.scopes
    )
  }

  /// Exchanges a token for another (RFC 8693).
  ///
  /// - Parameter exchange: the tokens given and what is wanted for them.
  public func exchange(_ exchange: TokenExchange) async throws -> OAuth2Token {
    let pairs: [(String, String?)] = [
      ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
      ("subject_token", exchange.subjectToken),
      ("subject_token_type", exchange.subjectTokenType),
      ("actor_token", exchange.actorToken),
      ("actor_token_type", exchange.actorToken == nil ? nil : exchange.actorTokenType),
      ("requested_token_type", exchange.requestedTokenType),
    ]
    var form = pairs.compactMap { name, value in value.map { (name: name, value: $0) } }
    form += exchange.audiences.map { ("audience", $0) }
    form += exchange.resources.map { ("resource", $0) }
    form += scopePair(exchange.scopes)
    return try await token(form, scopes: exchange.scopes ?? settings.scopes)
  }

  /// Gets a token by a grant that needs no person.
  func silentToken(_ grant: OAuth2Grant, scopes: [String]? = nil) async throws -> OAuth2Token {
    switch grant {
    case .clientCredentials: return try await clientCredentials(scopes: scopes)
    case .password(let username, let password):
      return try await self.password(username: username, password: password, scopes: scopes)
    case .jwtBearer(let assertion):
      return try await jwtBearer(assertion: try await assertion(), scopes: scopes)
    case .tokenExchange(let make): return try await exchange(try await make())
    case .authorizationCode, .deviceCode, .implicit:
      throw OAuth2Error(.signInRequired, "this grant needs a person; sign in")
    }
  }
}

/// What is given and wanted in a token exchange (RFC 8693 §2.1).
public struct TokenExchange: Sendable {
  /// The token of the party on whose behalf the new token is.
  public var subjectToken: String
  /// What kind of token that is.
  public var subjectTokenType: String
  /// The token of the party that acts.
  public var actorToken: String?
  /// What kind of token that is.
  public var actorTokenType = TokenExchange.accessTokenType
  /// What kind of token is wanted; `nil` leaves it to the server.
  public var requestedTokenType: String?
  /// The services the new token is for, by name.
  public var audiences: [String] = []
  /// The services the new token is for, by URL.
  public var resources: [String] = []
  /// The scopes to ask for; `nil` takes those of the settings.
  public var scopes: [String]?

  public static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
  public static let refreshTokenType = "urn:ietf:params:oauth:token-type:refresh_token"
  public static let idTokenType = "urn:ietf:params:oauth:token-type:id_token"
  public static let jwtType = "urn:ietf:params:oauth:token-type:jwt"

  /// Describes an exchange.
  ///
  /// - Parameters:
  ///   - subjectToken: the token of the party on whose behalf the new token is.
  ///   - subjectTokenType: what kind of token that is.
  public init(subjectToken: String, subjectTokenType: String = TokenExchange.accessTokenType) {
    self.subjectToken = subjectToken
    self.subjectTokenType = subjectTokenType
  }
}

extension TokenExchange: CustomStringConvertible, CustomReflectable {
  public var description: String { "TokenExchange(\(subjectTokenType))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
