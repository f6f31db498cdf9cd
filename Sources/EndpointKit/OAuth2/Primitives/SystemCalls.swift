#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The few calls whose names or constants differ from system to system.
enum SystemCall {
  /// A TCP socket over IPv4 that programs started from here do not inherit.
  static func streamSocket() -> Int32 {
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM), 0)
    #endif
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Two connected sockets.
  static func streamPair(_ ends: inout [Int32]) -> Bool {
    #if canImport(Glibc)
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0
    #else
    socketpair(AF_UNIX, Int32(SOCK_STREAM), 0, &ends) == 0
    #endif
  }

  /// Takes a connection that does not block.
  static func acceptConnection(_ listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  /// Sends without a signal where the peer has gone.
  static func send(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { sendBytes(descriptor, $0, flags) }
  }

  private static func sendBytes(
    _ descriptor: Int32,
    _ bytes: UnsafeRawBufferPointer,
    _ flags: Int32
  ) -> Int {
    #if canImport(Darwin)
    Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #elseif canImport(Glibc)
    Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #elseif canImport(Musl)
    Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #else
    Android.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #endif
  }
}
