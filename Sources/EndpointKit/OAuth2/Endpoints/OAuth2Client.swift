#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Speaks to an authorization server: gets, refreshes, revokes and looks up tokens.
///
/// It keeps nothing and signs nothing; ``OAuth2Handler`` does. Requests go straight through the
/// transport, never through the interceptors of a session, so that a refresh cannot wait for
/// itself. Redirects are not followed: they would give credentials away.
///
/// Every function throws an ``OAuth2Error``, or `CancellationError` where its task was cancelled.
public struct OAuth2Client: Sendable {
  /// The client, the server and what to ask for.
  public let settings: OAuth2Settings
  let transport: any Transport
  let source: MetadataSource
  let registration = RegistrationSource()
  var clock = OAuth2Clock.system

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - settings: the client, the server and what to ask for.
  ///   - transport: what moves bytes.
  public init(_ settings: OAuth2Settings, transport: any Transport) {
    self.init(settings, discovery: nil, transport: transport)
  }

  init(_ settings: OAuth2Settings, discovery: String?, transport: any Transport) {
    self.settings = settings
    self.transport = transport
    source = MetadataSource(issuer: settings.issuer, url: discovery)
  }

  // MARK: Endpoints

  /// One of the server's endpoints.
  enum Endpoint: String {
    case authorization, token, deviceAuthorization = "device authorization", registration,
      revocation, introspection
  }

  /// The URL of an endpoint, from the settings or from discovery.
  func url(of endpoint: Endpoint, isRefresh: Bool = false) async throws -> HTTPURL {
    let set: String? =
      switch endpoint {
      case .authorization: settings.authorizationURL
      case .token: isRefresh ? settings.refreshURL ?? settings.tokenURL : settings.tokenURL
      case .deviceAuthorization: settings.deviceAuthorizationURL
      case .registration: settings.registrationURL
      case .revocation: settings.revocationURL
      case .introspection: settings.introspectionURL
      }
    var text = set
    if text == nil, source.isUsable {
      text = try await source.metadata(through: self).url(of: endpoint)
    }
    guard let text else {
      throw OAuth2Error(
        .configuration,
        "the settings name no \(endpoint.rawValue) endpoint, nor does the server"
      )
    }
    guard let url = HTTPURL(text) else {
      throw OAuth2Error(.configuration, "the \(endpoint.rawValue) endpoint is no absolute URL")
    }
    try checkPrivacy(of: url.origin)
    return url
  }

  /// Throws where secrets would travel in clear to another host.
  func checkPrivacy(of origin: Origin) throws {
    guard settings.allowsPlainHTTP || origin.isPrivate else {
      throw OAuth2Error(
        .configuration,
        "\(origin) is not protected by TLS; use https, or set allowsPlainHTTP if you must"
      )
    }
  }

  // MARK: Requests

  /// Sends a form to an endpoint, as this client.
  func post(
    _ form: [(name: String, value: String)],
    to url: HTTPURL,
    isExtended: Bool = true
  ) async throws -> TransportResponse {
    var form = form
    var request = HTTPRequest(.post, url)
    request.fields["Accept"] = "application/json"
    request.fields["Content-Type"] = "application/x-www-form-urlencoded"
    request.fields.merge(settings.headers)
    try await authenticate(&request, &form)
    if isExtended {
      for (name, value) in settings.parameters.sorted(by: { $0.key < $1.key })
      where !form.contains(where: { $0.name == name }) {
        form.append((name, value))
      }
    }
    request.body = .text(FormText.encode(form))
    return try await send(request)
  }

  /// Sends a request as it is.
  func send(_ request: HTTPRequest) async throws -> TransportResponse {
    var request = request
    if let userAgent = settings.userAgent { request.fields["User-Agent"] = userAgent }
    if let name = request.fields.refused {
      throw OAuth2Error(.configuration, "the header field \"\(name)\" is malformed")
    }
    var options = TransportOptions()
    options.timeout = settings.requestTimeout
    options.maximumBodySize = 1 << 20
    do {
      return try await transport.send(request, options: options)
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      throw OAuth2Error(
        .unavailable,
        "the authorization server at \(request.url.origin) could not be reached",
        underlying: error
      )
    }
  }

  /// Proves who the client is (RFC 6749 §2.3.1).
  private func authenticate(
    _ request: inout HTTPRequest,
    _ form: inout [(name: String, value: String)]
  ) async throws {
    let settings = try await identifiedSettings()
    let id = settings.clientID
    switch settings.clientAuthentication {
    case .automatic where settings.clientSecret == nil, .none:
      form.append(("client_id", id))
    case .automatic, .basic:
      // Both are form-encoded before they are joined, or a colon in the id would split wrongly.
      let pair = "\(FormText.encode(id)):\(FormText.encode(settings.clientSecret ?? ""))"
      request.fields["Authorization"] = "Basic \(Array(pair.utf8).base64Text)"
    case .post:
      form.append(("client_id", id))
      if let secret = settings.clientSecret { form.append(("client_secret", secret)) }
    case .assertion(let make):
      form.append(("client_id", id))
      form.append(
        ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      )
      form.append(("client_assertion", try await make(request.url.description)))
    }
  }

  // MARK: Tokens

  /// Asks the token endpoint.
  func token(
    _ form: [(name: String, value: String)],
    scopes: [String]?,
    isRefresh: Bool = false
  ) async throws -> OAuth2Token {
    let url = try await url(of: .token, isRefresh: isRefresh)
    // A lifetime counts from before the request: the token cannot end sooner than that.
    let now = clock.wall()
    let response = try await post(form, to: url)
    let reader = TokenResponse(
      acceptsAnyTokenType: settings.acceptsAnyTokenType,
      now: now,
      requestedScopes: scopes.flatMap { $0.isEmpty ? nil : $0 }
    )
    return try reader.token(from: response)
  }

  /// The scopes to ask for: those given, or those of the settings.
  func scopePair(_ scopes: [String]?) -> [(name: String, value: String)] {
    let scopes = scopes ?? settings.scopes
    return scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))]
  }
}

extension Origin {
  /// Whether nobody between can listen: TLS, or this very host.
  var isPrivate: Bool {
    isSecure || host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.")
        && host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) })
  }
}
