import EndpointKit
import EndpointTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  print(try server.start())
  while true { try await Task.sleep(for: .seconds(3600)) }
}
