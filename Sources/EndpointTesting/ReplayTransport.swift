public import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A transport that answers from a ``Recording``.
///
/// A request is answered by the first exchange of the recording that has its method and URL and
/// has not been used yet. A request that was not recorded fails with a sentence that says so.
public final class ReplayTransport: Transport {
  /// What a request has to have in common with a recorded one.
  public struct Matching: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The body, after its secrets have been replaced.
    public static let body = Matching(rawValue: 1)
    /// The place in the recording: requests must come in the recorded order.
    public static let order = Matching(rawValue: 2)
  }

  private let stub: StubTransport
  private let state: Watched<State>

  private struct State {
    var unused: [RecordedExchange]
  }

  /// Makes a transport from a recording.
  ///
  /// - Parameters:
  ///   - recording: what to answer.
  ///   - matching: what a request has to have in common with a recorded one, besides method and
  ///     URL.
  ///   - redaction: the rules that the recording was made with.
  public init(
    _ recording: Recording,
    matching: Matching = [],
    redaction: Redaction = .standard
  ) {
    let recorder = ExchangeRecorder(
      redaction: redaction,
      members: RecordingTransport.secretMembers
    )
    let state = Watched(State(unused: recording.exchanges))
    self.state = state
    stub = StubTransport { exchange in
      let recorded = try ReplayTransport.take(exchange, state, matching, recorder)
      var fields = HTTPFields()
      for line in recorded.responseFields {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields.append(String(line[..<colon]), String(line[line.index(after: colon)...]))
      }
      return StubResponse(
        status: recorded.status,
        fields: fields,
        body: recorded.body?.data ?? Data()
      )
    }
  }

  /// The exchanges that no request has asked for yet.
  public var unused: [RecordedExchange] { state.withLock { $0.unused } }

  /// The requests given so far.
  public var requests: [HTTPRequest] { stub.requests }

  private static func take(
    _ exchange: StubTransport.Exchange,
    _ state: Watched<State>,
    _ matching: Matching,
    _ recorder: ExchangeRecorder
  ) throws -> RecordedExchange {
    let request = exchange.request
    let url = recorder.redaction.hiding(request.secretNames).url(request.url)
    let body = recorder.redacted(exchange.body, request.fields["Content-Type"])
    return try state.withLock { state in
      let candidates = matching.contains(.order) ? state.unused.prefix(1) : state.unused[...]
      let index = candidates.firstIndex { recorded in
        recorded.method == request.method.rawValue && recorded.url == url
          && (!matching.contains(.body) || (recorded.requestBody?.data ?? Data()) == body)
      }
      guard let index else {
        throw ClientError(
          .network,
          "the recording has no unused exchange for \(request.method) \(url); record it again"
        )
      }
      return state.unused.remove(at: index)
    }
  }

  public func send(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportResponse {
    try await stub.send(request, options: options)
  }

  public func open(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportStream {
    try await stub.open(request, options: options)
  }

  public func shutdown() async { await stub.shutdown() }
}
