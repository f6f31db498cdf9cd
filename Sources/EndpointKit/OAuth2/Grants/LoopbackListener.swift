#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Listens on 127.0.0.1 for the one request that brings a person back from the browser.
///
/// No server: it reads request heads, answers with small pages and closes. Browsers open
/// connections ahead and ask for icons, so several are served side by side and everything but the
/// awaited request is answered 404. It looks a few times a second: people do not come faster.
final class LoopbackListener: Sendable {
  /// What to do with a request.
  enum Verdict {
    case notFound
    /// It is the awaited one: show this page and stop.
    case done(String, page: String)
  }

  /// The port it listens on.
  let port: UInt16
  private let socket: Int32

  /// Begins to listen.
  ///
  /// - Parameter port: the port; 0 lets the system choose.
  init(port: UInt16) throws {
    let socket = SystemCall.streamSocket()
    guard socket >= 0 else { throw Self.failure("open a socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var one: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(socket, generic, size) == 0 && listen(socket, 16) == 0
          && getsockname(socket, generic, &size) == 0
      }
    }
    guard isListening else {
      let error = Self.failure("listen on 127.0.0.1:\(port)")
      close(socket)
      throw error
    }
    self.socket = socket
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }

  /// Waits for the awaited request.
  ///
  /// - Parameters:
  ///   - timeout: how long.
  ///   - judge: says what to do with the target of a request.
  /// - Returns: what `judge` made of it; `nil` after the time.
  /// - Throws: `CancellationError` where the task was cancelled.
  func answer(
    within timeout: Duration,
    _ judge: (String) -> Verdict
  ) async throws -> String? {
    let deadline = ContinuousClock.now + timeout
    var connections: [Int32: [UInt8]] = [:]
    defer { for connection in connections.keys { close(connection) } }
    while ContinuousClock.now < deadline {
      for descriptor in ready(Array(connections.keys)) {
        if descriptor == socket {
          let connection = SystemCall.acceptConnection(socket)
          if connection >= 0 { connections[connection] = [] }
        } else if let answer = serve(descriptor, &connections, judge) {
          return answer
        }
      }
      if connections.count > 32, let oldest = connections.keys.first {
        connections[oldest] = nil
        close(oldest)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }

  /// The descriptors that have something to read now.
  private func ready(_ connections: [Int32]) -> [Int32] {
    var watched = ([socket] + connections).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&watched, nfds_t(watched.count), 0) > 0 else { return [] }
    return watched.filter { $0.revents != 0 }.map(\.fd)
  }

  /// Reads what has come on a connection, and answers once the head is complete.
  private func serve(
    _ connection: Int32,
    _ connections: inout [Int32: [UInt8]],
    _ judge: (String) -> Verdict
  ) -> String? {
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = recv(connection, &buffer, buffer.count, 0)
    let head = (connections[connection] ?? []) + buffer.prefix(max(0, count))
    connections[connection] = head
    // The whole head has to be read: closing before would reset the connection.
    let isComplete = head.suffix(4) == [13, 10, 13, 10] || head.suffix(2) == [10, 10]
    if count > 0, !isComplete, head.count <= 65_536 { return nil }
    defer {
      connections[connection] = nil
      close(connection)
    }
    guard count > 0, let line = head.split(separator: 10).first else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard isComplete, words.count == 3, words[0] == "GET" else {
      respond(connection, "400 Bad Request", "")
      return nil
    }
    switch judge(String(words[1])) {
    case .notFound:
      respond(connection, "404 Not Found", "")
      return nil
    case .done(let answer, let page):
      respond(connection, "200 OK", page)
      return answer
    }
  }

  private func respond(_ connection: Int32, _ status: String, _ page: String) {
    // No referrer: the URL holds the code. The page fits into the socket's buffer.
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \r
      \(page)
      """
    _ = SystemCall.send(connection, Array(text.utf8))
  }

  private static func failure(_ action: String) -> OAuth2Error {
    let failure = FileFailure(action)
    return OAuth2Error(
      .configuration,
      "the browser cannot come back to this program: could not \(failure)",
      underlying: failure
    )
  }
}
