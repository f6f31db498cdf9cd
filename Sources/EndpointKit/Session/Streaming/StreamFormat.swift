/// How a streaming response is cut into elements.
public struct StreamFormat: Sendable {
  enum Kind: Sendable {
    case events(end: String?)
    case lines
    case sequence
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
  ///   - end: data that ends the stream, `[DONE]` say.
  ///   - reconnections: how often a stream that breaks or ends is taken up again, as browsers do.
  public static func serverSentEvents(
    end: String? = nil,
    reconnections: Int = 0
  ) -> StreamFormat {
    var format = StreamFormat(kind: .events(end: end))
    format.reconnections = reconnections
    return format
  }

  /// One JSON text a line.
  public static let jsonLines = StreamFormat(kind: .lines)
  /// JSON texts each after a record separator (RFC 7464).
  public static let jsonSequence = StreamFormat(kind: .sequence)

  private init(kind: Kind) { self.kind = kind }

  /// The media types asked for where the operation does not say.
  var accept: String {
    switch kind {
    case .events: "text/event-stream"
    case .lines: "application/jsonl, application/x-ndjson"
    case .sequence: "application/json-seq"
    }
  }
}
