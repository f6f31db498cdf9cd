import Foundation
import Testing

@testable import EndpointKit

struct Delta: Model {
  var t: String
  init(t: String) { self.t = t }
  static var coding: ValueCoding { fields(.init("t", \.t)) }
}

/// Serves bodies in pieces, one after another, and knows when a stream was closed.
final class PieceTransport: Transport {
  struct Script: Sendable {
    var status = 200
    var fields: HTTPFields = ["Content-Type": "text/event-stream"]
    var pieces: [Data]
    var failure: ClientError?
  }

  private let scripts: [Script]
  private let log = Locked<[HTTPRequest]>([])
  let closed = Locked(0)
  let pulled = Locked(0)

  init(_ scripts: Script...) { self.scripts = scripts }

  var requests: [HTTPRequest] { log.withLock { $0 } }
  let cancelsGroups = true

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportResponse {
    throw ClientError(.network, "streams only")
  }

  func open(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportStream {
    let number = log.withLock { log in
      log.append(request)
      return log.count
    }
    let script = scripts[min(number, scripts.count) - 1]
    let rest = Locked(script.pieces[...])
    let (closed, pulled) = (closed, pulled)
    return TransportStream(
      head: HTTPResponse(status: script.status, fields: script.fields, url: request.url),
      body: BodyStream(
        next: {
          pulled.withLock { $0 += 1 }
          if let piece = rest.withLock({ $0.popFirst() }) { return piece }
          if let failure = script.failure { throw failure }
          return nil
        },
        cancel: { closed.withLock { $0 += 1 } }
      )
    )
  }

  func shutdown() async {}
}

extension Data {
  /// The bytes in pieces of a size.
  func pieces(_ size: Int) -> [Data] {
    stride(from: 0, to: count, by: size).map { Data(self[$0..<Swift.min($0 + size, count)]) }
  }
}

struct StreamingTests {
  static func collect<Element: Sendable>(
    _ call: StreamCall<Element>
  ) async -> ([Element], ClientError?) {
    var elements: [Element] = []
    do throws(ClientError) {
      for try await element in call.stream { elements.append(element) }
      return (elements, nil)
    } catch {
      return (elements, error)
    }
  }

  static let chat = Data(
    ": hi\n\ndata: {\"t\":\"a\"}\n\ndata: {\"t\":\"\u{e9}\"}\r\n\r\ndata: [DONE]\n\ndata: {\"t\":\"late\"}\n\n"
      .utf8
  )

  @Test(arguments: 1...80)
  func eventsAreTheSameHoweverTheyAreCut(_ size: Int) async {
    let transport = PieceTransport(.init(pieces: Self.chat.pieces(size)))
    let call = StreamCall<Delta>(
      Session.test(transport),
      Endpoint(.post, "/chat"),
      .serverSentEvents(end: "[DONE]")
    )
    let (deltas, error) = await Self.collect(call)
    #expect(deltas == [Delta(t: "a"), Delta(t: "\u{e9}")])
    #expect(error == nil)
    #expect(transport.requests.first?.fields["Accept"] == "text/event-stream")
    #expect(transport.closed.withLock { $0 } > 0)
  }

  /// Examples of the WHATWG specification and what it says between them.
  @Test(arguments: [
    ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message:YHOO\n+2\n10:"]),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      ["message:first event:1", "message:second event:", "message: third event:"]
    ), ("data\n\ndata\ndata\n\ndata:", ["message::", "message:\n:"]),
    ("data:test\n\ndata: test\n\n", ["message:test:", "message:test:"]),
    ("event: add\ndata: 1\n\nevent: none\n\ndata: 2\n\n", ["add:1:", "message:2:"]),
    ("\u{feff}data: bom\n\n", ["message:bom:"]),
    ("data: x\r\rdata: y\r\n\r\n", ["message:x:", "message:y:"]),
    ("id: a\0b\ndata: 1\n\n", ["message:1:"]), ("unknown: 1\ndata: 2\nDATA: 3\n\n", ["message:2:"]),
    ("data: unfinished", []), ("id: 7\n\ndata: 1\n\n", ["message:1:7"]),
  ])
  func theEventStreamAlgorithm(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var parser = ServerSentEventParser()
      var events = bytes[..<cut].withUnsafeBytes { parser.feed($0) }
      events += bytes[cut...].withUnsafeBytes { parser.feed($0) }
      #expect(events.map { "\($0.event):\($0.data):\($0.id ?? "")" } == expected, "cut at \(cut)")
    }
  }

  @Test func rawEventsCanBeRead() async {
    let text = "event: ping\ndata: 1\nid: 5\n\nevent: error\ndata: raw\n\n"
    let transport = PieceTransport(.init(pieces: [Data(text.utf8)]))
    let call = StreamCall<ServerSentEvent>(
      Session.test(transport),
      Endpoint(.get, "/"),
      .serverSentEvents
    )
    let (events, error) = await Self.collect(call)
    #expect(
      events == [
        ServerSentEvent(event: "ping", data: "1", id: "5"),
        ServerSentEvent(event: "error", data: "raw", id: "5"),
      ]
    )
    #expect(error == nil)
  }

  @Test(arguments: [
    "event: error\ndata: {\"message\":\"overloaded\"}\n\n",
    "data: {\"error\":{\"x\":1},\"message\":\"overloaded\"}\n\n",
  ])
  func errorsInMidStreamAreTyped(_ text: String) async {
    var endpoint = Endpoint(.get, "/", id: "chat")
    endpoint.failure(.default, Problem.self)
    let transport = PieceTransport(.init(pieces: [Data(("data: {\"t\":\"a\"}\n\n" + text).utf8)]))
    let call = StreamCall<Delta>(Session.test(transport), endpoint, .serverSentEvents)
    let (deltas, error) = await Self.collect(call)
    #expect(deltas.count == 1)
    #expect(error?.kind == .streamFailure)
    #expect(error?.body(as: Problem.self)?.message == "overloaded")
    #expect(error?.operationID == "chat")
    #expect(error?.status == 200)
  }

  @Test func elementsOfAnotherShapeAreDecodingErrors() async {
    let transport = PieceTransport(.init(pieces: [Data("data: {\"u\":1}\n\n".utf8)]))
    let call = StreamCall<Delta>(
      Session.test(transport),
      Endpoint(.get, "/"),
      .serverSentEvents
    )
    let (_, error) = await Self.collect(call)
    #expect(error?.kind == .decoding)
  }

  @Test func failuresBeforeTheStreamAreJudgedAsUsual() async {
    var endpoint = Endpoint(.get, "/")
    endpoint.failure(429, Problem.self)
    let transport = PieceTransport(
      .init(
        status: 429,
        fields: ["Content-Type": "application/json"],
        pieces: [Data(#"{"message":"#.utf8), Data(#""slow down"}"#.utf8)]
      )
    )
    let call = StreamCall<Delta>(Session.test(transport), endpoint, .serverSentEvents)
    let (_, error) = await Self.collect(call)
    #expect(error?.kind == .unacceptableStatus)
    #expect(error?.body(as: Problem.self)?.message == "slow down")
  }

  @Test func aPageInsteadOfAStreamIsRefused() async {
    var endpoint = Endpoint(.get, "/")
    endpoint.accept("text/event-stream")
    let transport = PieceTransport(
      .init(fields: ["Content-Type": "text/html"], pieces: [Data("<html>".utf8)])
    )
    let call = StreamCall<Delta>(Session.test(transport), endpoint, .serverSentEvents)
    let (_, error) = await Self.collect(call)
    #expect(error?.kind == .unacceptableContentType)
  }

  // MARK: Reconnection

  @Test func aBrokenStreamIsTakenUpWithTheLastID() async {
    var broken = ClientError(.network, "reset")
    broken.networkCondition = .connectionLost
    let clock = TestClock()
    let transport = PieceTransport(
      .init(
        pieces: [Data("retry: 1500\nid: 7\ndata: {\"t\":\"a\"}\n\ndata: {\"t\"".utf8)],
        failure: broken
      ),
      .init(pieces: [Data("data: {\"t\":\"b\"}\n\n".utf8)]),
      .init(status: 204, pieces: [])
    )
    let session = Session.test(transport) { $0.clock = clock.clock }
    let call = StreamCall<Delta>(
      session,
      Endpoint(.get, "/"),
      .serverSentEvents(reconnections: 5)
    )
    let (deltas, error) = await Self.collect(call)
    #expect(deltas.map(\.t) == ["a", "b"])
    #expect(error == nil)
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, "7", "7"])
    #expect(clock.sleeps == [.milliseconds(1500), .milliseconds(1500)])
  }

  @Test func withoutReconnectionABrokenStreamIsAnError() async {
    var broken = ClientError(.network, "reset")
    broken.networkCondition = .connectionLost
    let transport = PieceTransport(
      .init(pieces: [Data("data: {\"t\":\"a\"}\n\n".utf8)], failure: broken)
    )
    let call = StreamCall<Delta>(
      Session.test(transport),
      Endpoint(.get, "/"),
      .serverSentEvents(end: "[DONE]")
    )
    let (deltas, error) = await Self.collect(call)
    #expect(deltas.count == 1)
    #expect(error?.networkCondition == .connectionLost)
    #expect(error?.status == 200)
  }

  // MARK: Other formats

  @Test(arguments: 1...30)
  func jsonLinesAreTheSameHoweverTheyAreCut(_ size: Int) async {
    let bytes = Data("{\"t\":\"a\"}\n\r\n{\"t\":\"\u{e9}\"}\r\n\n{\"t\":\"c\"}".utf8)
    let transport = PieceTransport(
      .init(fields: ["Content-Type": "application/jsonl"], pieces: bytes.pieces(size))
    )
    let call = StreamCall<Delta>(Session.test(transport), Endpoint(.get, "/"), .jsonLines)
    let (deltas, error) = await Self.collect(call)
    #expect(deltas.map(\.t) == ["a", "\u{e9}", "c"])
    #expect(error == nil)
  }

  @Test(arguments: 1...30)
  func jsonSequencesAreTheSameHoweverTheyAreCut(_ size: Int) async {
    let bytes = Data("\u{1e}{\"t\":\"a\"}\n\u{1e}{\"t\":\n\"b\"}\n\u{1e}\u{1e}{\"t\":\"c\"}\n".utf8)
    let transport = PieceTransport(
      .init(fields: ["Content-Type": "application/json-seq"], pieces: bytes.pieces(size))
    )
    let call = StreamCall<Delta>(Session.test(transport), Endpoint(.get, "/"), .jsonSequence)
    let (deltas, error) = await Self.collect(call)
    #expect(deltas.map(\.t) == ["a", "b", "c"])
    #expect(error == nil)
  }

  /// Two cuts at every pair of positions: in the middle of characters, of line ends and of texts.
  @Test(arguments: [
    (RecordSplitter.lines, "\n{\"t\":\"a\"}\n\r\n{\"t\":\"\u{1F600}\"}\r\n \n[\"\u{e9}\"]"),
    (
      RecordSplitter.sequence,
      "\u{1e}{\"t\":\"a\"}\n\u{1e}\u{1e}{\"t\":\r\n\"\u{1F600}\"}\r\n\u{1e}[\"\u{e9}\"]\n"
    ),
  ])
  func recordsAreTheSameAtEverySplitPosition(_ splitter: RecordSplitter, _ text: String) {
    let bytes = Array(text.utf8)
    func records(_ cuts: [Int]) -> [String] {
      var splitter = splitter
      var records: [[UInt8]] = []
      for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
        records += bytes[start..<end].withUnsafeBytes { splitter.feed($0) }
      }
      return (records + splitter.finish()).map { String(decoding: $0, as: UTF8.self) }
    }
    let whole = records([])
    #expect(whole.count == 3)
    #expect(whole.last == "[\"\u{e9}\"]")
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(records([first, second]) == whole, "cut at \(first) and \(second)")
      }
    }
  }

  @Test func piecesComeAsTheyAre() async {
    let transport = PieceTransport(
      .init(fields: [:], pieces: [Data([1, 2]), Data(), Data([3])])
    )
    let call = StreamCall<Data>(Session.test(transport), Endpoint(.get, "/"), .data)
    let (pieces, _) = await Self.collect(call)
    #expect(pieces == [Data([1, 2]), Data([3])])
  }

  // MARK: Flow

  @Test func nothingIsReadAheadAndDroppingTheIteratorCloses() async throws {
    let transport = PieceTransport(
      .init(fields: [:], pieces: (0..<100).map { Data("{\"t\":\"\($0)\"}\n".utf8) })
    )
    let call = StreamCall<Delta>(Session.test(transport), Endpoint(.get, "/"), .jsonLines)
    do {
      var iterator = call.stream.makeAsyncIterator()
      #expect(transport.requests.isEmpty)
      #expect(try await iterator.next() == Delta(t: "0"))
      #expect(try await iterator.next() == Delta(t: "1"))
      #expect(transport.pulled.withLock { $0 } == 2)
      #expect(transport.closed.withLock { $0 } == 0)
    }
    #expect(transport.closed.withLock { $0 } == 1)
  }

  @Test func anElementThatNeverEndsIsRefused() async {
    var format = StreamFormat.jsonLines
    format.maximumElementSize = 100
    let transport = PieceTransport(
      .init(fields: [:], pieces: (0..<50).map { _ in Data(repeating: 0x61, count: 10) })
    )
    let call = StreamCall<Delta>(Session.test(transport), Endpoint(.get, "/"), format)
    let (_, error) = await Self.collect(call)
    #expect(error?.kind == .bodyTooLarge)
  }
}
