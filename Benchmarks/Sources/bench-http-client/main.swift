// One client under load, in a process of its own so that its CPU time is its own.
//
//   bench-http-client CLIENT URL IN_FLIGHT COUNT [CA_FILE]
//
// prints "COUNT CPU_SECONDS PEAK_KB BYTES". `serve DIRECTORY` serves files instead and prints the URL.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count > 1 else { fail("a client is needed") }
if arguments[1] == "serve" {
  guard arguments.count > 2 else { fail("serve DIRECTORY") }
  try await serve(arguments[2])
} else {
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
