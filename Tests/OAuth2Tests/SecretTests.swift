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
    static let all = [
      "SECRETclient9d41", "SECRETaccess1c07", "SECRETrefresh5e2b", "SECRETnext77aa",
      "SECRETpassword0f3d", "SECRETcode8b16", "SECRETid2c9e",
    ]
    static let client = all[0]
    static let access = all[1]
    static let refresh = all[2]
    static let next = all[3]
    static let password = all[4]
    static let code = all[5]
    static let identity = all[6]
  }

  /// Everything a program could print about values.
  static func everything(_ values: [Any]) -> String {
    var text = ""
    for value in values {
      text += "\(value)\n" + String(reflecting: value) + "\n"
      dump(value, to: &text)
    }
    return text
  }

  static func check(_ text: String, _ where: String) {
    for secret in Planted.all {
      #expect(!text.contains(secret), "\(secret) is in \(`where`)")
    }
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
      stage.handler, stage.handler.settings, stage.handler.client, stage.handler.key,
      stage.handler.token as Any, stage.events.all, stage.store,
    ]
    if let error = response.error {
      printable.append(error.underlying as Any)
      Self.check("\(error) \(String(reflecting: error)) \(error.reason)", "the error")
    }
    Self.check(Self.everything(printable), "descriptions")
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
    Self.check(Self.everything(errors), "errors")
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
    Self.check(Self.everything([error as Any, store]), "the error about a damaged file")
    try FileManager.default.removeItem(atPath: folder)
  }
}
