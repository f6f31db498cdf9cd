import EndpointTesting
import Foundation
import Testing

@testable import EndpointKit

/// What requests and everything that holds one look like to whoever prints them.
struct PrintingTests {
  private let mark = AuthorizationServer.secretMark

  /// Everything a program could print about a value.
  private func everything(_ value: Any) -> String {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    return text
  }

  private func request() throws -> HTTPRequest {
    var request = HTTPRequest(
      .post,
      try #require(HTTPURL("https://api.test/a?access_token=\(mark)&page=2")),
      fields: [
        "Authorization": "Bearer \(mark)", "Cookie": "sid=\(mark)", "X-API-Key": mark,
        "Accept": "text/plain",
      ],
      body: .text("password=\(mark)")
    )
    try request.setCredential("X-Customer", mark)
    return request
  }

  private func response() throws -> HTTPResponse {
    HTTPResponse(
      status: 302,
      fields: HTTPFields(
        raw: Array(
          "HTTP/1.1 302 Found\r\nSet-Cookie: sid=\(mark)\r\nLocation: /b?code=\(mark)\r\n\r\n".utf8
        )
      ),
      url: try #require(HTTPURL("https://api.test/a?customer=\(mark)"))
    )
  }

  @Test func requestsAreShownWithoutCredentials() throws {
    let text = everything(try request())
    #expect(!text.contains(mark))
    #expect(text.contains("POST https://api.test/a"))
    #expect(text.contains("https://api.test/a?access_token=<redacted>&page=2"))
    #expect(text.contains("Authorization: <redacted>"))
    #expect(text.contains("X-Customer: <redacted>"))
    #expect(text.contains("Accept: text/plain"))
    #expect(text.contains("\(9 + mark.utf8.count) bytes in memory"))
  }

  @Test func responsesAreShownWithoutCredentials() throws {
    let text = everything(try response())
    #expect(!text.contains(mark))
    #expect(text.contains("302 from https://api.test/a"))
    #expect(text.contains("Location: /b?code=<redacted>"))
  }

  @Test func fieldsAreShownWithoutCredentialsAndSentWithThem() throws {
    let fields = try request().fields
    #expect(everything(fields).contains("Cookie: <redacted>"))
    for field in fields where field.name != "X-Customer" {
      #expect(!everything(field).contains(mark))
    }
    #expect(fields.map(\.line).first == "Authorization: Bearer \(mark)")
    #expect(fields["Authorization"] == "Bearer \(mark)")
  }

  @Test func errorsAndContextsAreShownWithoutCredentialsAndBodies() throws {
    var error = ClientError(.network, "the connection broke")
    error.request = try request()
    error.response = try response()
    error.body = Data("{\"token\":\"\(mark)\"}".utf8)
    error.decodedBody = ["token": mark]
    error.operationID = "op"
    error.underlying = ClientError(.timeout, "too slow").located(
      operationID: nil,
      request: try request()
    )
    let text = everything(error)
    #expect(!text.contains(mark))
    #expect(text.contains("\(try #require(error.body).count) bytes"))
    #expect(text.contains("the connection broke"))
    #expect(text.contains("too slow"))
    let context = RequestContext(id: 1, operationID: "op", request: try request())
    #expect(!everything(context).contains(mark))
  }

  @Test(arguments: [
    ("Location", "https://x.test/?code=S&state=1#access_token=S"),
    (
      "Link",
      "<https://x.test/?page=2&token=S>; rel=\"next\", <https://x.test/?token=S>; rel=\"last\""
    ),
    ("Referer", "https://x.test/cb?state=1&code=S"), ("Refresh", "5; url=/next?sig=S"),
  ])
  func urlsInFieldsLoseTheirSecretsOnly(_ name: String, _ value: String) throws {
    let field = try #require(
      HTTPField(checking: name, value.replacingOccurrences(of: "S", with: mark))
    )
    #expect(
      Redaction.standard.value(field) == value.replacingOccurrences(of: "S", with: "<redacted>")
    )
  }

  @Test func namesOfSignersAreHidden() async throws {
    let url = try #require(HTTPURL("https://api.test/a?b=1"))
    for location in [APIKey.Location.header, .query, .cookie] {
      let key = APIKey(mark, in: location, named: "Customer")
      var signed = HTTPRequest(.get, url)
      try await key.adapt(&signed, context: RequestContext(id: 1, request: signed))
      #expect(!everything(signed).contains(mark))
      #expect(!signed.curlCommand().contains(mark))
      #expect(signed.curlCommand().contains("<redacted>"))
    }
    let digest = DigestCredential(username: "u", password: mark)
    #expect(!everything(digest).contains(mark))
  }

  @Test func reasonsOfRefusedRedirectsHoldNoQuery() async throws {
    let redirect = TransportResponse.make(302, ["Location": "ftp://x.test/?code=\(mark)"])
    let session = Session.test(ScriptedTransport(redirect))
    let error = try #require(await failure(of: Call<Int>(session, Endpoint(.get, "/a"))))
    #expect(error.kind == .redirect)
    #expect(error.reason.contains("ftp://x.test/"))
    #expect(!everything(error).contains(mark))
  }
}
