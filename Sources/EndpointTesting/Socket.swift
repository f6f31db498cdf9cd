#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Why a ``LoopbackServer`` could not start.
public struct LoopbackServerError: Error, Sendable, CustomStringConvertible {
  /// What was tried.
  public let action: String
  /// The system's error number.
  public let code: Int32

  public var description: String { "The loopback server cannot \(action): error \(code)." }
}

/// The handful of socket calls a server needs, over one descriptor.
enum Socket {
  #if canImport(Glibc)
  private static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  private static let sendFlags = Int32(MSG_NOSIGNAL)
  #elseif canImport(Musl)
  private static let stream = SOCK_STREAM | SOCK_CLOEXEC
  private static let sendFlags = MSG_NOSIGNAL
  #else
  private static let stream = SOCK_STREAM
  private static let sendFlags: Int32 = 0
  #endif

  /// Opens a listening socket on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: the port; 0 lets the system choose.
  ///   - backlog: how many connections may wait to be accepted.
  /// - Returns: the descriptor and the port.
  static func listen(port: UInt16, backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw LoopbackServerError(action: "open a socket", code: errno) }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try check(bound, "bind to 127.0.0.1", closing: descriptor)
    #if canImport(Darwin)
    try check(Darwin.listen(descriptor, backlog), "listen", closing: descriptor)
    #elseif canImport(Glibc)
    try check(Glibc.listen(descriptor, backlog), "listen", closing: descriptor)
    #elseif canImport(Musl)
    try check(Musl.listen(descriptor, backlog), "listen", closing: descriptor)
    #endif
    var length = size
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    try check(named, "ask for its port", closing: descriptor)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Opens a listening socket at a path of the file system.
  static func listen(path: String, backlog: Int32) throws -> Int32 {
    let descriptor = socket(AF_UNIX, stream, 0)
    guard descriptor >= 0 else { throw LoopbackServerError(action: "open a socket", code: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      close(descriptor)
      throw LoopbackServerError(action: "use so long a socket path", code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    unlink(path)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try check(bound, "bind to \(path)", closing: descriptor)
    #if canImport(Darwin)
    try check(Darwin.listen(descriptor, backlog), "listen", closing: descriptor)
    #elseif canImport(Glibc)
    try check(Glibc.listen(descriptor, backlog), "listen", closing: descriptor)
    #elseif canImport(Musl)
    try check(Musl.listen(descriptor, backlog), "listen", closing: descriptor)
    #endif
    return descriptor
  }

  /// Waits for a connection.
  ///
  /// - Returns: its descriptor; `nil` once the listening socket has been shut down.
  static func acceptConnection(_ listener: Int32) -> Int32? {
    while true {
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 {
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return descriptor
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(10_000)
      default: return nil
      }
    }
  }

  /// Sends all bytes, waiting as long as it takes.
  ///
  /// - Returns: whether they could all be sent.
  static func sendAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = send(
        descriptor,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count,
        sendFlags
      )
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Receives what there is, waiting for at least one byte.
  ///
  /// - Returns: the number of bytes; 0 at the end or on failure.
  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }

  /// Makes the next close send a TCP reset instead of an orderly end.
  static func resetOnClose(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_LINGER,
      &linger,
      socklen_t(MemoryLayout.size(ofValue: linger))
    )
  }

  /// Ends both directions, which wakes a thread blocked on the socket.
  static func shutDown(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends the sending direction.
  static func shutDownSending(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, level, name, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func check(_ status: Int32, _ action: String, closing descriptor: Int32) throws {
    guard status < 0 else { return }
    let code = errno
    close(descriptor)
    throw LoopbackServerError(action: action, code: code)
  }
}
