import EndpointKit
import Testing

@testable import EndpointTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct LoopbackServerTests {
  /// Starts a server, runs a body on a thread that may block, stops the server.
  private func withServer<Result: Sendable>(
    _ server: LoopbackServer = LoopbackServer(),
    _ body: @escaping @Sendable (RawClient) -> Result
  ) async throws -> Result {
    try server.start()
    let port = server.port
    let result = await onThread { body(RawClient(port: port)) }
    await server.stop()
    #expect(server.openConnections == 0)
    return result
  }

  @Test func `answers several requests on one connection and records them`() async throws {
    let server = LoopbackServer { request in .text("\(request.method) \(request.text)") }
    let texts = try await withServer(server) { client in
      client.send("POST /a?x=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello")
      let first = client.read(until: "hello").text
      client.send(
        "PUT /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nDigest: x\r\n\r\n"
      )
      return [first, client.read(until: "abcdefg").text]
    }
    #expect(texts[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(texts[0].hasSuffix("\r\n\r\nPOST hello"))
    #expect(texts[1].hasSuffix("PUT abcdefg"))
    let requests = server.requests
    #expect(requests.map(\.target) == ["/a?x=1", "/b"])
    #expect(requests.map(\.connection) == [0, 0])
    #expect(requests[0].path == "/a")
    #expect(requests[0].queryValue("x") == "1")
    #expect(requests[0].fields["host"] == "h")
    #expect(requests[1].trailers["digest"] == "x")
  }

  @Test func `says 100 Continue before it reads the body`() async throws {
    let server = LoopbackServer { .text($0.text) }
    let text = try await withServer(server) { client in
      client.send("POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      let interim = client.read(until: "\r\n\r\n").text
      client.send("ok")
      return interim + client.read(until: "ok").text
    }
    #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test func `answers HEAD with the length and without the body`() async throws {
    let server = LoopbackServer { _ in .text("12345") }
    let text = try await withServer(server) { client in
      client.send("HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n")
      return client.read().text
    }
    #expect(text.contains("Content-Length: 5\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func `rules choose by method, pattern and count`() async throws {
    let server = LoopbackServer { _ in .text("other") }
    server.on(.get, "/users/{id}", nth: 2, respond: .text("second"))
    server.on(.get, "/users/*", respond: .text("user"))
    server.on(nil, "/files/**", respond: [.text("one"), .text("two")])
    server.on(.post, "/echo") { .text($0.formValue("a b") ?? "none") }
    let exchanges = [
      ("GET /users/7", "user"), ("GET /users/8?q", "second"), ("GET /users/9", "user"),
      ("GET /users/9/x", "other"), ("DELETE /files/a/b", "one"), ("GET /files/", "two"),
      ("GET /files/c", "two"),
    ]
    let answers = try await withServer(server) { client in
      for (target, answer) in exchanges {
        client.send("\(target) HTTP/1.1\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n\(answer)").end == .open)
      }
      client.send("POST /echo HTTP/1.1\r\nContent-Length: 9\r\nConnection: close\r\n\r\na+b=%2Fc&")
      return client.read().text
    }
    #expect(answers.hasSuffix("/c"))
  }

  @Test(arguments: [
    (ServerResponse.closed, "", RawClient.End.closed),
    (.reset, "", .reset),
    (.truncated(Data("12345678".utf8), after: 3), "123", .closed),
    (.reset(Data("12345678".utf8), after: 0), "", .reset),
    (.wrongLength(Data("123".utf8), declared: 9), "123", .closed),
    (
      .data(Data("abcdef".utf8)).chunked(size: 4).closing(), "4\r\nabcd\r\n2\r\nef\r\n0\r\n\r\n",
      .closed
    ),
    (.slow(Data("abc".utf8), pieceSize: 1, pause: .milliseconds(1)).closing(), "abc", .closed),
    (.halfClosed, "", .closed),
  ])
  func `breaks the connection as the steps say`(
    response: ServerResponse,
    body: String,
    end: RawClient.End
  ) async throws {
    let server = LoopbackServer { _ in response }
    let (text, seen) = try await withServer(server) { client in
      client.send("GET / HTTP/1.1\r\n\r\n")
      return client.read()
    }
    #expect(text.text(after: "\r\n\r\n") == body)
    #expect(seen == end)
  }

  @Test func `a rule can answer before the body has been read`() async throws {
    let server = LoopbackServer()
    server.on(.post, "/", bodyLimit: 0, respond: .status(413))
    let text = try await withServer(server) { client in
      client.send("POST / HTTP/1.1\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
      return client.read().text
    }
    #expect(text.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    #expect(text.contains("Connection: close\r\n"))
  }

  @Test func `waiting for requests ends when they have come`() async throws {
    let server = LoopbackServer { _ in .never }
    try server.start()
    let port = server.port
    let clients = await onThread {
      (0..<20).map { number in
        let client = RawClient(port: port)
        client.send("GET /\(number) HTTP/1.1\r\n\r\n")
        return Unchecked(client)
      }
    }
    let requests = await server.requests(count: 20)
    #expect(Set(requests.map(\.target)) == Set((0..<20).map { "/\($0)" }))
    #expect(server.openConnections == 20)
    await server.stop()
    #expect(server.openConnections == 0)
    withExtendedLifetime(clients) {}
  }

  @Test func `stopping cancels handlers that wait`() async throws {
    let server = LoopbackServer { _ in
      try? await Task.sleep(for: .seconds(3600))
      return .status(200)
    }
    try server.start()
    let port = server.port
    let client = await onThread {
      let client = RawClient(port: port)
      client.send("GET / HTTP/1.1\r\n\r\n")
      return Unchecked(client)
    }
    await server.requests(count: 1)
    await server.stop()
    withExtendedLifetime(client) {}
  }
}

/// Runs work that blocks on a thread of its own: the pool's threads are the handlers'.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let started = startThread { continuation.resume(returning: work()) }
    precondition(started, "the system must have a thread left")
  }
}

/// Carries a client between tasks that use it one after the other.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension String {
  /// What follows the first occurrence of a text; all of it where it does not occur.
  func text(after separator: String) -> String {
    guard let range = utf8.firstRange(of: Array(separator.utf8)) else { return self }
    return String(self[range.upperBound...])
  }
}
