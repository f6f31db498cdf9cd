// Authorization code and implicit grant: a person authorizes in a browser.
extension OAuth2Client {
  /// Prepares the request that a browser is to open.
  ///
  /// - Parameters:
  ///   - redirectURI: where the server sends the person back to; `nil` takes the first of the
  ///     settings.
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  ///   - parameters: more parameters, `prompt` or `login_hint`, say.
  /// - Returns: the request; keep it until the person comes back.
  public func authorizationRequest(
    redirectURI: String? = nil,
    scopes: [String]? = nil,
    parameters: [String: String] = [:]
  ) async throws -> AuthorizationRequest {
    guard let redirectURI = redirectURI ?? settings.redirectURIs.first else {
      throw OAuth2Error(.configuration, "there is no redirect URI; set redirectURIs")
    }
    let clientID = try await identifiedSettings().clientID
    var url = try await url(of: .authorization)
    var isImplicit = false
    if case .implicit = settings.grant { isImplicit = true }
    let state = RandomText.make()
    let pkce = settings.usesPKCE && !isImplicit ? PKCE() : nil
    var items: [(name: String, value: String)] = [
      ("response_type", isImplicit ? "token" : "code"),
      ("client_id", clientID), ("redirect_uri", redirectURI),
    ]
    items += scopePair(scopes)
    items.append(("state", state))
    if let pkce {
      items.append(("code_challenge", pkce.challenge))
      items.append(("code_challenge_method", pkce.method))
    }
    for (name, value) in settings.parameters.merging(parameters, uniquingKeysWith: { $1 })
      .sorted(by: { $0.key < $1.key })
    where !items.contains(where: { $0.name == name }) {
      items.append((name, value))
    }
    for (name, value) in items { url.appendQueryItem(name, value) }
    return AuthorizationRequest(
      url: url.description,
      redirectURI: redirectURI,
      state: state,
      pkce: pkce,
      scopes: scopes ?? settings.scopes,
      issuer: source.knownIssuer,
      isImplicit: isImplicit
    )
  }

  /// Gets the token once the person came back.
  ///
  /// - Parameters:
  ///   - request: the request that was opened.
  ///   - url: the URL that the person was sent back to, of whatever scheme.
  /// - Returns: the token.
  public func token(
    for request: AuthorizationRequest,
    redirectedTo url: String
  ) async throws -> OAuth2Token {
    let answer = try request.answer(in: url)
    if request.isImplicit { return try implicitToken(answer, request) }
    guard let code = answer["code"], !code.isEmpty else {
      throw OAuth2Error(.badResponse, "the answer holds neither a code nor an error")
    }
    var form = [
      (name: "grant_type", value: "authorization_code"), ("code", code),
      ("redirect_uri", request.redirectURI),
    ]
    if let pkce = request.pkce { form.append(("code_verifier", pkce.verifier)) }
    return try await token(form, scopes: request.scopes)
  }

  /// Reads a token from the fragment of a redirect (RFC 6749 §4.2.2).
  private func implicitToken(
    _ answer: [String: String],
    _ request: AuthorizationRequest
  ) throws -> OAuth2Token {
    let known: Set = ["state", "iss"]
    var values: [String: JSONValue] = [:]
    for (name, value) in answer where !known.contains(name) { values[name] = .string(value) }
    let reader = TokenResponse(
      acceptsAnyTokenType: settings.acceptsAnyTokenType,
      now: clock.wall(),
      requestedScopes: request.scopes.isEmpty ? nil : request.scopes
    )
    return try reader.token(of: values, status: nil)
  }
}
