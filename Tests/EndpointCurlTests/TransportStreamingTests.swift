import EndpointCurl
import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct TransportStreamingTests {
  @Test(arguments: TransportUnderTest.allCases)
  func `gives the head before the body has come`(transport: TransportUnderTest) async throws {
    let gate = Gate()
    let server = LoopbackServer { _ in
      ServerResponse(
        fields: ["X-A": "1"],
        steps: [
          .generate {
            await gate.wait()
            return await gate.next()
          }
        ]
      )
    }
    try await transport.run(server) { transport, server in
      let stream = try await transport.open(server.request(), options: .init())
      #expect(stream.head.status == 200)
      #expect(stream.head.fields["x-a"] == "1")
      await gate.release(["one", "two"])
      #expect(try await stream.body.collected() == Data("onetwo".utf8))
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `keeps every byte however it is cut`(transport: TransportUnderTest) async throws {
    let text = #"data: {"t":"€"}\#n\#n"#
    let server = LoopbackServer { _ in
      .chunks(
        text.utf8.map { Data([$0]) },
        pause: .milliseconds(1),
        contentType: "text/event-stream"
      )
    }
    try await transport.run(server) { transport, server in
      let stream = try await transport.open(server.request(), options: .init())
      #expect(try await stream.body.collected() == Data(text.utf8))
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `decodes a compressed stream`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      ServerResponse.chunks(GzipSample.compressed.map { Data([$0]) })
        .field("Content-Encoding", "gzip")
    }
    try await transport.run(server) { transport, server in
      let stream = try await transport.open(server.request(), options: .init())
      #expect(try await stream.body.collected() == GzipSample.plain)
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `refuses a streamed body over the limit`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      ServerResponse(steps: [.sendRepeatedly(Data(repeating: 1, count: 10_000), count: 100)])
    }
    try await transport.run(server) { transport, server in
      let options = TransportOptions.with { $0.maximumBodySize = 500_000 }
      let stream = try await transport.open(server.request(), options: options)
      let error = await failure { try await stream.body.collected() }
      #expect(error?.kind == .bodyTooLarge)
    }
  }

  @Test func `makes the server wait for a consumer that pauses`() async throws {
    let piece = Data(repeating: 1, count: 1 << 16)
    let sent = Cell(0)
    let server = LoopbackServer { _ in
      ServerResponse(steps: [
        .generate {
          guard await sent.value < 2_000 else { return nil }
          await sent.update { $0 += 1 }
          return piece
        }
      ])
    }
    try await TransportUnderTest.curl.run(server) { transport, server in
      let stream = try await transport.open(server.request(), options: .init())
      var iterator = stream.body.makeAsyncIterator()
      _ = try await iterator.next()
      // 125 MB are on offer. Buffers of the system, libcurl and the transport fill up and then
      // nothing moves: the count stands still.
      var before = -1
      while await sent.value != before {
        before = await sent.value
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(before < 1_000)
      var total = 0
      while let chunk = try await iterator.next() {
        total += chunk.count
        // The buffer's limit, and what one more read brought before the pause took hold.
        #expect(chunk.count <= (1 << 20) + (1 << 18))
      }
      #expect(total > 1_000 * piece.count)
      #expect(stream.metrics().bytesReceived == Int64(2_000 * piece.count))
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `ends the exchange when the consumer leaves`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      ServerResponse(framing: .chunked, steps: [.send(Data("x".utf8)), .hang])
    }
    try await transport.run(server) { transport, server in
      do {
        let stream = try await transport.open(server.request(), options: .init())
        var iterator = stream.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("x".utf8))
      }
      do { _ = try await transport.open(server.request(), options: .init()) }
      // The server sees both clients go.
      while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test(arguments: TransportUnderTest.allCases)
  func `a cancelled read fails as cancelled`(transport: TransportUnderTest) async throws {
    let server = LoopbackServer { _ in
      ServerResponse(framing: .chunked, steps: [.send(Data("x".utf8)), .hang])
    }
    try await transport.run(server) { transport, server in
      let request = try server.request()
      let begun = Gate()
      let task = Task {
        let stream = try await transport.open(request, options: .init())
        for try await _ in stream.body { await begun.release([]) }
      }
      await begun.wait()
      task.cancel()
      let error = await failure { try await task.value }
      #expect(error?.kind == .cancelled)
    }
  }
}

/// Holds tasks until it is opened, then hands out texts.
actor Gate {
  private var open = false
  private var texts: [String] = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if open { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func release(_ texts: [String]) {
    open = true
    self.texts += texts
    waiters.forEach { $0.resume() }
    waiters = []
  }

  func next() -> Data? { texts.isEmpty ? nil : Data(texts.removeFirst().utf8) }
}
