import EndpointKit
import EndpointTesting
import Foundation

/// Serves the files of a directory until the process is killed, where there is no nginx.
func serve(_ directory: String) async throws {
  var configuration = LoopbackServer.Configuration()
  configuration.recordsRequests = false
  configuration.recordedBodyLimit = 0
  let server = LoopbackServer(configuration)
  for name in try FileManager.default.contentsOfDirectory(atPath: directory)
  where name.hasSuffix(".json") {
    let data = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
    server.on(.get, "/\(name)", respond: .data(data, contentType: "application/json"))
  }
  let megabyte = Data(repeating: 0, count: 1 << 20)
  server.on(
    .get,
    "/stream",
    respond: ServerResponse(steps: [.sendRepeatedly(megabyte, count: 2_048)])
  )
  server.on(.put, "/upload", respond: .status(204))
  FileHandle.standardOutput.write(Data("\(try server.start())\n".utf8))
  while true { try await Task.sleep(for: .seconds(3600)) }
}
