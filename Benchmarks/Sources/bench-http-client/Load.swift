import BenchmarkSupport
import EndpointCurl
import EndpointKit
import Foundation

/// A number of requests, so many at a time, by one of the clients.
struct Load {
  let client: String
  let url: HTTPURL
  let inFlight: Int
  let count: Int
  let transport: CurlTransport

  init(_ client: String, url: String, inFlight: Int, count: Int, authorities: String?) throws {
    guard let parsed = HTTPURL(url) else { fail("not a URL: \(url)") }
    self.client = client
    self.url = parsed
    self.inFlight = inFlight
    self.count = count
    var configuration = CurlTransport.Configuration()
    if let authorities { configuration.tls.authorities = .file(path: authorities) }
    // What the baseline does too: as many connections as requests.
    configuration.maximumConnectionsPerHost = max(inFlight, 1)
    transport = CurlTransport(configuration)
  }

  /// Runs the load and prints what it took.
  func run() async throws {
    let start = CPUTime.now
    let bytes: Int
    switch client {
    case "transport": bytes = try await workers(nil, sendRaw)
    case "transport-executor": bytes = try await workers(transport.executor, sendRaw)
    case "session": bytes = try await workers(nil, makeSession().fetch)
    case "session-executor":
      bytes = try await workers(transport.executor, makeSession().fetch)
    case "session-model": bytes = try await workers(nil, makeSession().fetchModel)
    case "urlsession": bytes = try await workers(nil, FoundationClient().fetch)
    case "urlsession-model": bytes = try await workers(nil, FoundationClient().fetchModel)
    default: fail("no client called \(client)")
    }
    print(count, CPUTime.now - start, PeakMemory.kilobytes, bytes)
  }

  /// Spreads the requests over as many tasks as are to be in flight.
  private func workers(
    _ executor: (any TaskExecutor)?,
    _ fetch: @escaping @Sendable (HTTPURL, Int) async throws -> Int
  ) async throws -> Int {
    let (url, inFlight, count) = (url, inFlight, count)
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<inFlight {
        group.addTask(executorPreference: executor) {
          var bytes = 0
          var number = worker
          while number < count {
            bytes += try await fetch(url, number)
            number += inFlight
          }
          return bytes
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private var sendRaw: @Sendable (HTTPURL, Int) async throws -> Int {
    let transport = transport
    return { url, number in
      var url = url
      url.target = "\(url.target)?n=\(number)"
      let request = HTTPRequest(
        .get,
        url,
        fields: ["Accept": "application/json", "User-Agent": "bench/1.0"]
      )
      let response = try await transport.send(request, options: .init())
      guard response.head.status == 200 else { fail("status \(response.head.status)") }
      return response.body.count
    }
  }

  private func makeSession() -> SessionClient { SessionClient(url, transport) }
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  print("bench-http-client: \(message)")
  exit(1)
}
