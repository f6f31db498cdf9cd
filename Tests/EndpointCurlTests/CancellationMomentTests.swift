import EndpointCurl
import EndpointKit
import EndpointTesting
import Foundation
import Testing

/// Calls of every kind through a whole session, cancelled at ten thousand moments between "before
/// it began" and "after it ended".
@Suite(.serialized)
struct CancellationMomentTests {
  /// What is cancelled.
  enum Work: String, CaseIterable, CustomTestStringConvertible {
    case call, upload, download, stream

    var testDescription: String { rawValue }
  }

  /// When to cancel.
  enum Moment: Sendable {
    /// After so many turns of the scheduler.
    case turns(Int)
    /// After this part of the time that the work takes beside others.
    case share(Double)
    /// When nothing is left to cancel.
    case end

    /// One in fifty is the end, and some come before the work has had a turn, so that both outcomes
    /// are seen however fast the machine is.
    init(_ number: Int, _ generator: inout SplitMix) {
      if number % 50 == 49 {
        self = .end
      } else if Bool.random(using: &generator) {
        self = .turns(Int.random(in: 0..<80, using: &generator))
      } else {
        self = .share(Double.random(in: 0..<1.5, using: &generator))
      }
    }

    func wait(for task: Task<Void, any Error>, taking duration: Duration) async {
      switch self {
      case .turns(let turns): for _ in 0..<turns { await Task.yield() }
      case .share(let share): try? await Task.sleep(for: duration * share)
      case .end: _ = await task.result
      }
    }
  }

  /// Gives the same numbers in each run.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let size = 4_000

  /// Answers in pieces, at once or a little later.
  private static func server() -> LoopbackServer {
    var configuration = LoopbackServer.Configuration()
    configuration.recordsRequests = false
    return LoopbackServer(configuration) { request in
      let body =
        request.target == "/lines"
        ? Data(String(repeating: "{\"a\":1}\n", count: size / 8).utf8)
        : Data(repeating: 0x20, count: size)
      let response = ServerResponse.data(body).chunked(size: 500)
      return request.index % 4 == 0 ? response.delayed(.milliseconds(1)) : response
    }
  }

  /// Does the work and checks what it came to, if it came to anything.
  private static func run(_ work: Work, _ session: Session, into file: String) async throws {
    switch work {
    case .call:
      let data = try await session.value(of: Endpoint(.get, "/"), as: .data)
      #expect(data.count == size)
    case .upload:
      var endpoint = Endpoint(.post, "/")
      endpoint.upload(.replayable { BodyStream(Pieces(count: 8, size: 500)) })
      let data = try await session.value(of: endpoint, as: .data)
      #expect(data.count == size)
    case .download:
      let call = session.call(Endpoint(.get, "/"), as: .data)
      let result = try await call.download(to: file)
      #expect(result.byteCount == Int64(size))
    case .stream:
      let call = StreamCall<JSONValue>(session, Endpoint(.get, "/lines"), .jsonLines)
      var count = 0
      for try await _ in call.stream { count += 1 }
      // The end of the task ends the sequence as well.
      if !Task.isCancelled { #expect(count == size / 8) }
    }
  }

  @Test(arguments: Work.allCases)
  func `leaves no request, no task and no file behind`(work: Work) async throws {
    let server = Self.server()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moments-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let transport = CurlTransport.curl { $0.proxy = .none }
    let session = Session(server: Server(try server.start()), transport: transport)
    var generator = SplitMix(state: 42)
    let moments = (0..<2_500).map { Moment($0, &generator) }

    let duration = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          let file = folder.appendingPathComponent("first-\(number)").path
          group.addTask { try await Self.run(work, session, into: file) }
        }
        try await group.waitForAll()
      }
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).count

    let kinds = await withTaskGroup(of: ClientError.Kind?.self) { group in
      func add(_ number: Int) {
        group.addTask {
          let file = folder.appendingPathComponent("\(number)").path
          let task = Task { try await Self.run(work, session, into: file) }
          await moments[number].wait(for: task, taking: min(duration, .milliseconds(10)))
          task.cancel()
          let kind = await failure { try await task.value }?.kind
          if work == .download {
            #expect(FileManager.default.fileExists(atPath: file) == (kind == nil))
          }
          return kind
        }
      }
      var kinds: [ClientError.Kind?] = []
      for number in 0..<64 { add(number) }
      for next in 64..<moments.count + 64 {
        kinds.append(await group.next() ?? nil)
        if next < moments.count { add(next) }
      }
      return kinds
    }

    #expect(kinds.count == moments.count)
    #expect(kinds.allSatisfy { $0 == nil || $0 == .cancelled })
    #expect(kinds.contains(nil) && kinds.contains(.cancelled))
    #expect(session.activeCalls == 0)
    let finished = kinds.count { $0 == nil }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).count
    #expect(left - before == (work == .download ? finished : 0))
    // Usable as before.
    try await Self.run(work, session, into: folder.appendingPathComponent("last").path)
    await transport.shutdown()
    while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    await server.stop()
  }
}
