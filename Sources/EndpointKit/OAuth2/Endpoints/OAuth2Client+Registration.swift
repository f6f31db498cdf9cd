#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// Dynamic client registration (RFC 7591).
extension OAuth2Client {
  /// Registers this client at the server.
  ///
  /// Name, logo, redirect URIs, scopes and grant come from the settings.
  ///
  /// - Parameters:
  ///   - metadata: more members of the request.
  ///   - accessToken: the initial access token, where the server asks for one.
  /// - Returns: what the server registered; keep id and secret, and give them to
  ///   ``OAuth2Settings/with(_:)-(RegisteredClient)``.
  public func register(
    metadata: [String: JSONValue] = [:],
    accessToken: String? = nil
  ) async throws -> RegisteredClient {
    let url = try await url(of: .registration)
    var members: [String: JSONValue] = [
      "grant_types": .array(grantNames.map { .string($0) }),
      "token_endpoint_auth_method": .string(authenticationName),
    ]
    if let name = settings.clientName { members["client_name"] = .string(name) }
    if let logo = settings.logoURI { members["logo_uri"] = .string(logo) }
    if !settings.redirectURIs.isEmpty {
      members["redirect_uris"] = .array(settings.redirectURIs.map { .string($0) })
    }
    if !settings.scopes.isEmpty {
      members["scope"] = .string(settings.scopes.joined(separator: " "))
    }
    members.merge(metadata) { $1 }
    var request = HTTPRequest(.post, url)
    request.fields["Accept"] = "application/json"
    request.fields["Content-Type"] = "application/json"
    request.fields.merge(settings.headers)
    if let accessToken { request.fields["Authorization"] = "Bearer \(accessToken)" }
    let body = JSONValue.object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.0, $0.1) }))
    request.body = .data(try body.jsonData())
    let values = try TokenResponse().values(of: try await send(request))
    guard let id = values["client_id"]?.text else {
      throw OAuth2Error(.badResponse, "the response holds no client id")
    }
    return RegisteredClient(
      clientID: id,
      clientSecret: values["client_secret"]?.text,
      members: values
    )
  }

  /// The settings with an id: a client without one is registered when it first needs it.
  func identifiedSettings() async throws -> OAuth2Settings {
    guard settings.clientID.isEmpty else { return settings }
    let hasPlace: Bool
    if settings.registrationURL != nil {
      hasPlace = true
    } else {
      hasPlace = source.isUsable ? try await metadata().registrationEndpoint != nil : false
    }
    guard hasPlace else {
      throw OAuth2Error(.configuration, "the client has no id; set clientID or registrationURL")
    }
    let registered = try await registration.client {
      let registered = try await register()
      await settings.onRegister?(registered)
      return registered
    }
    return settings.with(registered)
  }

  private var grantNames: [String] {
    switch settings.grant {
    case .authorizationCode, nil: ["authorization_code", "refresh_token"]
    case .deviceCode: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"]
    case .clientCredentials: ["client_credentials"]
    case .password: ["password", "refresh_token"]
    case .implicit: ["implicit"]
    case .jwtBearer: ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
    case .tokenExchange: ["urn:ietf:params:oauth:grant-type:token-exchange"]
    }
  }

  private var authenticationName: String {
    switch settings.clientAuthentication {
    case .none: "none"
    case .automatic, .basic: "client_secret_basic"
    case .post: "client_secret_post"
    case .assertion: "private_key_jwt"
    }
  }
}

/// Registers a client once, however many requests need its id.
final class RegistrationSource: Sendable {
  private let known = Locked<RegisteredClient?>(nil)
  private let turn = AsyncTurn()

  func client(
    _ register: @Sendable () async throws -> RegisteredClient
  ) async throws -> RegisteredClient {
    try await turn.take {
      if let known = self.known.withLock({ $0 }) { return known }
      let client = try await register()
      self.known.withLock { $0 = client }
      return client
    }
  }
}

/// A client that a server registered (RFC 7591 §3.2.1).
public struct RegisteredClient: Sendable {
  /// The client's id.
  public var clientID: String
  /// The client's secret, where it has one.
  public var clientSecret: String?
  /// Everything the server said.
  public var members: [String: JSONValue]
}

extension RegisteredClient: CustomStringConvertible, CustomReflectable {
  public var description: String { "RegisteredClient(\(clientID))" }
  public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
}

extension OAuth2Settings {
  /// These settings for a client that has just been registered.
  ///
  /// - Parameter client: what the server registered.
  public func with(_ client: RegisteredClient) -> OAuth2Settings {
    var result = self
    result.clientID = client.clientID
    result.clientSecret = client.clientSecret
    switch client.members["token_endpoint_auth_method"]?.string {
    case "client_secret_post": result.clientAuthentication = .post
    case "client_secret_basic": result.clientAuthentication = .basic
    case "none": result.clientAuthentication = .none
    default: break
    }
    return result
  }
}
