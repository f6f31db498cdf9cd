// Drives every grant of a django-oauth-toolkit server through the project's own client.
//
//   integration SERVER-URL TOKEN-FILE

import EndpointCurl
import EndpointKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

guard CommandLine.arguments.count == 3 else {
  print("usage: integration SERVER-URL TOKEN-FILE")
  exit(2)
}
let grants = Grants(server: CommandLine.arguments[1], tokenFile: CommandLine.arguments[2])
var failures = 0
for (name, check) in grants.all {
  do {
    try await check()
    print("ok    \(name)")
  } catch {
    failures += 1
    print("FAIL  \(name): \(error)")
  }
}
print(failures == 0 ? "every grant works" : "\(failures) of \(grants.all.count) failed")
exit(failures == 0 ? 0 : 1)
