internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// The token endpoint.
extension AuthorizationServer {
  /// A refusal, as the error code and what it says.
  struct Refusal: Error {
    var code: String
    var description: String?
    var status = 400

    init(_ code: String, _ description: String? = nil, status: Int = 400) {
      self.code = code
      self.description = description
      self.status = status
    }

    var response: ServerResponse { .oauthError(code, description, status: status) }
  }

  func token(_ request: ServerRequest) async -> ServerResponse {
    let scripted = state.update { state -> ScriptedAnswer? in
      state.statistics.tokenRequests += 1
      return state.script.isEmpty ? nil : state.script.removeFirst()
    }
    if configuration.tokenDelay > .zero { try? await Task.sleep(for: configuration.tokenDelay) }
    switch scripted {
    case .answer(let response): return response
    case .delay(let pause): try? await Task.sleep(for: pause)
    case .lose, nil: break
    }
    guard request.method == .post else {
      return .oauthError("invalid_request", "use POST", status: 405)
    }
    var response: ServerResponse
    do {
      response = try issue(Form(request))
    } catch let refusal as Refusal {
      response = refusal.response
    } catch {
      response = .status(500)
    }
    if case .lose = scripted { response = ServerResponse(framing: .raw, steps: [.reset]) }
    return response
  }

  private func issue(_ form: Form) throws -> ServerResponse {
    let client = try authenticate(form)
    switch form["grant_type"] {
    case "authorization_code": return try exchangeCode(form, client)
    case "refresh_token": return try refresh(form, client)
    case "client_credentials":
      guard client.secret != nil || configuration.clients.isEmpty else {
        throw Refusal("unauthorized_client", "a public client has no credentials")
      }
      let grant = Grant(clientID: client.id, user: client.id, scopes: try scopes(form))
      return state.update { respond(grant, isRefreshable: false, &$0) }
    case "password":
      guard let name = form["username"], let password = form["password"],
        configuration.passwords[name] == password
      else { throw Refusal("invalid_grant", "the name or the password is wrong") }
      let grant = Grant(clientID: client.id, user: name, scopes: try scopes(form))
      return state.update { respond(grant, isRefreshable: true, &$0) }
    case "urn:ietf:params:oauth:grant-type:device_code": return try pollDevice(form, client)
    case "urn:ietf:params:oauth:grant-type:jwt-bearer":
      guard let assertion = form["assertion"], let subject = configuration.subject(assertion)
      else { throw Refusal("invalid_grant", "the assertion is not good") }
      let grant = Grant(clientID: client.id, user: subject, scopes: try scopes(form))
      return state.update { respond(grant, isRefreshable: false, &$0) }
    case "urn:ietf:params:oauth:grant-type:token-exchange": return try exchangeToken(form, client)
    case let name?: throw Refusal("unsupported_grant_type", name)
    case nil: throw Refusal("invalid_request", "grant_type is missing")
    }
  }

  // MARK: Grants

  private func exchangeCode(_ form: Form, _ client: Client) throws -> ServerResponse {
    let code = form["code"] ?? ""
    return try state.update { state in
      // A code is good once, whatever becomes of this request.
      guard let entry = state.codes.removeValue(forKey: code), entry.expiresAt > .now,
        entry.grant.clientID == client.id
      else { throw Refusal("invalid_grant", "the code is unknown, used or over") }
      guard entry.redirectURI == form["redirect_uri"] else {
        throw Refusal("invalid_grant", "redirect_uri differs from the one of the request")
      }
      if let challenge = entry.challenge {
        guard let verifier = form["code_verifier"],
          entry.method == "plain"
            ? verifier == challenge : PKCE(verifier: verifier).challenge == challenge
        else { throw Refusal("invalid_grant", "the code verifier does not fit") }
      }
      return respond(entry.grant, isRefreshable: true, &state)
    }
  }

  private func refresh(_ form: Form, _ client: Client) throws -> ServerResponse {
    let token = form["refresh_token"] ?? ""
    return try state.update { state in
      if let family = state.usedRefresh[token] {
        state.statistics.reuses += 1
        state.endFamily(family)
        throw Refusal("invalid_grant", "the refresh token was used before; the grant is ended")
      }
      guard var grant = state.refresh[token], grant.clientID == client.id else {
        throw Refusal("invalid_grant", "the refresh token is unknown or revoked")
      }
      if form["scope"] != nil {
        let wanted = try scopes(form)
        guard Set(wanted).isSubset(of: grant.scopes) else {
          throw Refusal("invalid_scope", "a refresh cannot widen the scope")
        }
        grant.scopes = wanted
      }
      state.statistics.refreshes += 1
      if configuration.rotatesRefreshTokens {
        state.refresh[token] = nil
        state.usedRefresh[token] = grant.family
        return respond(grant, isRefreshable: true, &state)
      }
      return respond(grant, isRefreshable: false, &state)
    }
  }

  private func pollDevice(_ form: Form, _ client: Client) throws -> ServerResponse {
    let code = form["device_code"] ?? ""
    return try state.update { state in
      guard var device = state.devices[code], device.grant.clientID == client.id else {
        throw Refusal("invalid_grant", "the device code is unknown")
      }
      guard device.expiresAt > .now else { throw Refusal("expired_token") }
      // A little slack: timers are not exact.
      if let last = device.askedAt, last.duration(to: .now) < device.interval * 0.8 {
        device.interval += .seconds(5)
        device.askedAt = .now
        state.devices[code] = device
        throw Refusal("slow_down")
      }
      device.askedAt = .now
      state.devices[code] = device
      guard let decision = device.decision else { throw Refusal("authorization_pending") }
      state.devices[code] = nil
      guard let user = decision else { throw Refusal("access_denied") }
      device.grant.user = user
      return respond(device.grant, isRefreshable: true, &state)
    }
  }

  private func exchangeToken(_ form: Form, _ client: Client) throws -> ServerResponse {
    guard let subject = form["subject_token"], form["subject_token_type"] != nil else {
      throw Refusal("invalid_request", "subject_token and its type are needed")
    }
    return try state.update { state in
      guard let access = state.access[subject], access.expiresAt > .now else {
        throw Refusal("invalid_grant", "the subject token is not good")
      }
      var grant = access.grant
      grant.clientID = client.id
      grant.family = 0
      if form["scope"] != nil { grant.scopes = try scopes(form) }
      let issued = ("issued_token_type", JSONValue.string(TokenExchange.accessTokenType))
      return respond(grant, isRefreshable: false, &state, adding: [issued])
    }
  }

  // MARK: Common parts

  /// The scopes asked for, all of them known.
  func scopes(_ form: Form) throws -> [String] {
    let wanted = form["scope"]?.split(separator: " ").map(String.init) ?? configuration.scopes
    guard configuration.scopes.isEmpty || Set(wanted).isSubset(of: configuration.scopes) else {
      throw Refusal("invalid_scope", "a scope is not known here")
    }
    return wanted
  }

  /// A token response.
  private func respond(
    _ grant: Grant,
    isRefreshable: Bool,
    _ state: inout AuthorizationState,
    adding more: [(String, JSONValue)] = []
  ) -> ServerResponse {
    let issued = state.issue(grant, configuration, isRefreshable: isRefreshable)
    var members: [(String, JSONValue)] = [
      ("access_token", .string(issued.access)), ("token_type", .string("Bearer")),
    ]
    if configuration.announcesLifetime {
      let (seconds, attoseconds) = configuration.accessTokenLifetime.components
      let lifetime = Double(seconds) + Double(attoseconds) / 1e18
      // Whole seconds, as the RFC has it; fractions only where nothing else would be left.
      let isWhole = attoseconds == 0
      members.append(
        (
          "expires_in",
          isWhole ? .number(JSONNumber(seconds)) : JSONNumber(lifetime).map(JSONValue.number) ?? 1
        )
      )
    }
    if let refresh = issued.refresh { members.append(("refresh_token", .string(refresh))) }
    members.append(("scope", .string(grant.scopes.joined(separator: " "))))
    return .object(members + more)
  }

  /// Finds out which client asks, by one way and no more (RFC 6749 §2.3).
  func authenticate(_ form: Form) throws -> Client {
    var id = form["client_id"]
    var secret = form["client_secret"]
    if let field = form.authorization {
      guard let pair = field.droppingPrefix("Basic ").flatMap(Form.basicPair) else {
        throw Refusal("invalid_client", "only Basic is known here", status: 401)
      }
      guard secret == nil, id == nil || id == pair.id else {
        throw Refusal("invalid_request", "a client proves itself in one way only")
      }
      (id, secret) = (pair.id, pair.secret)
    }
    guard let id, !id.isEmpty else {
      throw Refusal("invalid_client", "the client is not named", status: 401)
    }
    let known = state.withLock { state in state.clients.isEmpty ? nil : state.clients }
    guard let known else { return Client(id: id, secret: secret) }
    let isAsserted = form["client_assertion"].flatMap(configuration.subject) == id
    guard let client = known[id],
      isAsserted || client.secret == secret || (client.secret == nil && secret == "")
    else { throw Refusal("invalid_client", "id or secret is wrong", status: 401) }
    return client
  }

  /// The body of a request as a form.
  struct Form {
    let authorization: String?
    private let values: [String: String]

    init(_ request: ServerRequest) throws {
      authorization = request.fields["Authorization"]
      var values: [String: String] = [:]
      for (name, value) in request.formItems where !value.isEmpty {
        guard values.updateValue(value, forKey: name) == nil else {
          throw Refusal("invalid_request", "\(name) is there twice")
        }
      }
      self.values = values
    }

    subscript(_ name: String) -> String? { values[name] }

    /// Id and secret, which are form-encoded before they are joined.
    static func basicPair(_ text: String) -> (id: String, secret: String)? {
      guard let data = Data(base64Encoded: text) else { return nil }
      let parts = String(decoding: data, as: UTF8.self)
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return (decode(parts[0]), decode(parts[1]))
    }

    private static func decode(_ text: Substring) -> String {
      FormDecoding.pairs("x=\(text)").first?.value ?? ""
    }
  }
}
