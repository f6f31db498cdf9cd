import BenchmarkSupport
import EndpointCurl
import EndpointKit

/// One large body in either direction.
struct Streaming {
  private let transport = CurlTransport()
  private let url: HTTPURL

  init(_ url: String) {
    guard let parsed = HTTPURL(url) else { fail("not a URL: \(url)") }
    self.url = parsed
  }

  /// Reads a response piece by piece and drops it.
  func download() async throws {
    let start = CPUTime.now
    let stream = try await transport.open(HTTPRequest(.get, url), options: .init())
    var bytes = 0
    for try await piece in stream.body { bytes += piece.count }
    print(1, CPUTime.now - start, PeakMemory.kilobytes, bytes)
  }

  /// Sends a file.
  func upload(_ path: String) async throws {
    let start = CPUTime.now
    let request = HTTPRequest(.put, url, body: .file(path: path))
    let response = try await transport.send(request, options: .init())
    guard response.head.status == 204 else { fail("status \(response.head.status)") }
    print(1, CPUTime.now - start, PeakMemory.kilobytes, response.metrics.bytesSent)
  }
}
