import Diagnostics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Where a run reads and writes; tests put their own in its place.
struct Console: Sendable {
  /// Writes results.
  var output: @Sendable (String) -> Void
  /// Writes findings and progress.
  var error: @Sendable (String) -> Void
  /// Everything on standard input.
  var input: @Sendable () throws -> [UInt8]
  /// An environment variable.
  var environment: @Sendable (String) -> String?
  /// Where the running program is.
  var executablePath: @Sendable () -> String
  /// Puts another program in this one's place; comes back only to say why it could not.
  var replaceProcess: @Sendable (_ path: String, _ arguments: [String]) -> FileFailure?
  /// Whether `error` goes to a terminal.
  var errorIsTerminal: Bool
  /// Whether `output` goes to a terminal.
  var outputIsTerminal: Bool

  /// The process's own streams.
  static let process = Console(
    output: { write($0, to: STDOUT_FILENO) },
    error: { write($0, to: STDERR_FILENO) },
    input: { try FileSystem.standardInput() },
    environment: { Host.environment($0) },
    executablePath: { Host.executablePath },
    replaceProcess: { Host.replaceProcess($0, arguments: $1) },
    errorIsTerminal: Host.errorIsTerminal,
    outputIsTerminal: Host.outputIsTerminal
  )

  private static func write(_ text: String, to descriptor: Int32) {
    // A reader that went away is no reason to fail.
    try? FileSystem.write(Array(text.utf8), to: descriptor, path: "standard output")
  }

  /// Whether to colour what goes to a stream.
  ///
  /// - Parameter choice: The value of `--color`; `nil` for `auto`.
  func usesColour(_ choice: String?, isTerminal: Bool) -> Bool {
    switch choice {
    case "always": return true
    case "never": return false
    default:
      if let value = environment("NO_COLOR"), !value.isEmpty { return false }
      return isTerminal && environment("TERM") != "dumb"
    }
  }
}
