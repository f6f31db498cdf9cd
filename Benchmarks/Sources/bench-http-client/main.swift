// One client under load, in a process of its own so that its CPU time is its own.
//
//   bench-http-client CLIENT URL IN_FLIGHT COUNT [CA_FILE]
//   bench-http-client download URL
//   bench-http-client upload URL FILE
//
// prints "COUNT CPU_SECONDS PEAK_KB BYTES". `serve DIRECTORY` serves files instead and prints the
// URL.
import Foundation

/// Does what the arguments say.
func main(_ arguments: [String]) async throws {
  guard arguments.count > 2 else { fail("serve DIRECTORY, or CLIENT URL IN_FLIGHT COUNT") }
  switch arguments[1] {
  case "serve": return try await serve(arguments[2])
  case "download": return try await Streaming(arguments[2]).download()
  case "upload" where arguments.count > 3:
    return try await Streaming(arguments[2]).upload(arguments[3])
  default: break
  }
  guard arguments.count > 4, let inFlight = Int(arguments[3]), let count = Int(arguments[4]) else {
    fail("CLIENT URL IN_FLIGHT COUNT [CA_FILE]")
  }
  let load = try Load(
    arguments[1],
    url: arguments[2],
    inFlight: inFlight,
    count: count,
    authorities: arguments.count > 5 ? arguments[5] : nil
  )
  try await load.run()
}

// Not at top level: the main thread would end up in a call that valgrind cannot follow.
Task.detached {
  do {
    try await main(CommandLine.arguments)
    exit(0)
  } catch {
    fail("\(error)")
  }
}
while true { sleep(3600) }
