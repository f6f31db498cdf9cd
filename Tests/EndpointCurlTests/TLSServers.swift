import EndpointKit
import Foundation
import Testing

/// Servers in Python with certificates from `openssl`, one set for all tests of a process.
///
/// Nobody here wrote either side of their TLS.
struct TLSServers: Sendable {
  /// The folder of the certificates.
  let folder: String
  private let ports: [String: Int]

  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("TLS").path

  /// Whether what they are made with is here.
  static let areAvailable = program("openssl") != nil && program("python3") != nil

  /// A Python that has the `h2` package: that of the integration tests, else any.
  static let pythonWithHTTP2: String? = {
    let venv =
      ProcessInfo.processInfo.environment["INTEGRATION_VENV"]
      ?? sources + "/../Integration/.build/venv"
    let candidates = [venv + "/bin/python"] + [program("python3")].compactMap { $0 }
    return candidates.first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? run(python, ["-c", "import h2"])) != nil
    }
  }()

  static let shared = Result { try TLSServers() }

  private init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("tls-\(UInt64.random(in: 0 ... .max))").path
    try TLSServers.run(TLSServers.sources + "/certificates", [folder])
    var ports = try TLSServers.start("python3", "server.py", folder)
    if let python = TLSServers.pythonWithHTTP2 {
      ports.merge(try TLSServers.start(python, "http2.py", folder)) { $1 }
    }
    self.ports = ports
  }

  /// The URL of a server.
  func url(_ name: String, host: String = "localhost", _ target: String = "/") throws -> HTTPURL {
    let port = try #require(ports[name])
    return try #require(HTTPURL("https://\(host):\(port)\(target)"))
  }

  /// The path of a file that was made.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The text of a file that was made.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Programs

  private struct Failure: Error { let program: String, status: Int32 }

  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(program: path, status: process.terminationStatus)
    }
  }

  /// Starts a server that tells its ports, and ends when this process does: its input ends then.
  private static func start(
    _ python: String,
    _ script: String,
    _ folder: String
  ) throws -> [String: Int] {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(
      fileURLWithPath: python.contains("/") ? python : try #require(program(python))
    )
    process.arguments = ["\(sources)/\(script)", folder]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    inputs.withLock { $0.append(input) }
    var line = Data()
    while line.last != 10 {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      guard !byte.isEmpty else { throw Failure(program: script, status: -1) }
      line += byte
    }
    return try JSONDecoder().decode([String: Int].self, from: line)
  }

  /// Kept open for as long as the process lives.
  private static let inputs = Kept()

  private final class Kept: @unchecked Sendable {
    private let lock = NSLock()
    private var pipes: [Pipe] = []
    func withLock(_ body: (inout [Pipe]) -> Void) { lock.withLock { body(&pipes) } }
  }
}
