internal import EndpointKit

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads requests from a socket: heads, and bodies by length or in chunks.
struct ServerReader {
  /// A request line and its fields.
  struct Head {
    var method: HTTPMethod
    var target: String
    var isVersion10: Bool
    var fields: HTTPFields
    var contentLength: Int64?
    var isChunked: Bool
    var expectsContinue: Bool
    var wantsClose: Bool

    var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)
  private(set) var trailers: HTTPFields = [:]

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  private mutating func fill() -> Bool {
    if position > 0 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    let count = scratch.withUnsafeMutableBytes { Socket.receive(descriptor, into: $0) }
    buffer += scratch[..<count]
    return count > 0
  }

  /// Drops what has been and is being received.
  ///
  /// - Returns: whether the client is still there.
  mutating func discardInput() -> Bool {
    let isOpen = fill()
    position = buffer.count
    return isOpen
  }

  /// Reads one line without its end.
  private mutating func readLine() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: 10) {
        var line = buffer[position..<end]
        if line.last == 13 { line = line.dropLast() }
        position = end + 1
        return String(decoding: line, as: UTF8.self)
      }
      guard buffer.count - position < 1 << 20, fill() else { return nil }
    }
  }

  private mutating func readFields() -> HTTPFields? {
    var fields: HTTPFields = [:]
    while let line = readLine() {
      if line.isEmpty { return fields }
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields.append(String(line[..<colon]), String(value))
    }
    return nil
  }

  /// Reads a request line and its fields.
  ///
  /// - Returns: the head; `nil` at the end of the connection or where it is not HTTP.
  mutating func readHead() -> Head? {
    var line = readLine()
    while line == "" { line = readLine() }
    guard let line, let fields = readFields() else { return nil }
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
    let isVersion10 = parts[2] == "HTTP/1.0"
    let connection = fields["Connection"]?.lowercased()
    return Head(
      method: HTTPMethod(rawValue: String(parts[0])),
      target: String(parts[1]),
      isVersion10: isVersion10,
      fields: fields,
      contentLength: fields["Content-Length"].flatMap { Int64($0) },
      isChunked: fields["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") ?? false,
      expectsContinue: fields["Expect"]?.lowercased() == "100-continue",
      wantsClose: connection == "close" || (isVersion10 && connection != "keep-alive")
    )
  }

  /// Reads a body piece by piece.
  ///
  /// - Parameters:
  ///   - head: the head it follows.
  ///   - limit: how many bytes to read at most.
  ///   - receive: told of each piece.
  /// - Returns: whether all of it was read; `nil` where the client went away in the middle.
  mutating func readBody(
    of head: Head,
    limit: Int64?,
    _ receive: (ArraySlice<UInt8>) -> Void
  ) -> Bool? {
    trailers = [:]
    var budget = limit ?? .max
    guard head.isChunked else {
      return readExactly(head.contentLength ?? 0, &budget, receive)
    }
    while true {
      guard budget > 0 else { return false }
      guard let line = readLine(),
        let size = Int64(line.prefix { $0 != ";" && $0 != " " }, radix: 16)
      else { return nil }
      if size == 0 {
        guard let fields = readFields() else { return nil }
        trailers = fields
        return true
      }
      guard let isWhole = readExactly(size, &budget, receive) else { return nil }
      guard isWhole else { return false }
      guard readLine() != nil else { return nil }
    }
  }

  private mutating func readExactly(
    _ count: Int64,
    _ budget: inout Int64,
    _ receive: (ArraySlice<UInt8>) -> Void
  ) -> Bool? {
    var rest = count
    while rest > 0 {
      guard budget > 0 else { return false }
      if position == buffer.count, !fill() { return nil }
      let length = Int(min(rest, budget, Int64(buffer.count - position)))
      receive(buffer[position..<(position + length)])
      position += length
      rest -= Int64(length)
      budget -= Int64(length)
    }
    return true
  }
}
