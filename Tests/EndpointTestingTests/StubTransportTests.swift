import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StubTransportTests {
  private let url: HTTPURL

  init() throws { url = try #require(HTTPURL("https://example.test/a?b=c")) }

  @Test func `answers by closure and records the request with its body`() async throws {
    let transport = StubTransport { .text("\($0.index) \($0.request.method)", status: 201) }
    let request = HTTPRequest(.post, url, body: .text("hello"))
    let response = try await transport.send(request, options: .init())
    #expect(response.head.status == 201)
    #expect(response.head.url == url)
    #expect(response.head.fields["content-type"] == "text/plain; charset=utf-8")
    #expect(response.body == Data("0 POST".utf8))
    #expect(transport.exchanges.map(\.body) == [Data("hello".utf8)])
  }

  @Test func `gives a sequence of answers and repeats the last`() async throws {
    let transport = StubTransport.sequence([.status(503), .json("{}")])
    var statuses: [Int] = []
    for _ in 0..<3 {
      statuses.append(
        try await transport.send(HTTPRequest(.get, url), options: .init()).head.status
      )
    }
    #expect(statuses == [503, 200, 200])
  }

  @Test func `streams chunk by chunk and then fails`() async throws {
    let chunks = [Data("a".utf8), Data("b".utf8)]
    let failure = ClientError(.network, "the connection broke")
    let transport = StubTransport.response(.chunks(chunks, failure: failure))
    let stream = try await transport.open(HTTPRequest(.get, url), options: .init())
    var seen: [Data] = []
    do {
      for try await chunk in stream.body { seen.append(chunk) }
      Issue.record("the stream ended without its failure")
    } catch let error as ClientError {
      #expect(error.kind == .network)
    }
    #expect(seen == chunks)
    #expect(stream.metrics().bytesReceived == 2)
  }

  @Test func `never answering ends with the timeout or the cancellation`() async throws {
    var options = TransportOptions()
    options.timeout = .milliseconds(10)
    let request = HTTPRequest(.get, url)
    let late = await failure { try await StubTransport.never.send(request, options: options) }
    #expect(late?.kind == .timeout)
    let task = Task { try await StubTransport.never.send(request, options: .init()) }
    task.cancel()
    let cancelled = await failure { try await task.value }
    #expect(cancelled?.kind == .cancelled)
  }

  @Test func `refuses a body over the limit and requests after the shutdown`() async throws {
    var options = TransportOptions()
    options.maximumBodySize = 3
    let transport = StubTransport.json("1234")
    let request = HTTPRequest(.get, url)
    let large = await failure { try await transport.send(request, options: options) }
    #expect(large?.kind == .bodyTooLarge)
    await transport.shutdown()
    let late = await failure { try await transport.send(request, options: .init()) }
    #expect(late?.kind == .cancelled)
  }
}

/// What some work fails with, where that is one of ours.
private func failure<Value>(_ work: () async throws -> Value) async -> ClientError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? ClientError
  }
}
