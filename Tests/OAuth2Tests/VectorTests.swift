import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The examples of RFC 6749, 6750 and 8628: the requests as they stand there, and what is read
/// from the responses. Those of RFC 7636 are with the primitives, those of RFC 7616 with the
/// signers.
@Suite struct VectorTests {
  /// The answer of RFC 6749 §5.1, but for its token type, which nobody knows.
  static let answer = """
    {"access_token":"2YotnFZFEjr1zCsicMWpAA", "token_type":"Bearer", "expires_in":3600,
     "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA", "example_parameter":"example_value"}
    """

  struct Service {
    let transport: StubTransport
    var settings: OAuth2Settings

    init(_ answer: String = VectorTests.answer, status: Int = 200) {
      transport = StubTransport { _ in .json(answer, status: status) }
      settings = OAuth2Settings(clientID: "s6BhdRkqt3", clientSecret: "gX1fBat3bV")
      settings.tokenURL = "https://server.example.com/token"
      settings.authorizationURL = "https://server.example.com/authorize"
      settings.deviceAuthorizationURL = "https://server.example.com/device_authorization"
      settings.usesPKCE = false
    }

    var client: OAuth2Client { OAuth2Client(settings, transport: transport) }

    /// The forms sent, as they are on the wire, item by item.
    var forms: [Set<String>] {
      transport.exchanges.map { exchange in
        Set(String(decoding: exchange.body, as: UTF8.self).split(separator: "&").map(String.init))
      }
    }

    var authorization: String? { transport.requests.first?.fields["Authorization"] }
  }

  /// The client's own authorization of the examples of RFC 6749.
  static let basic = "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW"

  static func request(
    _ redirectURI: String,
    isImplicit: Bool = false
  ) -> AuthorizationRequest {
    AuthorizationRequest(
      url: "",
      redirectURI: redirectURI,
      state: "xyz",
      pkce: nil,
      scopes: [],
      issuer: nil,
      isImplicit: isImplicit
    )
  }

  /// RFC 6749 §4.1.1.
  @Test func asksForACode() async throws {
    let request = try await Service().client.authorizationRequest(
      redirectURI: "https://client.example.com/cb"
    )
    let url = try #require(HTTPURL(request.url))
    #expect(url.path == "/authorize")
    let items = Set((url.query ?? "").split(separator: "&").map(String.init))
    #expect(
      items == [
        "response_type=code", "client_id=s6BhdRkqt3", "state=\(request.state)",
        "redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb",
      ]
    )
  }

  /// RFC 6749 §4.1.2 to §4.1.4.
  @Test func exchangesACode() async throws {
    let service = Service()
    let token = try await service.client.token(
      for: Self.request("https://client.example.com/cb"),
      redirectedTo: "https://client.example.com/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz"
    )
    #expect(token.accessToken == "2YotnFZFEjr1zCsicMWpAA")
    #expect(token.refreshToken == "tGzv3JOkF0XG5Qx2TlKWIA")
    #expect(service.authorization == Self.basic)
    #expect(
      service.forms == [
        [
          "grant_type=authorization_code", "code=SplxlOBeZQQYbYS6WxSbIA",
          "redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb",
        ]
      ]
    )
  }

  /// RFC 6749 §4.1.2.1, and §4.2.2.1 in the fragment.
  @Test(arguments: ["?", "#"])
  func readsARefusal(mark: String) async throws {
    let error = await #expect(throws: OAuth2Error.self) {
      try await Service().client.token(
        for: Self.request("https://client.example.com/cb", isImplicit: mark == "#"),
        redirectedTo: "https://client.example.com/cb\(mark)error=access_denied&state=xyz"
      )
    }
    #expect(error?.kind == .accessDenied)
  }

  /// RFC 6749 §4.2.2.
  @Test func readsATokenInTheFragment() async throws {
    let token = try await Service().client.token(
      for: Self.request("http://example.com/cb", isImplicit: true),
      redirectedTo: "http://example.com/cb#access_token=2YotnFZFEjr1zCsicMWpAA&state=xyz"
        + "&token_type=Bearer&expires_in=3600"
    )
    #expect(token.accessToken == "2YotnFZFEjr1zCsicMWpAA")
    #expect(token.lifetime == 3600)
  }

  /// RFC 6749 §4.3.2, §4.4.2 and §6.
  @Test func asksWithoutABrowser() async throws {
    let service = Service()
    _ = try await service.client.password(username: "johndoe", password: "A3ddj3w")
    _ = try await service.client.clientCredentials()
    _ = try await service.client.refresh(
      OAuth2Token(accessToken: "a", refreshToken: "tGzv3JOkF0XG5Qx2TlKWIA")
    )
    #expect(
      service.forms == [
        ["grant_type=password", "username=johndoe", "password=A3ddj3w"],
        ["grant_type=client_credentials"],
        ["grant_type=refresh_token", "refresh_token=tGzv3JOkF0XG5Qx2TlKWIA"],
      ]
    )
    #expect(service.transport.requests.allSatisfy { $0.fields["Authorization"] == Self.basic })
    #expect(
      service.transport.requests.allSatisfy {
        $0.fields["Content-Type"] == "application/x-www-form-urlencoded"
      }
    )
  }

  /// RFC 6749 §2.3.1: the client in the body.
  @Test func provesTheClientInTheBody() async throws {
    var service = Service()
    service.settings.clientSecret = "7Fjfp0ZBr1KtDRbnfVdmIw"
    service.settings.clientAuthentication = .post
    _ = try await service.client.refresh(
      OAuth2Token(accessToken: "a", refreshToken: "tGzv3JOkF0XG5Qx2TlKWIA")
    )
    #expect(
      service.forms == [
        [
          "grant_type=refresh_token", "refresh_token=tGzv3JOkF0XG5Qx2TlKWIA",
          "client_id=s6BhdRkqt3", "client_secret=7Fjfp0ZBr1KtDRbnfVdmIw",
        ]
      ]
    )
    #expect(service.authorization == nil)
  }

  /// RFC 6749 §5.2.
  @Test func readsAnErrorResponse() async throws {
    let service = Service("{\"error\":\"invalid_request\"}", status: 400)
    let error = await #expect(throws: OAuth2Error.self) {
      try await service.client.clientCredentials()
    }
    #expect(error?.kind == .server)
    #expect(error?.code == "invalid_request")
  }

  /// RFC 6750 §2.1 and §4.
  @Test func signsWithABearerToken() async throws {
    let answer = """
      {"access_token":"mF_9.B5f-4.1JqM", "token_type":"Bearer", "expires_in":3600,
       "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}
      """
    var service = Service(answer)
    service.settings.grant = .clientCredentials
    let handler = OAuth2Handler(service.settings, transport: service.transport)
    var request = HTTPRequest(
      .get,
      try #require(HTTPURL("https://server.example.com/resource"))
    )
    try await handler.adapt(&request, context: RequestContext(id: 1, request: request))
    #expect(request.fields["Authorization"] == "Bearer mF_9.B5f-4.1JqM")
  }

  /// RFC 6750 §3.
  @Test(
    arguments: [
      ("Bearer realm=\"example\"", nil, nil),
      (
        "Bearer realm=\"example\", error=\"invalid_token\", "
          + "error_description=\"The access token expired\"",
        "invalid_token", "The access token expired"
      ),
    ] as [(String, String?, String?)]
  )
  func readsTheChallenges(field: String, error: String?, description: String?) throws {
    let challenges = AuthenticationChallenge.parse(field)
    #expect(challenges.count == 1)
    #expect(challenges.first?.realm == "example")
    #expect(challenges.first?.error == error)
    #expect(challenges.first?.errorDescription == description)
    #expect(RefusalRule().verdict(status: 401, challenges: challenges) == .refresh)
  }

  /// RFC 8628 §3.1, §3.2 and §3.4.
  @Test func authorizesADevice() async throws {
    let answer = """
      {"device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
       "verification_uri": "https://example.com/device",
       "verification_uri_complete": "https://example.com/device?user_code=WDJB-MJHT",
       "expires_in": 1800, "interval": 5, "access_token": "a"}
      """
    var service = Service(answer)
    service.settings.clientID = "1406020730"
    service.settings.clientSecret = nil
    var client = service.client
    let pauses = Collected<Duration>()
    client.clock.sleep = { pauses.append($0) }
    let shown = Collected<DeviceAuthorization>()
    _ = try await client.signInOnDevice(scopes: ["example_scope"]) { shown.append($0) }
    let device = try #require(shown.all.first)
    #expect(device.userCode == "WDJB-MJHT")
    #expect(device.verificationURI == "https://example.com/device")
    #expect(device.completeURI == "https://example.com/device?user_code=WDJB-MJHT")
    #expect(pauses.all == [.seconds(5)])
    #expect(
      service.forms == [
        ["client_id=1406020730", "scope=example_scope"],
        [
          "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
          "device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "client_id=1406020730",
        ],
      ]
    )
  }
}
