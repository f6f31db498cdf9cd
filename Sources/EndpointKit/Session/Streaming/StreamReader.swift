#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a streaming response element by element.
final class StreamReader<Element: Sendable>: @unchecked Sendable {
  // An iterator is used by one consumer at a time (AsyncIteratorProtocol), so nothing here is ever
  // touched concurrently.
  private let call: StreamCall<Element>
  private let endpoint: Endpoint
  private var body: BodyStream.Iterator?
  private var head: HTTPResponse?
  private var events = ServerSentEventParser()
  private var records: RecordSplitter
  private var ready: ArraySlice<StreamRecord> = []
  private var reconnectionsLeft: Int
  private var hasEnded = false

  init(_ call: StreamCall<Element>) {
    self.call = call
    endpoint = call.target.endpoint
    reconnectionsLeft = call.format.reconnections
    if case .sequence = call.format.kind { records = .sequence } else { records = .lines }
  }

  func next() async throws(ClientError) -> Element? {
    while !hasEnded {
      if let record = ready.popFirst() {
        if case .event(let event) = record, isEnd(event) {
          finish()
          return nil
        }
        return try decode(record)
      }
      try await readMore()
    }
    return nil
  }

  /// `[DONE]` is no JSON, so it ends JSON streams even where nobody said so.
  private func isEnd(_ event: ServerSentEvent) -> Bool {
    guard case .events(let end) = call.format.kind else { return false }
    if let end { return event.data == end }
    return event.data == "[DONE]" && Element.self != ServerSentEvent.self
  }

  private func finish() {
    hasEnded = true
    body = nil
    ready = []
  }

  private func readMore() async throws(ClientError) {
    do throws(ClientError) {
      if body == nil { try await connect() }
      let piece: Data?
      do {
        piece = try await body?.next()
      } catch {
        throw ClientError.wrapping(error, as: .network, "the stream broke")
      }
      if let piece { return try take(piece) }
    } catch {
      guard try await canReconnect(after: error) else {
        finish()
        var error = error
        if error.response == nil { error.response = head }
        throw error.located(operationID: endpoint.id, request: nil)
      }
      return
    }
    try await endOfBody()
  }

  private func connect() async throws(ClientError) {
    var options = call.adjustments.options?.value ?? CallOptions()
    if endpoint.acceptText.isEmpty, !options.fields.contains("Accept") {
      if let accept = call.format.accept { options.fields["Accept"] = accept }
    }
    if let id = events.lastEventID { options.fields["Last-Event-ID"] = id }
    let stream = try await call.session.open(call.target, CallOptions.Box(options))
    head = stream.head
    // 204 tells event sources to stop (WHATWG HTML §9.2.3).
    if stream.head.status == 204 { reconnectionsLeft = 0 }
    body = stream.body.makeAsyncIterator()
  }

  private func take(_ piece: Data) throws(ClientError) {
    let held: Int
    switch call.format.kind {
    case .data:
      if !piece.isEmpty { ready.append(.bytes(piece)) }
      return
    case .events:
      ready.append(contentsOf: piece.withUnsafeBytes { events.feed($0) }.map(StreamRecord.event))
      held = events.pendingSize
    case .lines, .sequence:
      ready.append(contentsOf: piece.withUnsafeBytes { records.feed($0) }.map(Self.record))
      held = records.pendingSize
    }
    if held > call.format.maximumElementSize {
      throw ClientError(
        .bodyTooLarge,
        "an element of the stream is larger than \(call.format.maximumElementSize) bytes"
      )
    }
  }

  private static func record(_ text: [UInt8]) -> StreamRecord { .bytes(Data(text)) }

  private func endOfBody() async throws(ClientError) {
    body = nil
    switch call.format.kind {
    case .events: if reconnectionsLeft > 0 { return try await pauseBeforeReconnection() }
    case .lines, .sequence: ready.append(contentsOf: records.finish().map(Self.record))
    case .data: break
    }
    if ready.isEmpty { finish() } else { endsAfterReady() }
  }

  /// Hands out what is left without connecting again.
  private func endsAfterReady() {
    body = BodyStream(next: { nil }).makeAsyncIterator()
  }

  private func canReconnect(after error: ClientError) async throws(ClientError) -> Bool {
    guard case .events = call.format.kind, reconnectionsLeft > 0, head != nil,
      error.kind == .network || error.kind == .timeout
    else { return false }
    body = nil
    try await pauseBeforeReconnection()
    return true
  }

  private func pauseBeforeReconnection() async throws(ClientError) {
    reconnectionsLeft -= 1
    let pause = events.reconnectionTime ?? call.format.reconnectionTime
    events.reset()
    do {
      try await call.session.configuration.clock.sleep(pause)
    } catch {
      finish()
      throw ClientError.cancelled(error).located(operationID: endpoint.id, request: nil)
    }
  }

  /// Reads an element; an event of type `error`, or data that is no element but has an `error`
  /// member, is the server's report of a failure.
  private func decode(_ record: StreamRecord) throws(ClientError) -> Element {
    var isError = false
    if case .event(let event) = record, event.event == "error", Element.self != ServerSentEvent.self
    {
      isError = true
    }
    if !isError {
      do { return try call.decode(record) } catch {
        let object = try? JSONReader.decode(JSONValue.self, from: record.data)
        if object?["error"] == nil {
          throw failure(
            .decoding,
            "an element of the stream is no \(Element.self): \(error)",
            record,
            error
          )
        }
      }
    }
    throw failure(.streamFailure, "the server reported an error in mid-stream", record, nil)
  }

  private func failure(
    _ kind: ClientError.Kind,
    _ reason: String,
    _ record: StreamRecord,
    _ underlying: (any Error)?
  ) -> ClientError {
    finish()
    let data = record.data
    var error = ClientError(kind, reason, underlying: underlying)
    error.response = head
    error.body = data
    if kind == .streamFailure {
      error.decodedBody =
        endpoint.failures.lazy.compactMap { $0.decode(data, .json) }.first
    }
    return error.located(operationID: endpoint.id, request: nil)
  }
}
