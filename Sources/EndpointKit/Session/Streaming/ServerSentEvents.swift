/// One server-sent event.
public struct ServerSentEvent: Sendable, Hashable {
  /// The event's type; `message` where the server does not say.
  public var event: String
  /// The data, lines joined by LF.
  public var data: String
  /// The last id the server sent, with this event or before it.
  public var id: String?

  /// Makes an event.
  public init(event: String = "message", data: String, id: String? = nil) {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// The event-stream algorithm (WHATWG HTML §9.2.6), independent of how the bytes are cut.
struct ServerSentEventParser: Sendable {
  /// What is remembered of the current line.
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var event = ""
  private var isAtStart = true
  private var skipsLineFeed = false

  /// The last id seen, for `Last-Event-ID`.
  private(set) var lastEventID: String?
  /// The reconnection time the server asked for.
  private(set) var reconnectionTime: Duration?
  /// The bytes held back for the event that is not complete.
  var pendingSize: Int { line.count + data.count }

  init() {}

  /// Takes bytes and gives the events they complete.
  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var start = 0
    var index = 0
    if skipsLineFeed, let first = bytes.first {
      if first == 0x0A { (start, index) = (1, 1) }
      skipsLineFeed = false
    }
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        index += 1
        continue
      }
      line.append(contentsOf: bytes[start..<index])
      endLine(&events)
      index += 1
      if byte == 0x0D {
        if index == bytes.count {
          skipsLineFeed = true
        } else if bytes[index] == 0x0A {
          index += 1
        }
      }
      start = index
    }
    line.append(contentsOf: bytes[start...])
    return events
  }

  private mutating func endLine(_ events: inout [ServerSentEvent]) {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    if line.isEmpty { return dispatch(&events) }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      if hasData { data.append(0x0A) }
      data.append(contentsOf: value)
      hasData = true
    case "event": event = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { lastEventID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }),
        let milliseconds = Int(String(decoding: value, as: UTF8.self))
      {
        reconnectionTime = .milliseconds(milliseconds)
      }
    default: break
    }
  }

  private mutating func dispatch(_ events: inout [ServerSentEvent]) {
    defer {
      data.removeAll(keepingCapacity: true)
      hasData = false
      event = ""
    }
    guard hasData else { return }
    events.append(
      ServerSentEvent(
        event: event.isEmpty ? "message" : event,
        data: String(decoding: data, as: UTF8.self),
        id: lastEventID
      )
    )
  }

  /// Starts a new connection: what is incomplete is dropped, id and time are kept.
  mutating func reset() {
    let old = self
    self = ServerSentEventParser()
    lastEventID = old.lastEventID
    reconnectionTime = old.reconnectionTime
  }
}
