import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TokenResponseTests {
  static let now = Date(timeIntervalSince1970: 1_700_000_000)

  static func response(
    _ body: String,
    status: Int = 200,
    _ fields: HTTPFields = [:]
  ) throws -> TransportResponse {
    let url = try #require(HTTPURL("https://id.example/token"))
    return TransportResponse(
      head: HTTPResponse(status: status, fields: fields, url: url),
      body: Data(body.utf8)
    )
  }

  private func read(
    _ body: String,
    status: Int = 200,
    _ fields: HTTPFields = [:],
    scopes: [String]? = nil
  ) throws -> OAuth2Token {
    try TokenResponse(now: Self.now, requestedScopes: scopes)
      .token(from: try Self.response(body, status: status, fields))
  }

  /// RFC 6749 §5.1.
  @Test func readsTheExampleOfTheRFC() throws {
    let token = try read(
      """
      {"access_token":"2YotnFZFEjr1zCsicMWpAA", "token_type":"example", "expires_in":3600,
       "refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA", "example_parameter":"example_value"}
      """.replacing("\"example\"", with: "\"Bearer\"")
    )
    #expect(token.accessToken == "2YotnFZFEjr1zCsicMWpAA")
    #expect(token.refreshToken == "tGzv3JOkF0XG5Qx2TlKWIA")
    #expect(token.expiresAt == Self.now.addingTimeInterval(3600))
    #expect(token.parameters == ["example_parameter": "example_value"])
  }

  @Test(
    arguments: [
      ("3600", 3600), ("\"3600\"", 3600), ("\" 60 \"", 60), ("0.05", 0.05), ("1e3", 1000),
      ("0", nil), ("-1", nil), ("\"never\"", nil), ("null", nil), ("true", nil), ("{}", nil),
      ("99999999999999999999", nil), ("1700003600000", nil), ("315360000", 315_360_000),
    ] as [(String, Double?)]
  )
  func survivesWhateverExpiresInIs(value: String, seconds: Double?) throws {
    let token = try read("{\"access_token\":\"a\",\"expires_in\":\(value)}")
    #expect(token.expiresAt == seconds.map { Self.now.addingTimeInterval($0) })
  }

  @Test(arguments: ["bearer", "BEARER", "Bearer", "BearerToken", ""])
  func takesBearerHoweverItIsWritten(type: String) throws {
    #expect(try read("{\"access_token\":\"a\",\"token_type\":\"\(type)\"}").tokenType == "Bearer")
  }

  @Test(arguments: ["mac", "DPoP", "N_A"])
  func refusesTypesItCannotUse(type: String) throws {
    let error = #expect(throws: OAuth2Error.self) {
      try read("{\"access_token\":\"a\",\"token_type\":\"\(type)\"}")
    }
    #expect(error?.kind == .badResponse)
    #expect(error?.reason.contains(type) == true)
    var reader = TokenResponse(now: Self.now)
    reader.acceptsAnyTokenType = true
    let response = try Self.response("{\"access_token\":\"a\",\"token_type\":\"\(type)\"}")
    #expect(try reader.token(from: response).tokenType == type)
  }

  @Test func readsScopesAsTextListOrNothing() throws {
    #expect(try read("{\"access_token\":\"a\",\"scope\":\"x y\"}").scopes == ["x", "y"])
    #expect(try read("{\"access_token\":\"a\",\"scope\":\"x,y\"}").scopes == ["x", "y"])
    #expect(try read("{\"access_token\":\"a\",\"scope\":[\"x\",\"y\"]}").scopes == ["x", "y"])
    #expect(try read("{\"access_token\":\"a\"}", scopes: ["z"]).scopes == ["z"])
    #expect(try read("{\"access_token\":\"a\"}").scopes == nil)
  }

  @Test func readsFormsAsSomeServersSendThem() throws {
    let token = try read("access_token=a%2Bb&scope=repo&token_type=bearer&expires=60")
    #expect(token.accessToken == "a+b")
    #expect(token.scopes == ["repo"])
    #expect(token.expiresAt == Self.now.addingTimeInterval(60))
  }

  struct Failure: Sendable {
    var body: String
    var status: Int
    var kind: OAuth2Error.Kind
    var code: String?
  }

  @Test(arguments: [
    Failure(
      body: "{\"error\":\"invalid_grant\"}",
      status: 400,
      kind: .invalidGrant,
      code: "invalid_grant"
    ),
    Failure(
      body: "{\"error\":\"invalid_client\"}",
      status: 401,
      kind: .invalidClient,
      code: "invalid_client"
    ),
    Failure(
      body: "{\"error\":\"bad_verification_code\"}",
      status: 200,
      kind: .server,
      code: "bad_verification_code"
    ),
    Failure(
      body: "error=incorrect_client_credentials&error_description=x",
      status: 200,
      kind: .server,
      code: "incorrect_client_credentials"
    ),
    Failure(body: "", status: 401, kind: .invalidClient, code: "invalid_client"),
    Failure(body: "<html>gateway</html>", status: 502, kind: .unavailable),
    Failure(
      body: "{\"error\":\"server_error\"}",
      status: 500,
      kind: .unavailable,
      code: "server_error"
    ),
    Failure(
      body: "{\"error\":\"invalid_grant\"}",
      status: 503,
      kind: .unavailable,
      code: "invalid_grant"
    ),
    Failure(
      body: "{\"error\":\"temporarily_unavailable\"}",
      status: 400,
      kind: .unavailable,
      code: "temporarily_unavailable"
    ),
    Failure(body: "", status: 429, kind: .unavailable),
    Failure(body: "<html>a=b</html>", status: 404, kind: .badResponse),
    Failure(body: "", status: 302, kind: .badResponse),
    Failure(body: "<html><a href='?x=y'>login</a></html>", status: 200, kind: .badResponse),
    Failure(body: "{\"access_token\":\"\"}", status: 200, kind: .badResponse),
    Failure(body: "{}", status: 200, kind: .badResponse),
    Failure(body: "[]", status: 200, kind: .badResponse),
  ])
  func saysWhatIsWrong(_ test: Failure) throws {
    let error = try #require(
      #expect(throws: OAuth2Error.self) { try read(test.body, status: test.status) }
    )
    #expect(error.kind == test.kind)
    #expect(error.code == test.code)
  }

  @Test func keepsWhatTheServerSays() throws {
    let error = try #require(
      #expect(throws: OAuth2Error.self) {
        try read(
          "{\"error\":\"invalid_scope\",\"error_description\":\"No such scope\","
            + "\"error_uri\":\"https://id.example/help\"}",
          status: 400
        )
      }
    )
    #expect(error.serverDescription == "No such scope")
    #expect(error.uri == "https://id.example/help")
    #expect(error.status == 400)
    #expect("\(error)".contains("No such scope"))
  }

  @Test func storesAndReadsATokenWhole() throws {
    let token = OAuth2Token(
      accessToken: "a",
      refreshToken: "r",
      tokenType: "Bearer",
      issuedAt: Date(timeIntervalSince1970: 1_700_000_000.25),
      expiresAt: Date(timeIntervalSince1970: 1_700_003_600.5),
      scopes: ["x", "y"],
      idToken: "i",
      parameters: ["p": ["q": 1]],
      revision: UInt64.max - 1
    )
    let text = try JSONWriter.text(token.storedForm)
    let value = try JSONReader.decode(JSONValue.self, from: text)
    #expect(OAuth2Token(storedForm: value) == token)
    #expect(OAuth2Token(storedForm: ["version": 2, "access_token": "a"]) == nil)
    #expect(OAuth2Token(storedForm: ["version": 1]) == nil)
  }

  @Test func aClockSetBackDoesNotLengthenALife() {
    let token = OAuth2Token(
      accessToken: "a",
      issuedAt: Self.now,
      expiresAt: Self.now.addingTimeInterval(100)
    )
    #expect(token.remaining(at: Self.now.addingTimeInterval(-500)) == 100)
    #expect(token.remaining(at: Self.now.addingTimeInterval(40)) == 60)
    #expect(token.remaining(at: Self.now.addingTimeInterval(140)) == -40)
  }
}
