import Foundation

/// The servers that the clients are measured against.
final class WebServer {
  /// Serves the files; over HTTP/1.1.
  let plain: String
  /// Serves the files over HTTP/2 and TLS; `nil` where there is no nginx or no openssl.
  let secure: String?
  /// The certificate to trust.
  let authorities: String
  /// Takes uploads and gives a stream; the test kit's server.
  let streaming: String
  private var processes: [Process] = []

  /// Writes the files and starts the servers.
  init(folder: URL) throws {
    let content = folder.appendingPathComponent("www")
    try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
    try Data(#"{"ok":true}"#.utf8 + [10]).write(to: content.appendingPathComponent("small.json"))
    try Data(Payload.issues(bytes: 12_000)).write(to: content.appendingPathComponent("issue.json"))
    authorities = folder.appendingPathComponent("certificate.pem").path
    let (kit, url) = try WebServer.startKit(content)
    processes.append(kit)
    streaming = url
    guard let nginx = WebServer.find("nginx") else {
      FileHandle.standardError.write(
        Data("bench-http: no nginx here; the test kit's server stands in\n".utf8)
      )
      (plain, secure) = (url, nil)
      return
    }
    let hasTLS = WebServer.makeCertificate(folder)
    let ports = [try WebServer.freePort(), try WebServer.freePort()]
    let configuration = WebServer.configuration(folder, content, ports, hasTLS: hasTLS)
    let file = folder.appendingPathComponent("nginx.conf")
    try Data(configuration.utf8).write(to: file)
    let process = Process()
    process.executableURL = nginx
    process.arguments = ["-c", file.path, "-p", folder.path, "-e", "stderr"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    processes.append(process)
    plain = "http://127.0.0.1:\(ports[0])"
    secure = hasTLS ? "https://localhost:\(ports[1])" : nil
    try WebServer.waitFor(plain + "/small.json")
  }

  /// Ends the servers.
  func stop() {
    processes.forEach { $0.terminate() }
    processes.forEach { $0.waitUntilExit() }
  }

  private static func startKit(_ content: URL) throws -> (Process, String) {
    let client = Client.swift("serve", [content.path])
    let process = Process()
    let pipe = Pipe()
    process.executableURL = client.program
    process.arguments = client.arguments
    process.standardOutput = pipe
    try process.run()
    var line = Data()
    while line.last != 10 {
      let byte = pipe.fileHandleForReading.readData(ofLength: 1)
      guard !byte.isEmpty else { throw Client.Failure("the test kit's server did not start") }
      line += byte
    }
    return (process, String(decoding: line.dropLast(), as: UTF8.self))
  }

  private static func find(_ program: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/usr/local/sbin"])
      .map { URL(fileURLWithPath: $0).appendingPathComponent(program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private static func makeCertificate(_ folder: URL) -> Bool {
    guard let openssl = find("openssl") else { return false }
    let process = Process()
    process.executableURL = openssl
    process.currentDirectoryURL = folder
    process.arguments = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "certificate.pem",
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  private static func configuration(
    _ folder: URL,
    _ content: URL,
    _ ports: [Int],
    hasTLS: Bool
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "  \($0)_temp_path \(folder.path)/\($0);\n" }.joined()
    let secure = """
        server {
          listen 127.0.0.1:\(ports[1]) ssl http2; root \(content.path);
          ssl_certificate \(folder.path)/certificate.pem;
          ssl_certificate_key \(folder.path)/key.pem;
        }
      """
    return """
      worker_processes 1; daemon off; pid \(folder.path)/nginx.pid;
      events { worker_connections 4096; }
      http {
        access_log off; keepalive_requests 1000000000; keepalive_timeout 600s;
        default_type application/json; types { }
        sendfile on; tcp_nopush on; open_file_cache max=100; open_file_cache_valid 600s;
      \(temporary)
        server { listen 127.0.0.1:\(ports[0]) backlog=4096; root \(content.path); }
      \(hasTLS ? secure : "")
      }
      """
  }

  /// A port that nobody listens on at the moment.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard status == 0 else { throw Client.Failure("there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func waitFor(_ url: String) throws {
    for _ in 0..<100 {
      if (try? Client.curl([url]).run()) != nil { return }
      usleep(50_000)
    }
    throw Client.Failure("nginx did not start")
  }
}
