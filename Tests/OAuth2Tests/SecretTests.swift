import EndpointCurl
import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whatever is printed, logged or thrown on the way of a call holds no secret.
@Suite struct SecretTests {
  /// Text that nothing but a leak can bring into an output.
  enum Planted {
    static let client = "client".secret
    static let access = "access".secret
    static let refresh = "refresh".secret
    static let next = "next".secret
    static let password = "password".secret
    static let code = "code".secret
    static let identity = "identity".secret
  }

  static func check(_ text: String, _ where: String) {
    // Not the text itself: what a failing test prints is searched too.
    let isClean = !text.contains(AuthorizationServer.secretMark)
    #expect(isClean, "a secret is in \(`where`)")
  }

  static func stage(_ token: @escaping LoopbackServer.Handler) async throws -> Stage {
    let start = OAuth2Token(
      accessToken: Planted.access,
      refreshToken: Planted.refresh,
      idToken: Planted.identity
    )
    return try await Stage(start: start) {
      $0.clientSecret = Planted.client
      $0.parameters = ["extra_secret": Planted.code]
    } token: {
      await token($0)
    } resource: { request in
      request.bearer == Planted.next ? .json("{}") : .invalidToken
    }
  }

  @Test(arguments: ["success", "rejected", "busy", "client", "html"])
  func outputsOfACallHoldNoSecret(kind: String) async throws {
    let stage = try await Self.stage { _ in
      switch kind {
      case "success": .token(Planted.next, refresh: Planted.refresh, expiresIn: "60")
      case "rejected": .json("{\"error\":\"invalid_grant\"}", status: 400)
      case "busy": .status(503)
      case "client": .json("{\"error\":\"invalid_client\"}", status: 401)
      default: .text("<html>", status: 200, contentType: "text/html")
      }
    }
    let lines = Collected<String>()
    let loggers: [RequestLogger] = [.fields, .commands].map { detail in
      RequestLogger(detail, write: { lines.append($0) })
    }
    let session = Session(
      server: Server(stage.server.url),
      transport: CurlTransport(),
      signers: ["oauth": stage.handler],
      monitors: loggers
    )
    let response = await session.response(for: stage.call("/item"))
    #expect((response.status == 200) == (kind == "success"))
    #expect(!lines.all.isEmpty)
    var printable: [Any] = [
      response, response.request as Any, response.head as Any, response.error as Any,
      session.signers, session,
      stage.handler, stage.handler.settings, stage.handler.client, stage.handler.key,
      stage.handler.token as Any, stage.events.all, stage.store,
    ]
    if let error = response.error {
      printable.append(error.underlying as Any)
      Self.check("\(error) \(String(reflecting: error)) \(error.reason)", "the error")
    }
    Self.check(Written.everything(printable), "descriptions")
    Self.check(lines.all.joined(separator: "\n"), "the log")
    Self.check("\(response)", "the response's description")
    if let request = response.request {
      Self.check(request.curlCommand(), "the curl command")
    }
    await stage.server.stop()
  }

  @Test func errorsOfGrantsHoldNoSecret() async throws {
    var configuration = AuthorizationServer.Configuration()
    configuration.clients = [.init(id: "app", secret: "other")]
    let authorization = AuthorizationServer(configuration)
    let server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
    let url = try server.start()
    var settings = OAuth2Settings(clientID: "app", clientSecret: Planted.client)
    settings.issuer = url
    settings.redirectURIs = ["app://callback"]
    let client = OAuth2Client(settings, transport: CurlTransport())
    let request = try await client.authorizationRequest()
    let redirect = "app://callback?code=\(Planted.code)&state=\(request.state)"
    var errors: [Any] = [client, request]
    func collect(_ work: () async throws -> Void) async {
      do {
        try await work()
        Issue.record("the wrong secret was taken")
      } catch {
        errors.append(error)
      }
    }
    await collect { _ = try await client.password(username: "u", password: Planted.password) }
    await collect { _ = try await client.token(for: request, redirectedTo: redirect) }
    await collect {
      _ = try await client.refresh(
        OAuth2Token(accessToken: Planted.access, refreshToken: Planted.refresh)
      )
    }
    await collect { try await client.revoke(Planted.refresh, hint: nil) }
    await collect { _ = try await client.introspect(Planted.access) }
    await collect { _ = try await client.exchange(TokenExchange(subjectToken: Planted.access)) }
    Self.check(Written.everything(errors), "errors")
    await server.stop()
  }

  /// Through a proxy, with a key in the query, and with one in a field nobody would take for one.
  @Test func nothingOnTheWayOfACallPrintsACredential() async throws {
    let server = LoopbackServer { _ in .json("{}", status: 400) }
    let url = try server.start()
    let path = "\(temporaryFolder())/recording.json"
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .server(
      "http://127.0.0.1:1",
      user: "u",
      password: Planted.password,
      except: ["127.0.0.1"]
    )
    configuration.tls.clientCertificate = .init(
      certificatePath: "/c",
      keyPassword: Planted.password
    )
    let base = CurlTransport(configuration)
    let transport = RecordingTransport(base, path: path)
    let lines = Collected<String>()
    let session = Session(
      server: Server(url),
      transport: transport,
      signers: [
        "field": APIKey(Planted.access, named: "X-Customer"),
        "query": APIKey(Planted.access, in: .query, named: "appid"),
        "cookie": APIKey(Planted.access, in: .cookie, named: "sid"),
        "digest": DigestCredential(username: "u", password: Planted.password),
        "basic": BasicCredential(username: "u", password: Planted.password),
      ],
      monitors: [RequestLogger.Detail.fields, .commands].map { detail in
        RequestLogger(detail, write: { lines.append($0) })
      }
    )
    var endpoint = Endpoint(.post, "/item", id: "item")
    endpoint.security = .any(.all(.scheme("field"), .scheme("query"), .scheme("cookie")))
    endpoint.json(JSONValue.object(["password": .string(Planted.password)]))
    let response = await session.response(for: endpoint)
    #expect(response.status == 400)
    let sent = try #require(server.requests.first)
    #expect(sent.fields["X-Customer"] == Planted.access)
    #expect(sent.queryValue("appid") == Planted.access)
    #expect(sent.fields["Cookie"] == "sid=\(Planted.access)")
    try transport.save()
    let recorded = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(recorded.contains("X-Customer: <redacted>"))
    Self.check(recorded, "the recording")
    Self.check(lines.all.joined(separator: "\n"), "the log")
    let printable: [Any] = [
      response, response.error as Any, response.request as Any, response.head as Any, session,
      session.signers, base, transport.recording,
    ]
    Self.check(Written.everything(printable), "descriptions")
    if let folder = Written.folder {
      try FileManager.default.moveItem(
        atPath: path,
        toPath: "\(folder)/recording-\(UInt64.random(in: 0...UInt64.max)).json"
      )
    }
    await server.stop()
  }

  @Test func nothingButTheFileItselfHoldsTheTokens() async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    let store = FileTokenStore(path: path)
    let key = TokenKey(server: "https://id.example", clientID: "app")
    try await store.save(OAuth2Token(accessToken: Planted.access), for: key)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")),
        as: UTF8.self
      )
      #expect(text.contains(Planted.access) == (name == "tokens.json"))
    }
    try Data("{\"version\":1,\"tokens\":\"\(Planted.access)".utf8)
      .write(to: URL(filePath: path))
    let error = await #expect(throws: (any Error).self) { try await store.token(for: key) }
    Self.check(Written.everything([error as Any, store]), "the error about a damaged file")
    try FileManager.default.removeItem(atPath: folder)
  }
}
