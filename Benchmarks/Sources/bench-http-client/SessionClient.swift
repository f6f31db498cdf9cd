import EndpointKit
import GitHub

/// The load through a `Session`, as generated code would make it.
struct SessionClient: Sendable {
  private struct Numbered: Target {
    let path: String
    let number: Int

    var endpoint: Endpoint {
      var endpoint = Endpoint(.get, path, id: "bench/get")
      endpoint.query("n", number)
      endpoint.accept("application/json")
      endpoint.success(200)
      return endpoint
    }
  }

  private let session: Session
  private let path: String

  init(_ url: HTTPURL, _ transport: any Transport) {
    session = Session(server: Server(url.origin.description), transport: transport)
    path = url.path
  }

  /// Fetches the bytes.
  @Sendable func fetch(_ url: HTTPURL, _ number: Int) async throws -> Int {
    try await session.value(of: Numbered(path: path, number: number), as: DataSerializer()).count
  }

  /// Fetches and decodes issues.
  @Sendable func fetchModel(_ url: HTTPURL, _ number: Int) async throws -> Int {
    try await session.value(
      of: Numbered(path: path, number: number),
      as: JSONSerializer<[GitHub.Issue]>()
    ).count
  }
}
