#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a call wants its response body.
enum Delivery: Sendable {
  /// Whole and in memory.
  case collect
  /// As a stream, once the head is there.
  case stream
}

/// What a call's last exchange brought, judged acceptable.
struct Exchange: Sendable {
  /// The request as it was sent, signed.
  var request: HTTPRequest
  var head: HTTPResponse
  var content: Content
  var metrics: TransportMetrics
  var history: [Attempt] = []
  /// The call, where somebody watches it.
  var watched: WatchedCall?

  enum Content: Sendable {
    case body(Data)
    case stream(BodyStream, metrics: @Sendable () -> TransportMetrics)
  }

  init(_ request: HTTPRequest, _ response: TransportResponse) {
    self.request = request
    head = response.head
    content = .body(response.body)
    metrics = response.metrics
  }

  init(_ request: HTTPRequest, _ stream: TransportStream) {
    self.request = request
    head = stream.head
    content = .stream(stream.body, metrics: stream.metrics)
    metrics = stream.metrics()
  }

  /// The collected body; empty for a stream.
  var body: Data {
    if case .body(let data) = content { return data }
    return Data()
  }

  /// Whether the response has no content, whatever bytes came (RFC 9110 §6.4.1).
  var isEmpty: Bool {
    switch head.status {
    case 204, 205, 304: true
    default: request.method == .head || body.isEmpty
    }
  }
}

/// The context of a call for its monitors, behind a reference to keep exchanges small.
final class WatchedCall: Sendable {
  let context: RequestContext
  init(_ context: RequestContext) { self.context = context }
}
