import EndpointCurl
import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Several processes that share one token file.
///
/// `OAUTH2_PROCESS_SECONDS` makes them run longer.
@Suite(.serialized) struct ProcessTests {
  static let seconds =
    Environment.variables["OAUTH2_PROCESS_SECONDS"].flatMap { Double($0) } ?? 1.5

  /// What each process does: calls side by side until the time is over.
  static func work(url: String, path: String, seconds: Double) async -> [String] {
    let handler = handler(url: url, path: path)
    let session = Session(
      server: Server(url),
      transport: CurlTransport(),
      signers: ["oauth": handler]
    )
    var endpoint = Endpoint(.get, "/item", id: "item")
    endpoint.security = .any(.scheme("oauth"))
    let end = ContinuousClock.now + .seconds(seconds)
    let failures = Collected<String>()
    await withTaskGroup(of: Void.self) { [endpoint] group in
      for _ in 0..<4 {
        group.addTask {
          while ContinuousClock.now < end {
            let response = await session.response(for: endpoint)
            if let error = response.error {
              failures.append("\(error) \(error.underlying.map { "\($0)" } ?? "")")
            }
          }
        }
      }
    }
    return failures.all
  }

  static func handler(url: String, path: String) -> OAuth2Handler {
    var settings = OAuth2Settings(clientID: "client")
    settings.tokenURL = "\(url)/token"
    settings.maximumRepeats = 100
    settings.refreshBudget.count = 10_000
    return OAuth2Handler(settings, store: .file(path), transport: CurlTransport())
  }

  /// Runs this test program again, as a worker.
  private static func spawn(
    _ task: String,
    _ url: String,
    _ path: String
  ) async throws -> (status: Int32, output: String) {
    let program = ChildProgram(arguments: [
      "env", "OAUTH2_WORKER=\(task) \(url) \(path)", try #require(Worker.program),
      "--testing-library",
      "swift-testing", "--filter", "ProcessTests/worker",
    ])
    return try await program.run(input: "", timeout: .seconds(120))
  }

  /// Does nothing but in the processes that the other tests start.
  @Test(.enabled(if: Worker.words != nil)) func worker() async throws {
    let words = try #require(Worker.words)
    guard words[0] == "die" else {
      let failures = await Self.work(url: words[1], path: words[2], seconds: Self.seconds)
      #expect(failures == [])
      return
    }
    let fuse = Duration.microseconds(Int.random(in: 1_000...100_000))
    Task.detached {
      try await Task.sleep(for: fuse)
      kill(getpid(), SIGKILL)
    }
    _ = await Self.work(url: words[1], path: words[2], seconds: 60)
  }

  private static func authorization(
    lifetime: Duration,
    rotates: Bool
  ) -> AuthorizationServer {
    var configuration = AuthorizationServer.Configuration()
    configuration.accessTokenLifetime = lifetime
    configuration.rotatesRefreshTokens = rotates
    return AuthorizationServer(configuration)
  }

  @Test(.enabled(if: Worker.canSpawn)) func twoProcessesRefreshInTurnAndNeverTwice() async throws {
    let authorization = Self.authorization(lifetime: .milliseconds(100), rotates: true)
    let server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
    let url = try server.start()
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    await Self.handler(url: url, path: path).signIn(authorization.issueToken())
    async let first = Self.spawn("work", url, path)
    async let second = Self.spawn("work", url, path)
    for outcome in [try await first, try await second] {
      #expect(outcome.status == 0, "\(outcome.output)")
    }
    let statistics = authorization.statistics
    #expect(statistics.reuses == 0)
    #expect(statistics.refreshes > Int(Self.seconds * 3))
    // Two that did not look at the store would have refreshed twice as often.
    #expect(statistics.refreshes < Int(Self.seconds * 14) + 15)
    // The session goes on with what the last of them left in the store.
    _ = try await Self.handler(url: url, path: path).validToken()
    #expect(authorization.statistics.reuses == 0)
    await server.stop()
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test(.enabled(if: Worker.canSpawn)) func aProcessKilledAtAnyMomentLeavesAWholeFile() async throws
  {
    let authorization = Self.authorization(lifetime: .milliseconds(5), rotates: false)
    let server = LoopbackServer(handler: authorization.handler { _ in .json("{}") })
    let url = try server.start()
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    let handler = Self.handler(url: url, path: path)
    await handler.signIn(authorization.issueToken())
    for _ in 0..<max(8, Int(Self.seconds * 4)) {
      let outcome = try await Self.spawn("die", url, path)
      #expect(outcome.status == 128 + SIGKILL, "\(outcome.output)")
      let token = try await FileTokenStore(path: path).token(for: handler.key)
      #expect(token?.refreshToken != nil)
    }
    // Locks die with their processes: the next one goes on at once.
    _ = try await Self.handler(url: url, path: path).validToken()
    await server.stop()
    try FileManager.default.removeItem(atPath: folder)
  }
}

/// What this process was started for, where another test started it.
private enum Worker {
  static let words = Environment.variables["OAUTH2_WORKER"]?.split(separator: " ").map(String.init)
  static let program = try? FileManager.default.destinationOfSymbolicLink(
    atPath: "/proc/self/exe"
  )
  /// Elsewhere there is no simple way to find this program again.
  static let canSpawn = words == nil && program != nil
}
