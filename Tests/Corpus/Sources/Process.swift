import Foundation

/// How a program ended.
struct Ending {
  /// The exit code; 128 and the signal for one that a signal ended.
  var code: Int32
  var isTimeout: Bool
  /// CPU seconds, of user and system together.
  var seconds: Double
  var megabytes: Int
  var output: String
}

/// Runs a program to its end.
///
/// - Parameters:
///   - arguments: the path and what follows it.
///   - limit: the wall-clock seconds after which it is killed.
///   - log: the file that takes what it writes to both streams.
func execute(_ arguments: [String], limit: Double, log: String) -> Ending {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  defer { words.forEach { free($0) } }
  var pid = pid_t()
  guard posix_spawnp(&pid, arguments[0], &actions, nil, &words, environ) == 0 else {
    return Ending(
      code: 127,
      isTimeout: false,
      seconds: 0,
      megabytes: 0,
      output: "cannot run \(arguments[0])"
    )
  }
  var status: Int32 = 0
  var usage = rusage()
  var isTimeout = false
  let start = Date()
  while wait4(pid, &status, WNOHANG, &usage) == 0 {
    if !isTimeout, Date().timeIntervalSince(start) > limit {
      isTimeout = true
      kill(pid, SIGKILL)
    }
    usleep(1000)
  }
  let signal = status & 0x7F
  #if os(Linux)
  let megabytes = usage.ru_maxrss / 1024
  #else
  let megabytes = usage.ru_maxrss / 1_048_576
  #endif
  return Ending(
    code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
    isTimeout: isTimeout,
    seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
    megabytes: Int(megabytes),
    output: (try? String(decoding: Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self))
      ?? ""
  )
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
}

/// Writes a file, or ends the run: without it no result would mean anything.
func writeFile(_ contents: Data, to path: String) {
  if FileManager.default.createFile(atPath: path, contents: contents) { return }
  FileHandle.standardError.write(Data("corpus: error: cannot write \(path)\n".utf8))
  exit(2)
}
