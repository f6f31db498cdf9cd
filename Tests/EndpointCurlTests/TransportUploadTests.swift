import EndpointCurl
import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct TransportUploadTests {
  /// A file with some content that goes away with the test.
  private func withFile<Result>(
    _ content: Data,
    _ body: (String) async throws -> Result
  ) async throws -> Result {
    let path = "/tmp/endpoint-upload-\(UInt64.random(in: 0 ... .max))"
    try content.write(to: URL(filePath: path))
    let result: Result
    do {
      result = try await body(path)
    } catch {
      try FileManager.default.removeItem(atPath: path)
      throw error
    }
    try FileManager.default.removeItem(atPath: path)
    return result
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `sends files, streams and parts`(transport: TransportUnderTest) async throws {
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    let server = LoopbackServer { .text("\($0.bodyLength)") }
    try await transport.run(server) { transport, server in
      try await withFile(content) { path in
        let pieces = Pieces(count: 10, size: 30_000)
        let whole = try await HTTPBody.sequence(pieces).openStream().collected()
        let bodies: [(HTTPBody, Data)] = [
          (.file(path: path), content),
          (.sequence(pieces), whole),
          (.sequence(pieces, length: 300_000), whole),
          (.sequence(Pieces(count: 0, size: 1)), Data()),
          (
            HTTPBody(
              source: .parts([.text("a"), .file(path: path), .sequence(pieces), .text("z")]),
              length: 600_002,
              isReplayable: false
            ),
            Data("a".utf8) + content + whole + Data("z".utf8)
          ),
        ]
        for (body, expected) in bodies {
          let request = try server.request(.put, body: body)
          _ = try await transport.send(request, options: .init())
          #expect(server.requests.last?.body == expected)
        }
      }
    }
  }

  @Test func `sends a stream of unknown length in chunks and one of known length with it`()
    async throws
  {
    try await TransportUnderTest.curl.run(LoopbackServer { _ in .status(204) }) {
      transport,
      server in
      for length in [nil, Int64(200)] {
        let body = HTTPBody.sequence(Pieces(count: 2, size: 100), length: length)
        _ = try await transport.send(server.request(.post, body: body), options: .init())
      }
      #expect(server.requests[0].fields["transfer-encoding"] == "chunked")
      #expect(server.requests[1].fields["content-length"] == "200")
      #expect(server.requests.allSatisfy { !$0.fields.contains("Expect") })
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `a body that fails ends the request with its error`(
    transport: TransportUnderTest
  ) async throws {
    struct Broken: Error {}
    let broken = HTTPBody.stream(BodyStream(next: { throw Broken() }))
    let short = HTTPBody.sequence(Pieces(count: 1, size: 10), length: 20)
    let missing = HTTPBody(
      source: .file(path: "/nonexistent/file"),
      length: 5,
      isReplayable: true
    )
    try await transport.run(LoopbackServer { _ in .status(204) }) { transport, server in
      let first = await failure {
        try await transport.send(server.request(.post, body: broken), options: .init())
      }
      #expect(first?.kind == .requestEncoding)
      #expect(first?.underlying is Broken)
      let second = await failure {
        try await transport.send(server.request(.post, body: short), options: .init())
      }
      #expect(second?.kind == .requestEncoding)
      let third = await failure {
        try await transport.send(server.request(.post, body: missing), options: .init())
      }
      #expect(third?.kind == .file)
    }
  }

  @Test func `a slow server slows the stream that feeds it`() async throws {
    var configuration = LoopbackServer.Configuration()
    configuration.uploadPause = .seconds(3_600)
    let pulled = Cell(0)
    let piece = Data(repeating: 1, count: 1 << 16)
    let body = HTTPBody.stream(
      BodyStream(next: {
        await pulled.update { $0 += 1 }
        return piece
      })
    )
    try await TransportUnderTest.curl.run(LoopbackServer(configuration) { _ in .status(204) }) {
      transport,
      server in
      let request = try server.request(.post, body: body)
      let task = Task { try await transport.send(request, options: .init()) }
      var before = -1
      while await pulled.value != before || before == 0 {
        before = await pulled.value
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(before < 1_000)
      task.cancel()
      let error = await failure { try await task.value }
      #expect(error?.kind == .cancelled)
    }
  }

  @Test func `an answer before the end of the body is the answer`() async throws {
    let server = LoopbackServer()
    server.on(.post, "/", bodyLimit: 1_000, respond: .status(413))
    try await TransportUnderTest.curl.run(server) { transport, server in
      let body = HTTPBody.sequence(Pieces(count: 3, size: 1_000), length: 3_000)
      let response = try await transport.send(server.request(.post, body: body), options: .init())
      #expect(response.head.status == 413)
    }
  }

  @Test func `waits for 100 Continue where told to`() async throws {
    var configuration = CurlTransport.Configuration()
    configuration.expectsContinue = true
    let transport = CurlTransport(configuration)
    let server = LoopbackServer { .text("\($0.bodyLength)") }
    try server.start()
    let body = HTTPBody.data(Data(repeating: 0, count: 2 << 20))
    let response = try await transport.send(server.request(.put, body: body), options: .init())
    #expect(response.text == "\(2 << 20)")
    #expect(server.requests[0].fields["expect"] == "100-continue")
    await transport.shutdown()
    await server.stop()
  }
}
