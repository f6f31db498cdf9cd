import BenchmarkSupport
import Foundation

// HTTP clients against a server on loopback, each client in a process of its own, in interleaved
// rounds; prints one row of JSON a line.
//
//   bench-http [--rounds N] [--scale PERCENT] [--long]
//
// The server is nginx where it is installed, else the test kit's own, in its own process.
// `--long` adds a million requests and streams of 2 GB.

var rounds = 5
var scale = 100
var isLong = false
var rest = CommandLine.arguments.dropFirst()
while let argument = rest.popFirst() {
  switch argument {
  case "--rounds": rounds = rest.popFirst().flatMap { Int($0) } ?? rounds
  case "--scale": scale = rest.popFirst().flatMap { Int($0) } ?? scale
  case "--long": isLong = true
  default: complain("unknown argument \(argument)")
  }
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("bench-http-\(ProcessInfo.processInfo.processIdentifier)")
do {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let server = try WebServer(folder: folder)
  defer { server.stop() }
  let plan = Plan(server: server, folder: folder, rounds: rounds, scale: scale)
  for comparison in plan.comparisons + (isLong ? plan.longComparisons : []) {
    try comparison.rows().forEach { print($0.json) }
  }
} catch {
  complain("\(error)")
  exit(1)
}

func complain(_ message: String) {
  FileHandle.standardError.write(Data("bench-http: \(message)\n".utf8))
}
