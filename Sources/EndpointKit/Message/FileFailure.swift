#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file operation that failed, with the system's number and words for it.
public struct FileFailure: Error, Sendable, CustomStringConvertible {
  /// What could not be done, naming the file.
  public let action: String
  /// The system's `errno`.
  public let code: Int32

  /// Takes the reason from `errno`; call it right after the failure.
  init(_ action: String) {
    self.action = action
    code = errno
  }

  public var description: String { "\(action): \(String(cString: strerror(code)))" }
}

/// Repeats a system call that a signal interrupted.
func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
