import EndpointKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The load through `URLSession` alone, as most code uses it.
struct FoundationClient: Sendable {
  private let session: URLSession
  private let decoder: JSONDecoder

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 256
    session = URLSession(configuration: configuration)
    decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
  }

  private func data(_ url: HTTPURL, _ number: Int) async throws -> Data {
    guard let url = URL(string: "\(url)?n=\(number)") else { fail("not a URL: \(url)") }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("bench/1.0", forHTTPHeaderField: "User-Agent")
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { fail("no 200") }
    return data
  }

  /// Fetches the bytes.
  @Sendable func fetch(_ url: HTTPURL, _ number: Int) async throws -> Int {
    try await data(url, number).count
  }

  /// Fetches and decodes issues.
  @Sendable func fetchModel(_ url: HTTPURL, _ number: Int) async throws -> Int {
    try decoder.decode([CodableModels.Issue].self, from: await data(url, number)).count
  }
}
