import EndpointCurl
import EndpointKit
import EndpointTesting
import EndpointURLSession
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The transports that keep the same contract.
enum TransportUnderTest: String, CaseIterable, CustomTestStringConvertible {
  case curl, urlSession

  var testDescription: String { rawValue }

  func make() -> any Transport {
    switch self {
    case .curl: CurlTransport()
    case .urlSession: URLSessionTransport()
    }
  }

  /// Runs a test with a server and a transport, and takes both down.
  func run(
    _ server: LoopbackServer,
    _ body: (any Transport, LoopbackServer) async throws -> Void
  ) async throws {
    try server.start()
    let transport = make()
    do {
      try await body(transport, server)
    } catch {
      await transport.shutdown()
      await server.stop()
      throw error
    }
    await transport.shutdown()
    await server.stop()
    #expect(server.openConnections == 0)
  }
}

extension LoopbackServer {
  /// A request to this server.
  func request(
    _ method: HTTPMethod = .get,
    _ target: String = "/",
    fields: HTTPFields = [:],
    body: HTTPBody? = nil
  ) throws -> HTTPRequest {
    HTTPRequest(method, try #require(HTTPURL(url + target)), fields: fields, body: body)
  }
}

extension TransportOptions {
  static func with(_ change: (inout TransportOptions) -> Void) -> TransportOptions {
    var options = TransportOptions()
    change(&options)
    return options
  }
}

extension TransportResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// What some work fails with, where that is one of ours.
func failure<Value>(_ work: () async throws -> Value) async -> ClientError? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error as? ClientError
  }
}

extension BodyStream {
  /// Everything there is, in one piece.
  func collected() async throws -> Data {
    var whole = Data()
    for try await chunk in self { whole.append(chunk) }
    return whole
  }
}

/// A value that several tasks change.
actor Cell<Value: Sendable> {
  private(set) var value: Value
  init(_ value: Value) { self.value = value }
  func update(_ change: @Sendable (inout Value) -> Void) { change(&value) }
}
