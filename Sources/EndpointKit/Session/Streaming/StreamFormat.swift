#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a streaming response is cut into elements.
public struct StreamFormat: Sendable {
  enum Kind: Sendable {
    case events(end: String?)
    case lines
    case sequence
    case data
  }

  let kind: Kind
  /// How often a broken stream of events is taken up again with `Last-Event-ID`.
  var reconnections = 0
  /// The pause before that, unless the server asks for another.
  var reconnectionTime = Duration.seconds(3)
  /// The largest element, in bytes.
  public var maximumElementSize = 16 << 20

  /// Server-sent events whose data is JSON.
  ///
  /// - Parameters:
  ///   - end: data that ends the stream; `[DONE]`, which is no JSON, if left out.
  ///   - reconnections: how often a stream that breaks or ends is taken up again, as browsers do.
  public static func serverSentEvents(
    end: String? = nil,
    reconnections: Int = 0
  ) -> StreamFormat {
    var format = StreamFormat(kind: .events(end: end))
    format.reconnections = reconnections
    return format
  }

  /// Server-sent events whose data is JSON, up to `[DONE]` or the end of the body.
  public static let serverSentEvents = StreamFormat(kind: .events(end: nil))
  /// The body's pieces as they come.
  public static let data = StreamFormat(kind: .data)
  /// One JSON text a line.
  public static let jsonLines = StreamFormat(kind: .lines)
  /// JSON texts each after a record separator (RFC 7464).
  public static let jsonSequence = StreamFormat(kind: .sequence)

  private init(kind: Kind) { self.kind = kind }

  /// The media types asked for where the operation does not say.
  var accept: String? {
    switch kind {
    case .events: "text/event-stream"
    case .lines: "application/jsonl, application/x-ndjson"
    case .sequence: "application/json-seq"
    case .data: nil
    }
  }

  /// Whether pieces are handed out as they come.
  var isRaw: Bool { if case .data = kind { true } else { false } }
}

/// What a stream is cut into before it is decoded.
enum StreamRecord: Sendable {
  case event(ServerSentEvent)
  case bytes(Data)

  /// The record as an event; bytes become its data.
  var event: ServerSentEvent {
    switch self {
    case .event(let event): event
    case .bytes(let data): ServerSentEvent(data: String(decoding: data, as: UTF8.self))
    }
  }

  /// The text or bytes to decode.
  var data: Data {
    switch self {
    case .event(let event): Data(event.data.utf8)
    case .bytes(let data): data
    }
  }
}
