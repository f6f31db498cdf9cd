internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// The endpoints beside the token endpoint.
extension AuthorizationServer {
  // MARK: Authorization

  /// The browser's way (RFC 6749 §4.1.1 and §4.2.1).
  func authorize(_ request: ServerRequest) -> ServerResponse {
    let values = Dictionary(request.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
    let clientID = values["client_id"] ?? ""
    let known = state.withLock { state in
      state.clients.isEmpty ? Client(id: clientID) : state.clients[clientID]
    }
    // Errors about client and place are shown to the person: sending these anywhere is dangerous.
    guard let client = known, !clientID.isEmpty else { return .text("unknown client", status: 400) }
    guard let place = values["redirect_uri"] ?? client.redirectURIs.first,
      isAllowed(place, client)
    else { return .text("this client may not be sent there", status: 400) }
    let isImplicit = values["response_type"] == "token"
    func answer(_ items: [(String, String)]) -> ServerResponse {
      var items = items
      if let value = values["state"] { items.append(("state", value)) }
      items.append(("iss", issuer(request)))
      let text = items.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
      let separator = isImplicit ? "#" : place.contains("?") ? "&" : "?"
      return .redirect(to: place + separator + text)
    }
    guard isImplicit || values["response_type"] == "code" else {
      return answer([("error", "unsupported_response_type")])
    }
    let scopes = values["scope"]?.split(separator: " ").map(String.init) ?? configuration.scopes
    guard configuration.scopes.isEmpty || Set(scopes).isSubset(of: configuration.scopes) else {
      return answer([("error", "invalid_scope")])
    }
    if !isImplicit, configuration.requiresPKCE, values["code_challenge"] == nil {
      return answer([("error", "invalid_request"), ("error_description", "PKCE is needed")])
    }
    let prompt = AuthorizationPrompt(clientID: clientID, scopes: scopes, parameters: values)
    switch configuration.decide(prompt) {
    case .show(let response): return response
    case .deny:
      return answer([("error", "access_denied"), ("error_description", "The person said no")])
    case .approve(let user):
      let grant = Grant(clientID: clientID, user: user, scopes: scopes)
      if isImplicit {
        let issued = state.update { $0.issue(grant, configuration, isRefreshable: false) }
        let lifetime = configuration.accessTokenLifetime.components.seconds
        return answer([
          ("access_token", issued.access), ("token_type", "bearer"), ("expires_in", "\(lifetime)"),
        ])
      }
      let code = AuthorizationState.secret("code")
      state.update { state in
        state.codes[code] = .init(
          grant: grant,
          redirectURI: values["redirect_uri"],
          challenge: values["code_challenge"],
          method: values["code_challenge_method"] ?? "plain",
          expiresAt: .now + configuration.codeLifetime
        )
      }
      return answer([("code", code)])
    }
  }

  /// Registered places, and on this machine any port of them (RFC 8252 §7.3).
  private func isAllowed(_ place: String, _ client: Client) -> Bool {
    if client.redirectURIs.isEmpty || client.redirectURIs.contains(place) { return true }
    guard let url = HTTPURL(place), url.host == "127.0.0.1" else { return false }
    return client.redirectURIs.contains { text in
      HTTPURL(text).map { $0.host == url.host && $0.path == url.path } ?? false
    }
  }

  // MARK: Devices

  func deviceAuthorization(_ request: ServerRequest) -> ServerResponse {
    do {
      let form = try Form(request)
      let client = try authenticate(form)
      let scopes = try scopes(form)
      let code = AuthorizationState.secret("device")
      let letters = (0..<8).map { _ in "BCDFGHJKLMNPQRSTVWXZ".randomElement() ?? "B" }
      let userCode = "\(String(letters[..<4]))-\(String(letters[4...]))"
      let place = "\(issuer(request))/device"
      let interval = configuration.deviceInterval
      state.update { state in
        state.devices[code] = .init(
          grant: Grant(clientID: client.id, user: "", scopes: scopes),
          userCode: userCode,
          decision: nil,
          expiresAt: .now + configuration.codeLifetime,
          askedAt: nil,
          interval: interval
        )
      }
      let seconds =
        Double(interval.components.seconds)
        + Double(interval.components.attoseconds) / 1e18
      return .object([
        ("device_code", .string(code)), ("user_code", .string(userCode)),
        ("verification_uri", .string(place)),
        ("verification_uri_complete", .string("\(place)?user_code=\(userCode)")),
        ("expires_in", .number(JSONNumber(configuration.codeLifetime.components.seconds))),
        ("interval", JSONNumber(seconds).map(JSONValue.number) ?? 5),
      ])
    } catch {
      return (error as? Refusal)?.response ?? .status(500)
    }
  }

  // MARK: Clients and tokens

  func register(_ request: ServerRequest) -> ServerResponse {
    guard let object = (try? JSONValue(jsonData: request.body))?.object else {
      return .oauthError("invalid_client_metadata", "the body is no JSON object")
    }
    let places = object["redirect_uris"]?.array?.compactMap(\.string) ?? []
    let isPublic = object["token_endpoint_auth_method"]?.string == "none"
    let client = Client(
      id: AuthorizationState.identifier("client"),
      secret: isPublic ? nil : AuthorizationState.secret("secret"),
      redirectURIs: places
    )
    state.update { $0.clients[client.id] = client }
    var members: [(String, JSONValue)] = [("client_id", .string(client.id))]
    if let secret = client.secret {
      members += [("client_secret", .string(secret)), ("client_secret_expires_at", 0)]
    }
    return .object(members + object.map { ($0.key, $0.value) }, status: 201)
  }

  func revoke(_ request: ServerRequest) -> ServerResponse {
    do {
      let form = try Form(request)
      _ = try authenticate(form)
      let token = form["token"] ?? ""
      state.update { state in
        if let grant = state.refresh[token] { state.endFamily(grant.family) }
        state.access[token] = nil
      }
      return .status(200)
    } catch {
      return (error as? Refusal)?.response ?? .status(500)
    }
  }

  func introspect(_ request: ServerRequest) -> ServerResponse {
    do {
      let form = try Form(request)
      _ = try authenticate(form)
      let token = form["token"] ?? ""
      let found: (Grant, Duration?)? = state.withLock { state in
        if let access = state.access[token], access.expiresAt > .now {
          return (access.grant, ContinuousClock.now.duration(to: access.expiresAt))
        }
        return state.refresh[token].map { ($0, nil) }
      }
      guard let (grant, left) = found else { return .object([("active", false)]) }
      var members: [(String, JSONValue)] = [
        ("active", true), ("scope", .string(grant.scopes.joined(separator: " "))),
        ("client_id", .string(grant.clientID)), ("username", .string(grant.user)),
        ("sub", .string(grant.user)),
      ]
      if let left {
        let end = Int(Date().timeIntervalSince1970) + Int(left.components.seconds)
        members.append(("exp", .number(JSONNumber(end))))
      }
      return .object(members)
    } catch {
      return (error as? Refusal)?.response ?? .status(500)
    }
  }

  // MARK: Metadata

  func metadata(_ request: ServerRequest) -> ServerResponse {
    let issuer = issuer(request)
    let places = [
      ("authorization_endpoint", "authorize"), ("token_endpoint", "token"),
      ("device_authorization_endpoint", "device_authorization"),
      ("registration_endpoint", "register"), ("revocation_endpoint", "revoke"),
      ("introspection_endpoint", "introspect"),
    ]
    var members: [(String, JSONValue)] = [("issuer", .string(issuer))]
    members += places.map { ($0.0, .string("\(issuer)/\($0.1)")) }
    members.append(("response_types_supported", ["code", "token"]))
    members.append(("code_challenge_methods_supported", ["S256"]))
    members.append(("scopes_supported", .array(configuration.scopes.map { .string($0) })))
    return .object(members)
  }

  private func issuer(_ request: ServerRequest) -> String {
    configuration.issuer ?? "http://\(request.fields["Host"] ?? "127.0.0.1")"
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(Unicode.Scalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
