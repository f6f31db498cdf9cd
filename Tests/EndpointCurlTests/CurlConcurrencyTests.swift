import EndpointCurl
import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct CurlConcurrencyTests {
  private func run(
    _ server: LoopbackServer,
    _ change: (inout CurlTransport.Configuration) -> Void = { _ in },
    _ body: (CurlTransport, LoopbackServer) async throws -> Void
  ) async throws {
    var configuration = CurlTransport.Configuration()
    change(&configuration)
    let transport = CurlTransport(configuration)
    try server.start()
    do {
      try await body(transport, server)
    } catch {
      await transport.shutdown()
      await server.stop()
      throw error
    }
    await transport.shutdown()
    while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
  }

  @Test func `two thousand requests share sixty-four connections`() async throws {
    try await run(LoopbackServer { .text($0.target) }) {
      $0.maximumConnectionsPerHost = 64
    } _: { transport, server in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<2_000 {
          let request = try server.request(.get, "/\(number)")
          group.addTask {
            try await transport.send(request, options: .init()).text == "/\(number)"
          }
        }
        var right = 0
        for try await isRight in group where isRight { right += 1 }
        #expect(right == 2_000)
      }
      #expect(server.acceptedConnections <= 64)
    }
  }

  @Test func `fifty parallel calls in twenty rounds lose nothing`() async throws {
    let server = LoopbackServer()
    server.on(nil, "/r", respond: .redirect(to: "/ok"))
    server.on(nil, "/ok") { request in
      ServerResponse.json("{}").delayed(.milliseconds(request.index % 20))
    }
    try await run(server) { transport, server in
      for _ in 0..<20 {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<50 {
            let (from, to) = (try server.request(.get, "/r"), try server.request(.get, "/ok"))
            group.addTask {
              let redirect = try await transport.send(from, options: .init())
              guard redirect.head.status == 302 else { return redirect.head.status }
              return try await transport.send(to, options: .init()).head.status
            }
          }
          for try await status in group { #expect(status == 200) }
        }
      }
      #expect(server.requestCount == 2_000)
    }
  }

  @Test(arguments: [1, 3])
  func `tasks on the event threads make requests`(loops: Int) async throws {
    try await run(LoopbackServer { .text($0.target) }) {
      $0.eventLoops = loops
    } _: { transport, server in
      let requests = try (0..<200).map { try server.request(.get, "/\($0)") }
      for executor in transport.executors {
        try await withThrowingTaskGroup(of: String.self) { group in
          for request in requests {
            group.addTask(executorPreference: executor) {
              _ = try await transport.send(request, options: .init())
              return try await transport.send(request, options: .init()).text
            }
          }
          var texts: Set<String> = []
          for try await text in group { texts.insert(text) }
          #expect(texts.count == 200)
        }
      }
    }
  }

  @Test func `an executor outlives the shutdown of its transport`() async throws {
    let executor: any TaskExecutor
    do {
      let transport = CurlTransport()
      executor = transport.executor
      await transport.shutdown()
    }
    let value = await Task(executorPreference: executor) {
      await Task.yield()
      return 42
    }.value
    #expect(value == 42)
  }

  /// What a task does until it is cancelled.
  enum Work: CaseIterable {
    case get, upload, stream
  }

  @Test(arguments: Work.allCases)
  func `cancelling at any moment loses no task and leaves the transport usable`(
    work: Work
  ) async throws {
    let server = LoopbackServer { request in
      let response = ServerResponse.data(Data(repeating: 1, count: 20_000)).chunked(size: 1_000)
      return request.index % 3 == 0 ? response.delayed(.milliseconds(1)) : response
    }
    try await run(server) { transport, server in
      let request = try server.request(
        work == .upload ? .post : .get,
        body: work == .upload ? .replayable { BodyStream(Pieces(count: 20, size: 5_000)) } : nil
      )
      let kinds = try await withThrowingTaskGroup(of: ClientError.Kind?.self) { group in
        for number in 0..<1_500 {
          group.addTask {
            let task = Task {
              guard work == .stream else {
                return try await transport.send(request, options: .init()).body.count
              }
              let stream = try await transport.open(request, options: .init())
              return try await stream.body.collected().count
            }
            // From "before it began" to "after it ended".
            for _ in 0..<(number % 40) { await Task.yield() }
            if number % 5 == 0 { try? await Task.sleep(for: .microseconds(number)) }
            task.cancel()
            let error = await failure {
              let count = try await task.value
              #expect(count == 20_000)
            }
            return error?.kind
          }
        }
        var kinds: [ClientError.Kind?] = []
        for try await kind in group { kinds.append(kind) }
        return kinds
      }
      #expect(kinds.count == 1_500)
      #expect(kinds.allSatisfy { $0 == nil || $0 == .cancelled })
      #expect(kinds.contains(.cancelled))
      let last = try await transport.send(server.request(), options: .init())
      #expect(last.body.count == 20_000)
    }
  }

  @Test func `a task cancelled before it asks gets no answer`() async throws {
    try await run(LoopbackServer { _ in .text("late") }) { transport, server in
      let request = try server.request()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(request, options: .init())
      }
      let error = await failure { try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(server.requestCount == 0)
    }
  }

  @Test func `timeouts end exactly the requests they belong to`() async throws {
    let server = LoopbackServer()
    server.on(nil, "/never", respond: .never)
    server.on(nil, "/soon", respond: .text("soon").delayed(.milliseconds(20)))
    try await run(server) { transport, server in
      let (never, soon) = (try server.request(.get, "/never"), try server.request(.get, "/soon"))
      try await withThrowingTaskGroup(of: (Bool, ClientError?).self) { group in
        for number in 0..<100 {
          let isNever = number % 2 == 0
          group.addTask {
            let options = TransportOptions.with {
              $0.timeout = isNever ? .milliseconds(10 + number) : .seconds(60)
            }
            let error = await failure {
              try await transport.send(isNever ? never : soon, options: options)
            }
            return (isNever, error)
          }
        }
        for try await (isNever, error) in group {
          #expect(error?.kind == (isNever ? .timeout : nil))
        }
      }
    }
  }

  @Test func `dropping the transport closes its connections`() async throws {
    let server = LoopbackServer { _ in .text("x") }
    try server.start()
    do {
      let transport = CurlTransport()
      _ = try await transport.send(server.request(), options: .init())
      #expect(server.openConnections == 1)
    }
    while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
  }
}
