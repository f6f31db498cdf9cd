import BenchmarkSupport
import Foundation

// Runs the benchmark programs that stand beside it, prints their rows as one table, and writes
// them to a file.
//
//   bench [--output FILE] [NAME…]

/// The programs run where no names are given, in this order; those that were not built are named
/// and passed over.
let programs = ["bench-json", "bench-http"]

var names: [String] = []
var output: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--output" {
    output = arguments.popFirst()
  } else {
    names.append(argument)
  }
}

func complain(_ message: String) {
  FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
}

let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
var lines: [String] = []
var hasFailed = false
for name in names.isEmpty ? programs : names {
  let program = folder.appendingPathComponent(name)
  guard FileManager.default.isExecutableFile(atPath: program.path) else {
    complain("there is no \(name) here")
    hasFailed = hasFailed || !names.isEmpty
    continue
  }
  do {
    lines += try rows(of: program)
  } catch {
    complain("\(name): \(error)")
    hasFailed = true
  }
}

/// The rows that a program prints: its lines that are JSON objects.
func rows(of program: URL) throws -> [String] {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = program
  process.standardOutput = pipe
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw CocoaError(.executableRuntimeMismatch)
  }
  return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("{") }
}

print(Table(lines).text)
if let output {
  let text = "[\n" + lines.map { "  \($0)" }.joined(separator: ",\n") + "\n]\n"
  do {
    try Data(text.utf8).write(to: URL(fileURLWithPath: output))
  } catch {
    complain("\(output): \(error)")
    hasFailed = true
  }
}
exit(hasFailed ? 1 : 0)
