public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a ``LoopbackServer`` answers: a head, and what is done to the connection step by step.
///
/// A fault is nothing special: it is a step like any other, so that it can strike at any byte.
public struct ServerResponse: Sendable {
  /// One thing done after the head.
  public enum Step: Sendable {
    /// Sends bytes; with chunked framing they make one chunk.
    case send(Data)
    /// Sends the same bytes many times, without holding them all.
    case sendRepeatedly(Data, count: Int)
    /// Sends what the closure gives until it gives `nil`.
    case generate(@Sendable () async -> Data?)
    /// Sends what there is so far and waits.
    case pause(Duration)
    /// Sends what there is so far and closes only this direction; the client may go on sending.
    case halfClose
    /// Sends what there is so far and closes the connection.
    case close
    /// Sends what there is so far and aborts the connection with a TCP reset.
    case reset
    /// Sends what there is so far, then nothing more until the client or the server goes away.
    case hang
  }

  /// How the end of the body is told.
  public enum Framing: Sendable, Hashable {
    /// By `Content-Length`, from the steps; chunked where a step generates.
    case automatic
    /// By `Content-Length` of this many bytes, right or wrong.
    case contentLength(Int64)
    /// By chunked transfer coding.
    case chunked
    /// By closing the connection.
    case untilClose
    /// Nothing of HTTP is sent at all: no head, only the steps' bytes.
    case raw
  }

  /// The status code.
  public var status: Int
  /// The reason phrase; the usual one where `nil`.
  public var reason: String?
  /// The header fields; framing fields are added.
  public var fields: HTTPFields
  /// How the end of the body is told.
  public var framing: Framing
  /// What is done after the head.
  public var steps: [Step]
  /// How long to wait before the head.
  public var delay: Duration
  /// Interim responses sent first, such as 103.
  public var informational: [Int]
  /// Whether the connection ends after this response.
  public var closes: Bool

  /// Makes a response from steps.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - fields: the header fields.
  ///   - framing: how the end of the body is told.
  ///   - steps: what is done after the head.
  public init(
    status: Int = 200,
    fields: HTTPFields = [:],
    framing: Framing = .automatic,
    steps: [Step] = []
  ) {
    self.status = status
    self.fields = fields
    self.framing = framing
    self.steps = steps
    reason = nil
    delay = .zero
    informational = []
    closes = false
  }
}

extension ServerResponse {
  /// A response with a status and no body.
  public static func status(_ status: Int, fields: HTTPFields = [:]) -> ServerResponse {
    ServerResponse(status: status, fields: fields)
  }

  /// A response with bytes.
  public static func data(
    _ data: Data,
    status: Int = 200,
    contentType: String = "application/octet-stream",
    fields: HTTPFields = [:]
  ) -> ServerResponse {
    var response = ServerResponse(status: status, fields: fields, steps: [.send(data)])
    if response.fields["Content-Type"] == nil { response.fields["Content-Type"] = contentType }
    return response
  }

  /// A response with UTF-8 text.
  public static func text(
    _ text: String,
    status: Int = 200,
    contentType: String = "text/plain; charset=utf-8",
    fields: HTTPFields = [:]
  ) -> ServerResponse {
    .data(Data(text.utf8), status: status, contentType: contentType, fields: fields)
  }

  /// A response with JSON text.
  public static func json(
    _ text: String,
    status: Int = 200,
    fields: HTTPFields = [:]
  ) -> ServerResponse {
    .text(text, status: status, contentType: "application/json", fields: fields)
  }

  /// A redirect.
  public static func redirect(to location: String, status: Int = 302) -> ServerResponse {
    ServerResponse(status: status, fields: ["Location": location])
  }

  /// A chunked response, one chunk for each piece, with a pause after each.
  public static func chunks(
    _ pieces: [Data],
    pause: Duration? = nil,
    contentType: String = "application/octet-stream"
  ) -> ServerResponse {
    var steps: [Step] = []
    for piece in pieces {
      steps.append(.send(piece))
      if let pause { steps.append(.pause(pause)) }
    }
    return ServerResponse(fields: ["Content-Type": contentType], framing: .chunked, steps: steps)
  }

  /// A response that arrives in small pieces with a pause after each.
  public static func slow(
    _ data: Data,
    pieceSize: Int,
    pause: Duration,
    contentType: String = "application/octet-stream"
  ) -> ServerResponse {
    var steps: [Step] = []
    var rest = data[...]
    while !rest.isEmpty {
      steps.append(.send(Data(rest.prefix(max(1, pieceSize)))))
      steps.append(.pause(pause))
      rest = rest.dropFirst(max(1, pieceSize))
    }
    return ServerResponse(
      fields: ["Content-Type": contentType],
      framing: .contentLength(Int64(data.count)),
      steps: steps
    )
  }

  /// A response that promises the whole body and closes after some of it.
  public static func truncated(
    _ data: Data,
    after count: Int,
    contentType: String = "application/octet-stream"
  ) -> ServerResponse {
    ServerResponse(
      fields: ["Content-Type": contentType],
      framing: .contentLength(Int64(data.count)),
      steps: [.send(Data(data.prefix(count))), .close]
    )
  }

  /// A response whose `Content-Length` is not what follows.
  public static func wrongLength(
    _ data: Data,
    declared: Int64,
    contentType: String = "application/octet-stream"
  ) -> ServerResponse {
    ServerResponse(
      fields: ["Content-Type": contentType],
      framing: .contentLength(declared),
      steps: [.send(data), .close]
    )
  }

  /// A response cut short by a TCP reset after some bytes of the body.
  public static func reset(_ data: Data, after count: Int) -> ServerResponse {
    ServerResponse(
      framing: .contentLength(Int64(data.count)),
      steps: [.send(Data(data.prefix(count))), .reset]
    )
  }

  /// A connection closed without an answer.
  public static let closed = ServerResponse(framing: .raw, steps: [.close])
  /// A connection reset without an answer.
  public static let reset = ServerResponse(framing: .raw, steps: [.reset])
  /// A connection of which the server has closed its direction, without an answer.
  public static let halfClosed = ServerResponse(framing: .raw, steps: [.halfClose, .hang])
  /// No answer at all for as long as the client waits.
  public static let never = ServerResponse(framing: .raw, steps: [.hang])
  /// Bytes that are not HTTP.
  public static let garbage = ServerResponse(
    framing: .raw,
    steps: [.send(Data("\u{1}\u{2}not http at all\r\n\r\n".utf8)), .close]
  )

  /// The same response after a wait.
  public func delayed(_ delay: Duration) -> ServerResponse {
    var copy = self
    copy.delay = delay
    return copy
  }

  /// The same response with another field.
  public func field(_ name: String, _ value: String) -> ServerResponse {
    var copy = self
    copy.fields[name] = value
    return copy
  }

  /// The same response cut into chunks of a size, by chunked transfer coding.
  public func chunked(size: Int) -> ServerResponse {
    var copy = self
    copy.framing = .chunked
    copy.steps = steps.flatMap { step -> [Step] in
      guard case .send(let data) = step else { return [step] }
      return stride(from: 0, to: data.count, by: max(1, size)).map { start in
        .send(Data(data.dropFirst(start).prefix(max(1, size))))
      }
    }
    return copy
  }

  /// The same response, with the connection closed after it.
  public func closing() -> ServerResponse {
    var copy = self
    copy.closes = true
    return copy
  }
}
