import EndpointCurl
import EndpointKit
import EndpointTesting
import Foundation
import Testing

/// Every fault of the server, met by every kind of call of a session that tries again once.
struct SessionFaultTests {
  typealias Fault = TransportFaultTests.Fault

  /// What is sent, and what becomes of it.
  enum Sort: String, CaseIterable, CustomTestStringConvertible {
    case get, post, postIdempotent, postOnce, download, stream

    var testDescription: String { rawValue }

    var endpoint: Endpoint {
      var endpoint = Endpoint(
        self == .get || self == .download || self == .stream ? .get : .post,
        "/f"
      )
      switch self {
      case .post, .postIdempotent: endpoint.json(["a": 1] as JSONValue)
      case .postOnce: endpoint.upload(.sequence(Pieces(count: 3, size: 1_000), length: nil))
      default: break
      }
      endpoint.isIdempotent = self == .post ? nil : true
      return endpoint
    }

    /// Whether a second try is made, as the documentation says: of what is handed on as it comes
    /// only before it comes.
    func isTriedAgain(after fault: Fault) -> Bool {
      switch self {
      case .get, .postIdempotent: true
      case .post, .postOnce: false
      case .download, .stream: !fault.hasHead
      }
    }
  }

  private static func session(_ url: String, _ transport: CurlTransport, _ fault: Fault) -> Session
  {
    var configuration = Session.Configuration()
    let limit: Duration = fault.kind == .timeout ? .milliseconds(300) : .seconds(60)
    configuration.timeout = limit
    configuration.idleTimeout = limit
    var policy = RetryPolicy(limit: 1)
    policy.baseDelay = .zero
    configuration.retry = policy
    return Session(server: Server(url), transport: transport, configuration: configuration)
  }

  private func run(_ sort: Sort, _ session: Session, _ file: String) async -> ClientError? {
    switch sort {
    case .get, .post, .postIdempotent, .postOnce:
      return await session.response(for: sort.endpoint, as: .string).error
    case .download:
      return await session.call(sort.endpoint, as: .data).downloadResponse(to: file).error
    case .stream:
      let stream = StreamCall<JSONValue>(session, sort.endpoint, .jsonLines).stream
      return await failure { for try await _ in stream {} }
    }
  }

  @Test(arguments: Fault.allCases, Sort.allCases)
  func `ends in the documented error, or in the documented second try`(
    fault: Fault,
    sort: Sort
  ) async throws {
    let server = LoopbackServer()
    server.on(nil, "/f", nth: 1, respond: fault.response)
    server.on(nil, "/f", respond: .text("1"))
    let transport = CurlTransport.curl { $0.proxy = .none }
    let session = Self.session(try server.start(), transport, fault)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("fault-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: file) }

    let error = await run(sort, session, file)
    if sort.isTriedAgain(after: fault) {
      #expect(error == nil, "\(String(describing: error))")
      #expect(server.requestCount == 2)
      if sort == .download {
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "1")
      }
    } else {
      let isSpent = sort == .postOnce
      #expect(error?.kind == (isSpent ? .bodyNotReplayable : fault.kind))
      #expect(server.requestCount == 1)
    }
    #expect(session.activeCalls == 0)
    #expect(try await session.value(of: Endpoint(.get, "/f"), as: .string) == "1")
    await transport.shutdown()
    await server.stop()
    #expect(server.openConnections == 0)
  }
}
