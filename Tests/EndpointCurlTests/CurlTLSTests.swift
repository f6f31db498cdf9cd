import EndpointCurl
import EndpointKit
import Foundation
import Testing

/// TLS against a server that nobody here wrote.
@Suite(.enabled(if: TLSServers.areAvailable))
struct CurlTLSTests {
  /// What the server says about the connection.
  struct Answer: Decodable, Equatable {
    var version: String
    var peer: String?
    var received: Int
  }

  private let servers: TLSServers

  init() throws { servers = try TLSServers.shared.get() }

  private func send(
    to name: String,
    host: String = "localhost",
    body: HTTPBody? = nil,
    _ change: (inout CurlTransport.TLS) throws -> Void
  ) async throws -> Answer {
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .none
    configuration.tls.authorities = .file(path: servers.path("authority.pem"))
    try change(&configuration.tls)
    let transport = CurlTransport(configuration)
    let request = HTTPRequest(
      body == nil ? .get : .post,
      try servers.url(name, host: host),
      body: body
    )
    let result = await outcome { try await transport.send(request, options: .init()) }
    await transport.shutdown()
    let response = try result.get()
    #expect(response.metrics.tls != nil)
    return try JSONDecoder().decode(Answer.self, from: response.body)
  }

  private func outcome<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  @Test(arguments: ["localhost", "127.0.0.1"], [true, false])
  func `a server of the authority given is trusted`(host: String, isFile: Bool) async throws {
    let body = String(repeating: "a", count: 200_000)
    let answer = try await send(to: "good", host: host, body: .text(body)) { tls in
      guard !isFile else { return }
      let path = servers.path("authority.pem")
      tls.authorities = .data(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(answer == Answer(version: "TLSv1.3", peer: nil, received: 200_000))
  }

  /// Each is a `.tls` error that says what is wrong.
  @Test(
    arguments: [
      ("misnamed", "is not trusted"), ("expired", "expired"), ("selfsigned", "is not trusted"),
      ("unknown", "is not trusted"), ("plain", "no secure connection"),
      ("silent", "no secure connection"), ("tls11", "no secure connection"),
    ]
  )
  func `a server that is not who it should be is refused`(
    name: String,
    words: String
  ) async throws {
    let error = await failure { try await send(to: name) { _ in } }
    #expect(error?.kind == .tls)
    #expect(error?.reason.contains(words) == true, "\(String(describing: error))")
    #expect(error?.transportCode != nil)
  }

  @Test func `the system's authorities do not know a private one`() async throws {
    let error = await failure { try await send(to: "good") { $0.authorities = .system } }
    #expect(error?.kind == .tls)
    #expect(error?.reason.contains("localhost is not trusted") == true)
  }

  @Test func `authorities that cannot be read are an error of their own`() async throws {
    let missing = await failure {
      try await send(to: "good") { $0.authorities = .file(path: "/nowhere.pem") }
    }
    #expect(missing?.kind == .tls)
    #expect(missing?.reason.contains("authorities cannot be read") == true)
    let garbage = await failure {
      try await send(to: "good") { $0.authorities = .data(Data("garbage".utf8)) }
    }
    #expect(garbage?.kind == .tls)
  }

  @Test func `the server must have a pinned key`() async throws {
    let good = try servers.text("good.pin")
    let other = try servers.text("misnamed.pin")
    for keys in [[good], [other, good]] {
      _ = try await send(to: "good") { $0.pinnedKeys = keys }
    }
    let error = await failure { try await send(to: "good") { $0.pinnedKeys = [other] } }
    #expect(error?.kind == .tls)
    #expect(error?.reason.contains("pinned") == true)
    // A pin takes nothing away from what else is checked.
    let misnamed = await failure { try await send(to: "misnamed") { $0.pinnedKeys = [other] } }
    #expect(misnamed?.kind == .tls)
  }

  @Test func `older versions are refused`() async throws {
    #expect(try await send(to: "tls12") { _ in }.version == "TLSv1.2")
    #expect(try await send(to: "good") { $0.minimumVersion = .tls13 }.version == "TLSv1.3")
    let error = await failure { try await send(to: "tls12") { $0.minimumVersion = .tls13 } }
    #expect(error?.kind == .tls)
  }

  @Test(arguments: ["client12", "client13"])
  func `the client shows its certificate`(name: String) async throws {
    typealias Certificate = CurlTransport.TLS.ClientCertificate
    let certificates = [
      Certificate(certificatePath: servers.path("client-both.pem")),
      Certificate(
        certificatePath: servers.path("client.pem"),
        keyPath: servers.path("client-key.pem")
      ),
      Certificate(
        certificatePath: servers.path("client.pem"),
        keyPath: servers.path("client-encrypted-key.pem"),
        keyPassword: "secret"
      ),
    ]
    for certificate in certificates {
      let answer = try await send(to: name) { $0.clientCertificate = certificate }
      #expect(answer.peer == "client")
    }
  }

  @Test(arguments: ["client12", "client13"])
  func `a server that wants another certificate, or one at all, is told apart`(
    name: String
  ) async throws {
    typealias Certificate = CurlTransport.TLS.ClientCertificate
    let without = await failure { try await send(to: name) { _ in } }
    #expect(without?.kind == .tls, "\(String(describing: without))")
    let impostor = Certificate(
      certificatePath: servers.path("impostor.pem"),
      keyPath: servers.path("impostor-key.pem")
    )
    let refused = await failure { try await send(to: name) { $0.clientCertificate = impostor } }
    #expect(refused?.kind == .tls, "\(String(describing: refused))")
    let mixed = Certificate(
      certificatePath: servers.path("client.pem"),
      keyPath: servers.path("impostor-key.pem")
    )
    let unusable = await failure { try await send(to: name) { $0.clientCertificate = mixed } }
    #expect(unusable?.kind == .tls)
    for error in [without, refused, unusable] {
      #expect(error?.reason.contains("client certificate") == true, "\(String(describing: error))")
    }
  }

  @Test func `an encrypted key needs its password`() async throws {
    let error = await failure {
      try await send(to: "client13") {
        $0.clientCertificate = .init(
          certificatePath: servers.path("client.pem"),
          keyPath: servers.path("client-encrypted-key.pem"),
          keyPassword: "wrong"
        )
      }
    }
    #expect(error?.kind == .tls)
    #expect(error.map { "\($0)" }?.contains("wrong") == false)
  }

  @Test func `sessions tell the same, and do not try again`() async throws {
    let transport = CurlTransport.curl {
      $0.proxy = .none
      $0.tls.authorities = .file(path: servers.path("authority.pem"))
    }
    var configuration = Session.Configuration()
    configuration.retry = RetryPolicy(limit: 3)
    let server = Server("\(try servers.url("expired").origin)")
    let session = Session(server: server, transport: transport, configuration: configuration)
    let response = await session.response(for: Endpoint(.get, "/"), as: .json)
    #expect(response.error?.kind == .tls)
    #expect(response.history.count == 1)
    await transport.shutdown()
  }
}

/// HTTP/2 against a server that nobody here wrote.
@Suite(.enabled(if: TLSServers.areAvailable && TLSServers.pythonWithHTTP2 != nil))
struct CurlHTTP2Tests {
  struct Answer: Decodable {
    var path: String
    var received: Int
    var connection: Int
  }

  private let servers: TLSServers

  init() throws { servers = try TLSServers.shared.get() }

  private func run(_ body: (CurlTransport) async throws -> Void) async throws {
    let transport = CurlTransport.curl {
      $0.proxy = .none
      $0.tls.authorities = .file(path: servers.path("authority.pem"))
    }
    do {
      try await body(transport)
    } catch {
      await transport.shutdown()
      throw error
    }
    await transport.shutdown()
  }

  @Test func `requests at a time share one connection`() async throws {
    try await run { transport in
      // Each is answered when all have come.
      let url = try servers.url("http2", "/a?wait=30")
      let answers = try await withThrowingTaskGroup(of: TransportResponse.self) { group in
        for _ in 0..<30 {
          group.addTask { try await transport.send(HTTPRequest(.get, url), options: .init()) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.head.version == .http2 && $0.head.status == 200 })
      let numbers = try answers.map { try JSONDecoder().decode(Answer.self, from: $0.body) }
      #expect(Set(numbers.map(\.connection)).count == 1)
    }
  }

  @Test func `bodies larger than any window go both ways`() async throws {
    try await run { transport in
      let body = HTTPBody.sequence(Pieces(count: 40, size: 50_000), length: 2_000_000)
      let up = HTTPRequest(.post, try servers.url("http2", "/up"), body: body)
      let response = try await transport.send(up, options: .init())
      let answer = try JSONDecoder().decode(Answer.self, from: response.body)
      #expect(answer.received == 2_000_000)
      let down = HTTPRequest(.get, try servers.url("http2", "/down?size=3000000"))
      let stream = try await transport.open(down, options: .init())
      #expect(stream.head.version == .http2)
      #expect(try await stream.body.collected().count == 3_000_000)
    }
  }

  @Test(arguments: ["/x?reset=1", "/x?goaway=1"])
  func `streams and connections that end are told, and replaced`(target: String) async throws {
    try await run { transport in
      let request = HTTPRequest(.get, try servers.url("http2", target))
      let error = await failure { try await transport.send(request, options: .init()) }
      #expect(error?.kind == .network, "\(String(describing: error))")
      let good = HTTPRequest(.get, try servers.url("http2"))
      #expect(try await transport.send(good, options: .init()).head.status == 200)
    }
  }

  @Test func `cancelling one leaves the others of its connection alone`() async throws {
    try await run { transport in
      let never = HTTPRequest(.get, try servers.url("http2", "/never?wait=1000"))
      _ = try await transport.send(
        HTTPRequest(.get, try servers.url("http2")),
        options: .init()
      )
      let tasks = (0..<10).map { _ in
        Task { await failure { try await transport.send(never, options: .init()) }?.kind }
      }
      for _ in 0..<50 { await Task.yield() }
      let other = Task {
        let good = HTTPRequest(.get, try servers.url("http2", "/good"))
        for _ in 0..<50 { _ = try await transport.send(good, options: .init()) }
      }
      for task in tasks { task.cancel() }
      for task in tasks {
        let kind = await task.value
        #expect(kind == .cancelled)
      }
      try await other.value
    }
  }
}
