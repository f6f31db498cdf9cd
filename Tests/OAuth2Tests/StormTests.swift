import EndpointCurl
import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Many calls, short-lived tokens, rotation: what the simulator checks, over real connections.
@Suite(.serialized) struct StormTests {
  struct Storm: Sendable {
    var limit: Int?
    var sessions = 1
    var order = ReplayOrder.failure
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      Storm(limit: 64), Storm(limit: 16, sessions: 3, order: .creation), Storm(limit: nil),
    ]
  )
  func everyCallSucceedsAndNoRefreshTokenIsUsedTwice(_ storm: Storm) async throws {
    let count = 2000
    var configuration = AuthorizationServer.Configuration()
    configuration.accessTokenLifetime = .milliseconds(50)
    let authorization = AuthorizationServer(configuration)
    let server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
    let url = try server.start()
    var settings = OAuth2Settings(clientID: "client")
    settings.tokenURL = "\(url)/token"
    settings.maximumConcurrentReplays = storm.limit
    settings.replayOrder = storm.order
    settings.maximumRepeats = 500
    // On a loaded machine a token can be over when it arrives, which no lifetime explains.
    settings.refreshBudget.count = 100_000
    settings.refreshPause = .milliseconds(5)
    let transport = CurlTransport()
    let handler = OAuth2Handler(settings, transport: transport)
    var start = authorization.issueToken()
    start.expiresAt = Date().addingTimeInterval(0.05)
    await handler.signIn(start)
    var sessionConfiguration = Session.Configuration()
    sessionConfiguration.maximumTries = 600
    sessionConfiguration.timeout = .seconds(120)
    let sessions = (0..<storm.sessions).map { [sessionConfiguration] _ in
      Session(
        server: Server(url),
        transport: transport,
        configuration: sessionConfiguration,
        signers: ["oauth": handler]
      )
    }
    var endpoint = Endpoint(.get, "/item", id: "item")
    endpoint.security = .any(.scheme("oauth"))
    let statuses = await withTaskGroup(of: String.self) { [endpoint] group in
      for index in 0..<count {
        group.addTask {
          let response = await sessions[index % sessions.count].response(for: endpoint)
          return response.status == 200 ? "200" : "\(response.error.map { "\($0)" } ?? "?")"
        }
      }
      return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == ["200": count])
    let statistics = authorization.statistics
    #expect(statistics.reuses == 0)
    #expect(statistics.refreshes == statistics.tokenRequests)
    let epoch = handler.core.withLock { $0.state.credential?.epoch }
    // The first epoch is the token signed in with.
    #expect(epoch == UInt64(statistics.refreshes) + 1)
    #expect(statistics.refreshes > 0)
    #expect(handler.core.withLock { $0.waiters.isEmpty && $0.state.parkedCount == 0 })
    await server.stop()
    await transport.shutdown()
  }
}
