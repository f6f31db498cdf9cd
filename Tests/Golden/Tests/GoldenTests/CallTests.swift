import EndpointKit
import EndpointTesting
import GoldenResponsesErrors
import GoldenResponsesSeveral
import GoldenSecuritySchemes
import GoldenServers
import GoldenStreamingSse
import Testing

/// What public bug reports say about calls, with generated code over a transport that answers by
/// itself.
struct CallTests {
  private func client(_ response: StubResponse) -> ResponsesSeveral {
    ResponsesSeveral(session: ResponsesSeveral.session(transport: StubTransport.response(response)))
  }

  @Test func eachSuccessHasItsCase() async throws {
    let report = try await client(.json(#"{"rows":[1]}"#)).report.getReport().value
    guard case .ok(let rows) = report else {
      Issue.record("read as \(report)")
      return
    }
    #expect(rows.rows == [1])
    let later = try await client(.json(#"{"ticket":"t"}"#, status: 202)).report.getReport().value
    guard case .accepted(let ticket) = later else {
      Issue.record("read as \(later)")
      return
    }
    #expect(ticket.ticket == "t")
    let nothing = try await client(.status(204)).report.getReport().value
    guard case .noContent = nothing else {
      Issue.record("read as \(nothing)")
      return
    }
  }

  @Test func documentedFailuresArriveDecoded() async throws {
    let response = await client(.json(#"{"message":"m"}"#, status: 500)).report.getReport().response
    let error = try #require(response.error)
    #expect(error.kind == .unacceptableStatus)
    #expect(error.response?.status == 500)
    #expect((error.decodedBody as? ResponsesSeveral.Trouble)?.message == "m")
  }

  @Test func emptyBodiesAreNoFailures() async throws {
    try await client(.text("OK")).maybe.deleteMaybe().value
    #expect(try await client(.status(204)).maybe.getMaybe().value == nil)
    #expect(try await client(.status(200)).maybe.getMaybe().value == nil)
    #expect(try await client(.json(#"{"ticket":"t"}"#)).maybe.getMaybe().value?.ticket == "t")
    let head = StubResponse.status(200, fields: ["Content-Length": "10", "X-Total": "3"])
    let response = await client(head).maybe.headMaybe().response
    #expect(response.error == nil)
    #expect(response.head?.fields["X-Total"] == "3")
  }

  @Test func mediaTypesAreMatchedNotCompared() async throws {
    let loud = StubResponse.text(#"{"rows":[]}"#, contentType: "Application/JSON;Charset=UTF-8")
    #expect(try await client(loud).range.getRange().value.rows == [])
    let silent = StubResponse(status: 200, body: Data(#"{"rows":[]}"#.utf8))
    #expect(try await client(silent).range.getRange().value.rows == [])

    let vendor = StubResponse.text(#"{"ticket":"t"}"#, contentType: "application/vnd.acme.v2+json")
    guard case .okVndAcmeV2JSON(let ticket) = try await client(vendor).vendor.getVendor().value
    else {
      Issue.record("the vendor's own type is not taken")
      return
    }
    #expect(ticket.ticket == "t")

    let image = StubResponse.text("png", contentType: "image/png")
    guard case .okImage(let bytes) = try await client(image).image.getImage().value else {
      Issue.record("a picture is not taken for one")
      return
    }
    #expect(bytes == Data("png".utf8))
    let problem = StubResponse.text(#"{"message":"m"}"#, contentType: "application/problem+json")
    guard case .okProblemJSON(let trouble) = try await client(problem).image.getImage().value else {
      Issue.record("a problem is not taken for one")
      return
    }
    #expect(trouble.message == "m")
  }

  @Test func theDocumentedTypesAreAskedFor() async throws {
    let transport = StubTransport.response(.text("png", contentType: "image/png"))
    let client = ResponsesSeveral(session: ResponsesSeveral.session(transport: transport))
    _ = try await client.image.getImage().value
    #expect(transport.requests.first?.fields["Accept"] == "image/*, application/problem+json")
  }

  @Test func securityIsTheOperationsOwn() async throws {
    let transport = StubTransport.response(.status(204))
    let bare = SecuritySchemes(session: SecuritySchemes.session(transport: transport))
    try await bare.login.login().value
    try await bare.feed.feed().value
    let refused = await bare.me.me().response
    #expect(refused.error?.kind == .authorization)
    #expect(transport.requests.map { $0.fields["Authorization"] } == [nil, nil])

    let signed = SecuritySchemes(
      session: SecuritySchemes.session(
        transport: transport,
        bearer: BearerToken("b"),
        key: APIKey("k")
      )
    )
    try await signed.both.both().value
    #expect(transport.requests.last?.fields["Authorization"] == "Bearer b")
    #expect(transport.requests.last?.fields["X-API-Key"] == "k")
    try await signed.login.login().value
    #expect(transport.requests.last?.fields["Authorization"] == nil)
    #expect(transport.requests.last?.fields["X-API-Key"] == nil)
  }

  @Test func serversAreChosenWhereTheDocumentSaysSo() async throws {
    let transport = StubTransport.response(.status(204))
    let usual = Servers(session: Servers.session(transport: transport))
    try await usual.list.list().value
    try await usual.up.download().value
    try await usual.up.upload().value
    let american = Servers(
      session: Servers.session(
        server: Servers.Servers.production(region: .us),
        transport: transport
      )
    )
    try await american.list.list().value
    #expect(
      transport.requests.map { "\($0.method) \($0.url)" } == [
        "GET https://eu.example.com:8443/v2/list", "GET https://files.example.com/up",
        "POST https://a.uploads.example.com/up", "GET https://us.example.com:8443/v2/list",
      ]
    )
  }

  @Test(arguments: 1...60)
  func eventsAreTheSameHoweverTheyAreCut(_ size: Int) async throws {
    let text = Data(
      ": hi\n\ndata: {\"text\":\"a\"}\n\ndata: {\"text\":\"\u{e9}\"}\n\ndata: [DONE]\n\n".utf8
    )
    let pieces = stride(from: 0, to: text.count, by: size).map {
      Data(text[$0..<min($0 + size, text.count)])
    }
    let transport = StubTransport.response(.chunks(pieces, contentType: "text/event-stream"))
    let client = StreamingSse(session: StreamingSse.session(transport: transport))
    var texts: [String] = []
    for try await delta in client.ticks.ticks().stream { texts.append(delta.text) }
    #expect(texts == ["a", "\u{e9}"])
  }

  @Test func rangesAndDefaultsDecodeFailuresToo() async throws {
    func failure(_ response: StubResponse) async -> ClientError? {
      let transport = StubTransport.response(response)
      let client = ResponsesErrors(session: ResponsesErrors.session(transport: transport))
      return await client.accounts.getAccount(id: "1").response.error
    }
    let missing = await failure(.json(#"{"code":404,"message":"gone"}"#, status: 404))
    #expect((missing?.decodedBody as? ResponsesErrors.Error)?.message == "gone")
    let broken = await failure(
      .text(#"{"title":"t"}"#, status: 503, contentType: "application/problem+json")
    )
    #expect((broken?.decodedBody as? ResponsesErrors.Problem)?.title == "t")
    let odd = await failure(.json(#"{"code":1}"#, status: 418))
    #expect((odd?.decodedBody as? ResponsesErrors.Error)?.code == 1)
  }
}
