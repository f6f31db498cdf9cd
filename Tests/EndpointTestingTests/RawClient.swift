#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client that sends exactly the bytes it is given, on a thread of the test.
final class RawClient {
  private let descriptor: Int32

  init(port: Int) {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(status == 0, "the server must be listening")
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Reads until the text ends with a suffix, or until the connection ends.
  ///
  /// - Returns: what was read, and how the connection stands: still open, ended, or reset.
  func read(until suffix: String? = nil) -> (text: String, end: End) {
    var bytes: [UInt8] = []
    var scratch = [UInt8](repeating: 0, count: 4096)
    while true {
      if let suffix, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
        return (String(decoding: bytes, as: UTF8.self), .open)
      }
      let count = recv(descriptor, &scratch, scratch.count, 0)
      if count <= 0 {
        let end: End = count == 0 ? .closed : errno == ECONNRESET ? .reset : .failed
        return (String(decoding: bytes, as: UTF8.self), end)
      }
      bytes += scratch[..<count]
    }
  }

  enum End { case open, closed, reset, failed }
}
