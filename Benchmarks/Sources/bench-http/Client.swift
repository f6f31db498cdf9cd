import Foundation

/// A client program and how to call it.
struct Client {
  let name: String
  let program: URL
  let arguments: [String]

  /// What one run took.
  struct Result {
    var cpu: Double
    var wall: Double
    var peakKilobytes: Double
  }

  private static let folder =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The baseline in C.
  static func c(_ load: [String]) -> Client {
    Client(
      name: "C on curl_multi",
      program: folder.appendingPathComponent("bench-http-c"),
      arguments: load
    )
  }

  /// One of the Swift clients.
  static func swift(_ client: String, _ load: [String], name: String = "ours") -> Client {
    Client(
      name: name,
      program: folder.appendingPathComponent("bench-http-client"),
      arguments: [client] + load
    )
  }

  /// The curl command.
  static func curl(_ arguments: [String]) -> Client {
    Client(
      name: "curl command",
      program: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["curl", "-s", "-f", "-o", "/dev/null"] + arguments
    )
  }

  /// Runs it to its end.
  func run() throws -> Result {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    let start = Date()
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let wall = Date().timeIntervalSince(start)
    guard process.terminationStatus == 0 else {
      throw Failure("\(name) failed: \(text) (\(arguments.joined(separator: " ")))")
    }
    // "COUNT CPU_SECONDS PEAK_KB BYTES"; the curl command says nothing.
    let fields = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return Result(
      cpu: fields.count > 1 ? fields[1] : wall,
      wall: wall,
      peakKilobytes: fields.count > 2 ? fields[2] : 0
    )
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
