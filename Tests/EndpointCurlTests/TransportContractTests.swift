import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct TransportContractTests {
  /// Answers with what was received.
  private func echo() -> LoopbackServer {
    LoopbackServer { request in
      .text("\(request.method) \(request.target) \(request.text)", status: 201)
    }
  }

  @Test(arguments: TransportUnderTest.allCases, [HTTPMethod.get, .delete, .options, .query])
  func `sends a request without a body`(
    transport: TransportUnderTest,
    method: HTTPMethod
  ) async throws {
    try await transport.run(echo()) { transport, server in
      let request = try server.request(method, "/a/%2F/b?c=d%20e&f", fields: ["X-One": "1"])
      let response = try await transport.send(request, options: .init())
      #expect(response.head.status == 201)
      #expect(response.text == "\(method) /a/%2F/b?c=d%20e&f ")
      #expect(response.head.fields["content-type"] == "text/plain; charset=utf-8")
      #expect(response.head.url == request.url)
      #expect(response.metrics.bytesReceived == Int64(response.body.count))
      #expect(server.requests[0].fields["x-one"] == "1")
      #expect(server.requests[0].fields["content-type"] == nil)
    }
  }

  @Test(arguments: TransportUnderTest.allCases, [HTTPMethod.post, .put, .patch, .delete])
  func `sends a body of bytes`(transport: TransportUnderTest, method: HTTPMethod) async throws {
    try await transport.run(echo()) { transport, server in
      for size in [1, 20, 5_000, 200_000] {
        let body = String(repeating: "x", count: size)
        let request = try server.request(
          method,
          "/b",
          fields: ["Content-Type": "text/plain"],
          body: .text(body)
        )
        let response = try await transport.send(request, options: .init())
        #expect(response.text == "\(method) /b \(body)")
        #expect(server.requests.last?.fields["content-length"] == "\(size)")
        #expect(server.requests.last?.fields.values("content-type") == ["text/plain"])
      }
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `sends an empty body with a length`(transport: TransportUnderTest) async throws {
    try await transport.run(echo()) { transport, server in
      let request = try server.request(.post, "/e", body: .data(Data()))
      #expect(try await transport.send(request, options: .init()).text == "POST /e ")
      #expect(server.requests[0].fields["content-length"] == "0")
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `gives the head of a HEAD request and no body`(transport: TransportUnderTest) async throws {
    try await transport.run(echo()) { transport, server in
      let response = try await transport.send(server.request(.head, "/h"), options: .init())
      #expect(response.head.status == 201)
      #expect(response.head.fields["content-length"] == "8")
      #expect(response.body.isEmpty)
    }
  }

  @Test(arguments: TransportUnderTest.allCases, [204, 205, 304, 400, 404, 500, 503])
  func `passes every status on`(transport: TransportUnderTest, status: Int) async throws {
    try await transport.run(LoopbackServer { _ in .status(status) }) { transport, server in
      let response = try await transport.send(server.request(), options: .init())
      #expect(response.head.status == status)
      #expect(response.body.isEmpty)
    }
  }

  @Test(arguments: TransportUnderTest.allCases, [301, 302, 303, 307, 308])
  func `follows no redirect`(transport: TransportUnderTest, status: Int) async throws {
    let server = LoopbackServer()
    server.on(nil, "/from", respond: .redirect(to: "/to", status: status))
    try await transport.run(server) { transport, server in
      let response = try await transport.send(server.request(.get, "/from"), options: .init())
      #expect(response.head.status == status)
      #expect(response.head.fields["location"] == "/to")
      #expect(server.requestCount == 1)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `keeps no cookies and answers no challenge`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      .status(401, fields: ["Set-Cookie": "a=b", "WWW-Authenticate": #"Basic realm="r""#])
    }
    try await transport.run(server) { transport, server in
      for _ in 0..<2 {
        let response = try await transport.send(server.request(), options: .init())
        #expect(response.head.status == 401)
      }
      #expect(server.requests.allSatisfy { !$0.fields.contains("Cookie") })
      #expect(server.requests.allSatisfy { !$0.fields.contains("Authorization") })
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `reads chunked and interim responses`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      var response = ServerResponse.text("a long enough text").chunked(size: 4)
      response.informational = [103]
      return response
    }
    try await transport.run(server) { transport, server in
      let response = try await transport.send(server.request(), options: .init())
      #expect(response.head.status == 200)
      #expect(response.text == "a long enough text")
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `decodes a compressed response on demand`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      ServerResponse.data(GzipSample.compressed, contentType: "application/json")
        .field("Content-Encoding", "gzip")
    }
    try await transport.run(server) { transport, server in
      let response = try await transport.send(server.request(), options: .init())
      #expect(response.body == GzipSample.plain)
      #expect(server.requests[0].fields["accept-encoding"]?.contains("gzip") == true)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `uses connections again`(transport: TransportUnderTest) async throws {
    try await transport.run(echo()) { transport, server in
      for _ in 0..<5 { _ = try await transport.send(server.request(), options: .init()) }
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `refuses a body over the limit`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in .data(Data(repeating: 1, count: 100_000)) }
    try await transport.run(server) { transport, server in
      let options = TransportOptions.with { $0.maximumBodySize = 99_999 }
      let error = await failure { try await transport.send(server.request(), options: options) }
      #expect(error?.kind == .bodyTooLarge)
      let enough = TransportOptions.with { $0.maximumBodySize = 100_000 }
      let response = try await transport.send(server.request(), options: enough)
      #expect(response.body.count == 100_000)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `refuses what cannot be sent`(transport: TransportUnderTest) async throws {
    try await transport.run(echo()) { transport, server in
      let malformed = try server.request(fields: ["X": "a\r\nInjected: b"])
      let headWithBody = try server.request(.head, body: .text("x"))
      for request in [malformed, headWithBody] {
        let error = await failure { try await transport.send(request, options: .init()) }
        #expect(error?.kind == .requestEncoding)
      }
      #expect(server.requestCount == 0)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `reports progress in both directions`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in .data(Data(repeating: 1, count: 300_000)) }
    try await transport.run(server) { transport, server in
      let (sent, received) = (Recorder(), Recorder())
      let options = TransportOptions.with { options in
        options.uploadProgress = { count, total in sent.add(count, total) }
        options.downloadProgress = { count, total in received.add(count, total) }
      }
      let body = HTTPBody.data(Data(repeating: 2, count: 200_000))
      _ = try await transport.send(server.request(.post, body: body), options: options)
      #expect(sent.isRising && sent.last == 200_000 && sent.total == 200_000)
      #expect(received.isRising && received.last == 300_000 && received.total == 300_000)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `fails requests in flight when it is shut down, and later ones`(
    transport: TransportUnderTest
  ) async throws {
    try await transport.run(LoopbackServer { _ in .never }) { transport, server in
      let request = try server.request()
      let pending = Task { try await transport.send(request, options: .init()) }
      await server.requests(count: 1)
      await transport.shutdown()
      let error = await failure { try await pending.value }
      #expect(error?.kind == .cancelled)
      let late = await failure { try await transport.send(request, options: .init()) }
      #expect(late?.kind == .cancelled)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `cancels one group and leaves another`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer()
    server.on(.get, "/never", respond: .never)
    server.on(.get, "/slow", respond: .text("done").delayed(.milliseconds(100)))
    try await transport.run(server) { transport, server in
      let (one, other) = (TransferGroup(), TransferGroup())
      let (never, slow) = (try server.request(.get, "/never"), try server.request(.get, "/slow"))
      let cancelled = Task { try await transport.send(never, options: .with { $0.group = one }) }
      let kept = Task { try await transport.send(slow, options: .with { $0.group = other }) }
      await server.requests(count: 2)
      transport.cancel(one)
      let error = await failure { try await cancelled.value }
      #expect(error?.kind == .cancelled)
      #expect(try await kept.value.text == "done")
    }
  }
}

/// Records progress calls.
final class Recorder: @unchecked Sendable {
  // Progress of one exchange is reported by one thread at a time, and read after its end.
  private var counts: [Int64] = []
  private(set) var total: Int64?

  func add(_ count: Int64, _ total: Int64?) {
    counts.append(count)
    self.total = total
  }

  var last: Int64? { counts.last }
  var isRising: Bool { zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 } }
}

/// A small text and the same compressed with gzip.
enum GzipSample {
  static let plain = Data(#"{"t":"€"}"#.utf8)
  static let compressed = Data([
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56,
    0x2a, 0x51, 0xb2, 0x52, 0x7a, 0xd4, 0xb4, 0x46, 0xa9, 0x16, 0x00, 0xcf,
    0x1b, 0x67, 0xe1, 0x0b, 0x00, 0x00, 0x00,
  ])
}
