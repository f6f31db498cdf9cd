import EndpointCurl
import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct CurlConfigurationTests {
  private func run(
    _ server: LoopbackServer,
    _ change: (inout CurlTransport.Configuration) -> Void,
    _ body: (CurlTransport) async throws -> Void
  ) async throws {
    var configuration = CurlTransport.Configuration()
    change(&configuration)
    let transport = CurlTransport(configuration)
    do {
      try await body(transport)
    } catch {
      await transport.shutdown()
      await server.stop()
      throw error
    }
    await transport.shutdown()
    await server.stop()
  }

  private func get(_ transport: CurlTransport, _ url: String) async throws -> TransportResponse {
    let url = try #require(HTTPURL(url))
    return try await transport.send(HTTPRequest(.get, url), options: .init())
  }

  private let echo: LoopbackServer.Handler = {
    .text("\($0.method) \($0.target) \($0.fields["Host"] ?? "")")
  }

  @Test func `connects to a socket of the file system`() async throws {
    var configuration = LoopbackServer.Configuration()
    let path = "/tmp/endpoint-\(UInt64.random(in: 0 ... .max)).sock"
    configuration.socketPath = path
    let server = LoopbackServer(configuration, handler: echo)
    try server.start()
    try await run(server) {
      $0.unixSocket = path
    } _: { transport in
      let text = try await get(transport, "http://docker/info").text
      #expect(text == "GET /info docker")
    }
  }

  @Test func `uses the address given for a host name`() async throws {
    let server = LoopbackServer(handler: echo)
    try server.start()
    try await run(server) {
      $0.hostOverrides = [
        .init(host: "api.invalid", port: server.port, addresses: ["127.0.0.1"])
      ]
      $0.addressFamily = .ipv4
    } _: { transport in
      let response = try await get(transport, "http://api.invalid:\(server.port)/a")
      #expect(response.text == "GET /a api.invalid:\(server.port)")
      #expect(response.metrics.remoteAddress == "127.0.0.1")
    }
  }

  @Test func `asks a proxy for the whole URL, with credentials of its own`() async throws {
    let proxy = LoopbackServer { request in
      .text("\(request.target) \(request.fields["Proxy-Authorization"] ?? "")")
    }
    try proxy.start()
    let direct = LoopbackServer(handler: echo)
    try direct.start()
    try await run(proxy) {
      $0.proxy = .server(proxy.url, user: "u", password: "p", except: ["127.0.0.1"])
    } _: { transport in
      let text = try await get(transport, "http://api.invalid/a%20b?c=%2F").text
      #expect(text == "http://api.invalid/a%20b?c=%2F Basic dTpw")
      let other = try await get(transport, "http://api.invalid/x").text
      #expect(other == "http://api.invalid/x Basic dTpw")
      let unproxied = try await get(transport, "\(direct.url)/d").text
      #expect(unproxied.hasPrefix("GET /d "))
    }
    await direct.stop()
  }

  @Test func `names a proxy that refuses a tunnel`() async throws {
    let proxy = LoopbackServer { _ in .status(407) }
    try proxy.start()
    try await run(proxy) {
      $0.proxy = .server(proxy.url)
    } _: { transport in
      let error = await failure { try await get(transport, "https://api.invalid/") }
      #expect(error?.kind == .network)
      #expect(proxy.requests.first?.method.rawValue == "CONNECT")
    }
  }

  @Test func `keeps to the connection limit and to the request's order of fields`() async throws {
    let server = LoopbackServer { _ in .text("x").delayed(.milliseconds(2)) }
    try server.start()
    try await run(server) {
      $0.maximumConnections = 3
    } _: { transport in
      await withTaskGroup { group in
        for _ in 0..<30 {
          group.addTask {
            let error = await failure { try await get(transport, server.url) }
            #expect(error == nil)
          }
        }
      }
      #expect(server.acceptedConnections <= 3)
      let request = try server.request(fields: ["B": "1", "A": "", "C": "x;y", "b": "2"])
      _ = try await transport.send(request, options: .init())
      let fields = try #require(server.requests.last?.fields)
      #expect(
        fields.filter { $0.name.count == 1 }.map(\.description) == [
          "B: 1", "A: ", "C: x;y", "b: 2",
        ]
      )
    }
  }

  @Test func `limits the speed of a download`() async throws {
    let server = LoopbackServer { _ in .data(Data(repeating: 0, count: 5_000_000)) }
    try server.start()
    try await run(server) {
      $0.maximumReceiveSpeed = 500_000
    } _: { transport in
      let request = try server.request()
      let options = TransportOptions.with { $0.timeout = .milliseconds(500) }
      let error = await failure { try await transport.send(request, options: options) }
      #expect(error?.kind == .timeout)
    }
  }

  @Test func `gives up on a connection that is not made in time`() async throws {
    let server = LoopbackServer(handler: echo)
    try server.start()
    try await run(server) {
      $0.connectTimeout = .milliseconds(200)
    } _: { transport in
      // A documentation address (RFC 5737) that nobody answers, or that is refused at once.
      let error = await failure { try await get(transport, "http://192.0.2.1:9/") }
      #expect(error?.kind == .timeout || error?.networkCondition == .connect)
    }
  }
}
