import Foundation

@testable import EndpointKit

/// Answers each request by a function, and remembers what was sent.
final class ScriptedTransport: Transport {
  typealias Answer =
    @Sendable (_ request: HTTPRequest, _ number: Int) async throws -> TransportResponse

  private let answer: Answer
  private let log = Locked<[HTTPRequest]>([])
  private let optionsLog = Locked<[TransportOptions]>([])
  private let groups = Locked<[ObjectIdentifier: [UInt64: Task<Void, any Error>]]>([:])
  let cancelsGroups: Bool

  init(cancelsGroups: Bool = true, _ answer: @escaping Answer) {
    self.answer = answer
    self.cancelsGroups = cancelsGroups
  }

  /// Gives one response after another; the last one again and again.
  convenience init(_ responses: TransportResponse...) {
    self.init { request, number in
      var response = responses[min(number, responses.count) - 1]
      response.head.url = request.url
      return response
    }
  }

  var requests: [HTTPRequest] { log.withLock { $0 } }
  var options: [TransportOptions] { optionsLog.withLock { $0 } }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportResponse {
    optionsLog.withLock { $0.append(options) }
    let number = log.withLock { log in
      log.append(request)
      return log.count
    }
    try Task.checkCancellation()
    return try await answer(request, number)
  }

  func open(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportStream {
    let response = try await send(request, options: options)
    let body = response.body
    let sent = Locked(false)
    return TransportStream(
      head: response.head,
      body: BodyStream(next: {
        sent.withLock { sent in
          defer { sent = true }
          return sent || body.isEmpty ? nil : body
        }
      })
    )
  }

  func shutdown() async {}
}

extension TransportResponse {
  static func make(
    _ status: Int = 200,
    _ fields: HTTPFields = ["Content-Type": "application/json"],
    _ body: String = ""
  ) -> TransportResponse {
    TransportResponse(
      head: HTTPResponse(status: status, fields: fields, url: HTTPURL("https://api.test/")!),
      body: Data(body.utf8)
    )
  }

  static func json(_ body: String, status: Int = 200) -> TransportResponse {
    make(status, ["Content-Type": "application/json"], body)
  }
}

extension Session {
  static func test(
    _ transport: any Transport,
    server: Server = "https://api.test/v1",
    signers: [String: any RequestSigner] = [:],
    interceptor: (any RequestInterceptor)? = nil,
    monitors: [any EventMonitor] = [],
    _ configure: (inout Configuration) -> Void = { _ in }
  ) -> Session {
    var configuration = Configuration()
    configuration.clock = TestClock().clock
    configure(&configuration)
    return Session(
      server: server,
      transport: transport,
      configuration: configuration,
      signers: signers,
      interceptor: interceptor,
      monitors: monitors
    )
  }
}

/// Time that passes only when somebody sleeps.
final class TestClock: Sendable {
  private let time = Locked(Duration.zero)
  private let naps = Locked<[Duration]>([])

  var sleeps: [Duration] { naps.withLock { $0 } }

  var clock: SessionClock {
    SessionClock(
      now: { self.time.withLock { $0 } },
      sleep: { duration in
        try Task.checkCancellation()
        self.naps.withLock { $0.append(duration) }
        self.time.withLock { $0 += duration }
      }
    )
  }
}

/// The text of a request's body.
func bodyText(_ request: HTTPRequest) async throws -> String? {
  guard let body = request.body else { return nil }
  var data = Data()
  for try await piece in try await body.openStream() { data.append(piece) }
  return String(decoding: data, as: UTF8.self)
}

/// The error an operation throws.
func failure<Value: Sendable>(
  of call: Call<Value>
) async -> ClientError? { await call.response.error }
