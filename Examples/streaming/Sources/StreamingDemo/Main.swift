import EndpointCurl
import EndpointKit
import EndpointTesting

/// Reads a stream of events from a server on this machine, one by one.
@main
enum StreamingDemo {
  static func main() async throws {
    let server = LoopbackServer()
    let events = (1...3).map { "data: {\"number\":\($0)}\n\n" }.joined()
    server.on(.get, "/ticks", respond: .text(events, contentType: "text/event-stream"))
    let url = try server.start()

    let ticker = Ticker(session: Ticker.session(server: Server(url), transport: .curl))
    for try await tick in ticker.ticks.watchTicks().stream {
      print("tick \(tick.number)")
    }
    await server.stop()
  }
}
