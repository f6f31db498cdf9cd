#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Runs a program, feeds it text and collects what it writes, without blocking a thread.
struct ChildProgram: Sendable {
  let arguments: [String]

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - input: its standard input, not long.
  ///   - timeout: how long it may take before it is killed.
  /// - Returns: its exit status, 128 and the signal's number where one ended it, and its output.
  func run(input: String, timeout: Duration) async throws -> (status: Int32, output: String) {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    throw OAuth2Error(.store, "this system starts no other programs")
    #else
    var input = Array(input.utf8)[...]
    guard input.count <= 65_536 else { throw OAuth2Error(.store, "the token is too long") }
    let (process, writing, reading) = try start()
    var output: [UInt8] = []
    var isInputOpen = true
    defer {
      if isInputOpen { close(writing) }
      close(reading)
    }
    let deadline = ContinuousClock.now + timeout
    do {
      while true {
        if isInputOpen {
          let count = SystemCall.send(writing, Array(input))
          if count > 0 { input = input.dropFirst(count) }
          if input.isEmpty || (count < 0 && errno != EAGAIN) {
            isInputOpen = false
            close(writing)
          }
        }
        let isOver = collect(reading, &output)
        var status: Int32 = 0
        if isOver {
          let ended = waitpid(process, &status, WNOHANG)
          // A host program that ignores the end of its children has taken the status away.
          if ended == process || (ended < 0 && errno == ECHILD) {
            return (exitStatus(status), String(decoding: output, as: UTF8.self))
          }
        }
        guard ContinuousClock.now < deadline else {
          throw OAuth2Error(.store, "\(arguments.first ?? "") took too long")
        }
        try await Task.sleep(for: .milliseconds(2))
      }
    } catch {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
      throw error
    }
    #endif
  }

  /// Reads what there is.
  ///
  /// - Returns: whether the program has closed its output.
  private func collect(_ descriptor: Int32, _ output: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN && errno != EINTR }
      output += buffer.prefix(count)
      if output.count > 1 << 20 { return true }
    }
  }

  private func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  /// Starts the program with pipes for input and output.
  private func start() throws -> (process: pid_t, writing: Int32, reading: Int32) {
    guard let name = arguments.first else {
      throw OAuth2Error(.store, "the store's command is empty")
    }
    var input: [Int32] = [-1, -1]
    var output: [Int32] = [-1, -1]
    // A socket, since writing to one need not raise a signal when the program has gone.
    guard SystemCall.streamPair(&input) else { throw FileFailure("could not make a socket") }
    guard pipe(&output) == 0 else {
      input.forEach { close($0) }
      throw FileFailure("could not make a pipe")
    }
    for descriptor in [input[1], output[0]] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_addclose(&actions, input[0])
    posix_spawn_file_actions_addclose(&actions, output[1])
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, name, &actions, nil, words, environ)
    close(input[0])
    close(output[1])
    guard code == 0 else {
      close(input[1])
      close(output[0])
      throw OAuth2Error(.store, "could not start \(name): \(String(cString: strerror(code)))")
    }
    return (process, input[1], output[0])
  }
  #endif
}
