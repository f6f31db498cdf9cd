#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The process the tool runs in: its environment, clock and signals.
enum Host {
  /// The value of an environment variable.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The working folder.
  static var workingFolder: String { FileSystem.canonicalPath(".") ?? "/" }

  /// Whether standard error goes to a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether standard output goes to a terminal.
  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The process's number.
  static var processID: Int { Int(getpid()) }

  /// Nanoseconds of a clock that never goes back.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Runs a body that `SIGINT`, `SIGTERM` and `SIGHUP` do not interrupt; they come afterwards.
  static func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Where the running program is.
  static var executablePath: String {
    #if os(Linux) || os(Android)
    if let path = FileSystem.canonicalPath("/proc/self/exe") { return path }
    #endif
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return FileSystem.canonicalPath(name) ?? name }
    for folder in (environment("PATH") ?? "").split(separator: ":") {
      let path = PathText.join(String(folder), name)
      if FileSystem.isFile(path) { return FileSystem.canonicalPath(path) ?? path }
    }
    return name
  }

  /// Puts another program in this one's place.
  ///
  /// - Returns: Why that was not possible; otherwise it does not return.
  static func replaceProcess(_ path: String, arguments: [String]) -> FileFailure {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    execv(path, words)
    return FileFailure(.execute, path)
  }

  /// Makes writing to a closed pipe an error instead of the end of the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
