internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ServerConnection {
  /// Sends a response step by step.
  ///
  /// - Returns: whether the connection can carry another exchange.
  func send(_ response: ServerResponse, to head: ServerReader.Head) -> Bool {
    pause(response.delay)
    var framing = response.framing
    if framing == .automatic { framing = response.automaticFraming }
    if framing == .chunked && head.isVersion10 { framing = .untilClose }
    if framing != .raw { writeHead(response, framing) }
    let hasNoBody = head.method == .head || !response.mayHaveBody
    if !hasNoBody || framing == .raw {
      for step in response.steps where !run(step, chunked: framing == .chunked) { return false }
      if framing == .chunked { output += Array("0\r\n\r\n".utf8) }
    }
    flush()
    return isWritable && framing != .untilClose && framing != .raw
  }

  private func writeHead(_ response: ServerResponse, _ framing: ServerResponse.Framing) {
    for status in response.informational {
      output += Array("HTTP/1.1 \(status) \(Self.reason(status))\r\n\r\n".utf8)
    }
    var text = "HTTP/1.1 \(response.status) \(response.reason ?? Self.reason(response.status))\r\n"
    for field in response.fields { text += "\(field.line)\r\n" }
    switch framing {
    case .contentLength(let length) where response.mayHaveBody:
      text += "Content-Length: \(length)\r\n"
    case .chunked where response.mayHaveBody: text += "Transfer-Encoding: chunked\r\n"
    default: break
    }
    if response.closes || framing == .untilClose { text += "Connection: close\r\n" }
    output += Array((text + "\r\n").utf8)
  }

  /// - Returns: whether the response goes on.
  private func run(_ step: ServerResponse.Step, chunked: Bool) -> Bool {
    switch step {
    case .send(let data): write(data, chunked: chunked)
    case .sendRepeatedly(let data, let count):
      for _ in 0..<count where isWritable { write(data, chunked: chunked) }
    case .generate(let next):
      flush()
      while isWritable, let data = waiting(next) {
        write(data, chunked: chunked)
        flush()
      }
    case .pause(let duration):
      flush()
      pause(duration)
    case .halfClose:
      flush()
      Socket.shutDownSending(descriptor)
      isWritable = false
    case .close:
      flush()
      return false
    case .reset:
      flush()
      Socket.resetOnClose(descriptor)
      return false
    case .hang:
      flush()
      hang()
      return false
    }
    return isWritable || isHalfClosed(step)
  }

  private func isHalfClosed(_ step: ServerResponse.Step) -> Bool {
    if case .halfClose = step { true } else { false }
  }

  private func write(_ data: Data, chunked: Bool) {
    guard !data.isEmpty else { return }
    if chunked { output += Array("\(String(data.count, radix: 16))\r\n".utf8) }
    output += data
    if chunked { output += [13, 10] }
    if output.count > 1 << 16 { flush() }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 103: "Early Hints"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 409: "Conflict"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 416: "Range Not Satisfiable"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status \(status)"
    }
  }
}

extension ServerResponse {
  /// Whether a response of this status has a body (RFC 9110 §6.4.1).
  var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

  var automaticFraming: Framing {
    var length: Int64 = 0
    for step in steps {
      switch step {
      case .send(let data): length += Int64(data.count)
      case .sendRepeatedly(let data, let count): length += Int64(data.count) * Int64(count)
      case .generate: return .chunked
      case .pause, .halfClose, .close, .reset, .hang: break
      }
    }
    return .contentLength(length)
  }
}
