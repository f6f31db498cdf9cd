import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct RecordingTests {
  private let path = "/tmp/endpoint-recording-\(UInt64.random(in: 0 ... .max)).json"

  private func request(
    _ method: HTTPMethod,
    _ target: String,
    fields: HTTPFields = [:],
    body: HTTPBody? = nil
  ) throws -> HTTPRequest {
    let url = try #require(HTTPURL("https://api.example.test\(target)"))
    return HTTPRequest(method, url, fields: fields, body: body)
  }

  /// Answers like a small API with a token endpoint.
  private let live = StubTransport { exchange in
    switch exchange.request.url.path {
    case "/token":
      .json(#"{"access_token":"s3cret-answer","scope":"repo","nested":[{"password":"s3cret"}]}"#)
    case "/image": StubResponse(fields: ["Content-Type": "image/png"], body: Data([0xFF, 0xD8]))
    default: .text("answer \(exchange.index)", fields: ["Set-Cookie": "s3cret", "X-Kept": "1"])
    }
  }

  private func exchanges() throws -> [HTTPRequest] {
    [
      try request(
        .post,
        "/token?client_secret=s3cret&a=1",
        fields: [
          "Authorization": "Basic s3cret", "Content-Type": "application/x-www-form-urlencoded",
        ],
        body: .text("grant_type=password&password=s3cret")
      ),
      try request(.get, "/items?page=1"),
      try request(.get, "/items?page=1"),
      try request(.get, "/image"),
    ]
  }

  @Test func `records without secrets and replays what it recorded`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = RecordingTransport(live, path: path)
    var answers: [Data] = []
    for request in try exchanges() {
      answers.append(try await recording.send(request, options: .init()).body)
    }
    try recording.save()
    let file = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    #expect(!file.contains("s3cret"))
    #expect(file.contains("grant_type=password"))

    let replay = ReplayTransport(try Recording(path: path), matching: [.body, .order])
    for (request, answer) in zip(try exchanges(), answers) {
      let response = try await replay.send(request, options: .init())
      if request.url.path == "/token" {
        let json = try JSONReader.decode(JSONValue.self, from: response.body)
        #expect(json["scope"]?.string == "repo")
        #expect(json["access_token"]?.string == "<redacted>")
      } else {
        #expect(response.body == answer)
      }
      #expect(response.head.fields["Content-Length"] == nil)
    }
    #expect(replay.unused.isEmpty)
  }

  @Test func `records a stream once it has been read`() async throws {
    let chunks = [Data("a".utf8), Data("b".utf8)]
    let recording = RecordingTransport(StubTransport.response(.chunks(chunks)), path: path)
    let stream = try await recording.open(request(.get, "/stream"), options: .init())
    #expect(recording.recording.exchanges.isEmpty)
    var count = 0
    for try await _ in stream.body { count += 1 }
    #expect(count == 2)
    #expect(recording.recording.exchanges.map { $0.body?.data } == [Data("ab".utf8)])
  }

  @Test func `names a request that was not recorded`() async throws {
    let exchange = RecordedExchange(
      method: "GET",
      url: "https://api.example.test/a",
      status: 200,
      body: nil
    )
    let replay = ReplayTransport(Recording(exchanges: [exchange]))
    do {
      _ = try await replay.send(request(.get, "/b"), options: .init())
      Issue.record("an answer came out of nowhere")
    } catch let error as ClientError {
      #expect(error.reason.contains("GET https://api.example.test/b"))
    }
    let first = try await replay.send(request(.get, "/a"), options: .init())
    #expect(first.head.status == 200)
    #expect(replay.unused.isEmpty)
  }

  @Test func `records where there is no file and replays where there is one`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    for round in 0..<2 {
      let transport = try Recording.transport(
        path: path,
        recording: round == 0 ? live : StubTransport.never
      )
      let response = try await transport.send(request(.get, "/items"), options: .init())
      #expect(String(decoding: response.body, as: UTF8.self) == "answer 0")
      await transport.shutdown()
    }
  }

  @Test func `refuses a file that is no recording`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    for text in ["no json", #"{"version": 99, "exchanges": []}"#] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(throws: ClientError.self) { try Recording(path: path) }
    }
  }
}
