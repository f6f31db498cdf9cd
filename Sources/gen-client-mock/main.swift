import EndpointKit
import EndpointTesting
import GenClientCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

let run: MockRun
switch MockRun.make(Array(CommandLine.arguments.dropFirst())) {
case .success(let made): run = made
case .failure(let reason): exit(reason.code)
}

var configuration = LoopbackServer.Configuration()
configuration.port = run.port
configuration.recordsRequests = false
let server = LoopbackServer(configuration) { [run] request in
  let answer = run.service.respond(
    to: MockRequest(
      method: request.method.rawValue,
      path: request.path,
      query: request.queryItems,
      fields: request.fields.map { ($0.name, $0.value) },
      body: Array(request.body)
    )
  )
  if !run.isQuiet {
    print("\(request.method) \(request.target) → \(answer.status)")
    fflush(nil)
  }
  var fields = HTTPFields()
  for (name, value) in answer.fields { fields.append(name, value) }
  return ServerResponse(
    status: answer.status,
    fields: fields,
    steps: answer.body.isEmpty ? [] : [.send(Data(answer.body))]
  )
}
do {
  let url = try server.start()
  print("Serving \(run.service.operations.count) operations at \(url) (interrupt to stop)")
  fflush(nil)
} catch {
  print("cannot listen on port \(run.port): \(error)")
  exit(1)
}
while true { pause() }
