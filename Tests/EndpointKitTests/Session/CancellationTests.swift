import Foundation
import Testing

@testable import EndpointKit

struct CancellationTests {
  /// Waits until the condition holds, without measuring time.
  static func until(_ condition: @Sendable () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  /// A transport whose requests end only when they are cancelled.
  final class Hanging: Transport {
    private let waiting = Locked<[ObjectIdentifier: [CheckedContinuation<Void, any Error>]]>([:])
    let started = Locked(0)
    let cancelsGroups: Bool
    init(cancelsGroups: Bool) { self.cancelsGroups = cancelsGroups }

    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportResponse {
      if cancelsGroups, let group = options.group {
        try await withCheckedThrowingContinuation { continuation in
          waiting.withLock { $0[ObjectIdentifier(group), default: []].append(continuation) }
          started.withLock { $0 += 1 }
        }
      } else {
        started.withLock { $0 += 1 }
        while !Task.isCancelled { await Task.yield() }
      }
      throw ClientError(.cancelled, "cancelled")
    }
    func open(_ request: HTTPRequest, options: TransportOptions) async throws -> TransportStream {
      let response = try await send(request, options: options)
      return TransportStream(head: response.head, body: BodyStream(next: { nil }))
    }
    func shutdown() async {}
    func cancel(_ group: TransferGroup) {
      let continuations = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(group)) ?? [] }
      for continuation in continuations {
        continuation.resume(throwing: ClientError(.cancelled, "cancelled"))
      }
    }
  }

  @Test(arguments: [true, false])
  func cancelAllEndsEveryCallOfTheSession(_ cancelsGroups: Bool) async {
    let transport = Hanging(cancelsGroups: cancelsGroups)
    let session = Session.test(transport)
    let tasks = (0..<20).map { _ in
      Task { await Call<Int>(session, Endpoint(.get, "/")).response.error?.kind }
    }
    await Self.until { transport.started.withLock { $0 } == 20 }
    #expect(session.activeCalls == 20)
    session.cancelAll()
    for task in tasks { #expect(await task.value == .cancelled) }
    #expect(session.activeCalls == 0)
  }

  @Test func otherSessionsOfTheTransportGoOn() async {
    let transport = Hanging(cancelsGroups: true)
    let (first, second) = (Session.test(transport), Session.test(transport))
    let one = Task { await Call<Int>(first, Endpoint(.get, "/")).response.error?.kind }
    let two = Task { await Call<Int>(second, Endpoint(.get, "/")).response.error?.kind }
    await Self.until { transport.started.withLock { $0 } == 2 }
    first.cancelAll()
    #expect(await one.value == .cancelled)
    #expect(second.activeCalls == 1)
    second.cancelAll()
    #expect(await two.value == .cancelled)
  }

  @Test(arguments: [true, false])
  func pausesAndRetriersEndToo(_ sleeps: Bool) async {
    let waiting = Locked(false)
    let interceptor = Interceptor(retry: { _, _ in
      if sleeps { return .retry(after: .seconds(3600)) }
      waiting.withLock { $0 = true }
      while !Task.isCancelled { await Task.yield() }
      return .retry
    })
    let transport = ScriptedTransport(cancelsGroups: true) { _, _ in .json("", status: 500) }
    let session = Session.test(transport, interceptor: interceptor) {
      $0.clock.sleep = { _ in
        waiting.withLock { $0 = true }
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    }
    let task = Task { await Call<Int>(session, Endpoint(.get, "/")).response.error?.kind }
    await Self.until { waiting.withLock { $0 } }
    session.cancelAll()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.count == 1)
    #expect(
      try! await Call<JSONValue>(Session.test(ScriptedTransport(.json("1"))), Endpoint(.get, "/"))
        .value == 1
    )
  }

  @Test func aCancelledTaskSendsNothing() async {
    let transport = ScriptedTransport(.json("1"))
    let session = Session.test(transport, interceptor: Interceptor())
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await Call<Int>(session, Endpoint(.get, "/")).response.error?.kind
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.isEmpty)
  }

  @Test func callsCanBeStartedWithoutAsync() async throws {
    let session = Session.test(ScriptedTransport(.json("7")))
    let value = await withCheckedContinuation { continuation in
      let executor = CompletionExecutor { work in DispatchQueue.global().async(execute: work) }
      Call<Int>(session, Endpoint(.get, "/")).start(on: executor) { response in
        continuation.resume(returning: response.value)
      }
    }
    #expect(value == 7)
    let transport = Hanging(cancelsGroups: false)
    let kind = Locked<ClientError.Kind?>(nil)
    let handle = Call<Int>(Session.test(transport), Endpoint(.get, "/")).start { response in
      kind.withLock { $0 = response.error?.kind }
    }
    await Self.until { transport.started.withLock { $0 } == 1 }
    handle.cancel()
    await handle.wait()
    #expect(kind.withLock { $0 } == .cancelled)
  }
}
