import EndpointKit
import EndpointTesting
import Foundation

/// Serves the files of a directory until the process is killed, where there is no nginx.
func serve(_ directory: String) async throws {
  var configuration = LoopbackServer.Configuration()
  configuration.recordsRequests = false
  let server = LoopbackServer(configuration)
  for name in try FileManager.default.contentsOfDirectory(atPath: directory)
  where name.hasSuffix(".json") {
    let data = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
    server.on(.get, "/\(name)", respond: .data(data, contentType: "application/json"))
  }
  FileHandle.standardOutput.write(Data("\(try server.start())\n".utf8))
  while true { try await Task.sleep(for: .seconds(3600)) }
}
