internal import EndpointKit

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Feeds a request body to libcurl from memory, files and asynchronous streams, in turn.
///
/// libcurl reads under the loop's lock. A stream's chunks come from a task that runs ahead of it
/// by a bounded number of bytes.
final class UploadSource: @unchecked Sendable {
  enum Outcome {
    case bytes(Int)
    case end
    case wait
    case failed(any Error)
  }

  private enum Piece {
    case data(Data)
    case file(path: String)
    case stream(@Sendable () async throws -> BodyStream)
  }

  let length: Int64?
  private let isReplayable: Bool
  private let pieces: [Piece]
  private let highWater: Int
  /// Tells the loop that a paused upload can go on.
  private let wake: @Sendable () -> Void

  // Touched under the loop's lock only.
  private(set) var sent: Int64 = 0
  private var index = 0
  private var offset = 0
  private var descriptor: Int32 = -1
  private var feed: StreamFeed?
  private var hasOpenedStream = false

  /// Takes a body apart.
  ///
  /// - Parameters:
  ///   - body: the request body.
  ///   - highWater: how many bytes of a stream to read ahead.
  ///   - wake: tells the loop that a paused upload can go on.
  init(_ body: HTTPBody, highWater: Int, wake: @escaping @Sendable () -> Void) {
    length = body.length
    isReplayable = body.isReplayable
    pieces = UploadSource.pieces(of: body)
    self.highWater = highWater
    self.wake = wake
  }

  deinit { stop() }

  private static func pieces(of body: HTTPBody) -> [Piece] {
    switch body.source {
    case .data(let data): [.data(data)]
    case .file(let path): [.file(path: path)]
    case .stream(let open): [.stream(open)]
    case .parts(let parts): parts.flatMap(pieces)
    }
  }

  /// Reads the next bytes, as many as there are without waiting.
  func read(into buffer: UnsafeMutableRawPointer, _ capacity: Int) -> Outcome {
    if let length, sent >= length { return .end }
    let room = length.map { Int(min(Int64(capacity), $0 - sent)) } ?? capacity
    while index < pieces.count {
      let outcome =
        switch pieces[index] {
        case .data(let data): read(data, buffer, room)
        case .file(let path): readFile(path, buffer, room)
        case .stream(let open): readStream(open, buffer, room)
        }
      switch outcome {
      case .bytes(let count):
        sent += Int64(count)
        return outcome
      case .wait, .failed: return outcome
      case .end:
        closePiece()
        index += 1
      }
    }
    if let length, sent < length {
      return .failed(
        ClientError(
          .requestEncoding,
          "the request body ended after \(sent) of the \(length) bytes it was said to have"
        )
      )
    }
    return .end
  }

  private func read(_ data: Data, _ buffer: UnsafeMutableRawPointer, _ room: Int) -> Outcome {
    let count = min(room, data.count - offset)
    guard count > 0 else { return .end }
    let start = data.startIndex + offset
    data.copyBytes(
      to: UnsafeMutableRawBufferPointer(start: buffer, count: count),
      from: start..<(start + count)
    )
    offset += count
    return .bytes(count)
  }

  private func readFile(
    _ path: String,
    _ buffer: UnsafeMutableRawPointer,
    _ room: Int
  ) -> Outcome {
    if descriptor < 0 {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return .failed(fileError(path)) }
    }
    while true {
      #if canImport(Darwin)
      let count = Darwin.read(descriptor, buffer, room)
      #elseif canImport(Glibc)
      let count = Glibc.read(descriptor, buffer, room)
      #elseif canImport(Musl)
      let count = Musl.read(descriptor, buffer, room)
      #endif
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno != EINTR { return .failed(fileError(path)) }
    }
  }

  private func fileError(_ path: String) -> ClientError {
    let words = strerror(errno).map { String(cString: $0) } ?? "unknown"
    return ClientError(.file, "the file of the request body cannot be read: \(path): \(words)")
  }

  private func readStream(
    _ open: @escaping @Sendable () async throws -> BodyStream,
    _ buffer: UnsafeMutableRawPointer,
    _ room: Int
  ) -> Outcome {
    hasOpenedStream = true
    let feed = feed ?? StreamFeed(open, highWater: highWater, wake: wake)
    self.feed = feed
    return feed.read(into: buffer, room)
  }

  private func closePiece() {
    if descriptor >= 0 {
      _ = closeDescriptor(descriptor)
      descriptor = -1
    }
    feed?.stop()
    feed = nil
    offset = 0
  }

  /// Starts again from the first byte.
  ///
  /// - Returns: whether that is possible: not once a stream has been opened that opens only once.
  func rewind() -> Bool {
    guard isReplayable || !hasOpenedStream else { return false }
    closePiece()
    index = 0
    sent = 0
    return true
  }

  /// Ends a stream's task and closes files.
  func stop() { closePiece() }
}

/// Pulls a stream's chunks in a task and holds them until libcurl asks.
final class StreamFeed: @unchecked Sendable {
  private struct State {
    var buffer = ByteBuffer()
    /// How many bytes at the front of the buffer have been given out.
    var offset = 0
    var isEnded = false
    var error: (any Error)?
    var isStopped = false
    /// libcurl has been told to wait.
    var isStarving = false
    /// The task waits for room.
    var room: UnsafeContinuation<Void, Never>?
    var task: Task<Void, Never>?

    var count: Int { buffer.count - offset }
  }

  private let lock = Lock()
  private let state: UnsafeMutablePointer<State>
  private let highWater: Int
  private let wake: @Sendable () -> Void

  init(
    _ open: @escaping @Sendable () async throws -> BodyStream,
    highWater: Int,
    wake: @escaping @Sendable () -> Void
  ) {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    self.highWater = highWater
    self.wake = wake
    let task = Task.detached { await self.pump(open) }
    lock.withLock { state.pointee.task = task }
  }

  deinit {
    state.pointee.buffer.free()
    state.deinitialize(count: 1)
    state.deallocate()
    lock.destroy()
  }

  private func pump(_ open: @Sendable () async throws -> BodyStream) async {
    do {
      let stream = try await open()
      for try await chunk in stream {
        await roomForMore()
        guard store(chunk) else { return stream.cancel() }
      }
      end(nil)
    } catch {
      end(error)
    }
  }

  private func roomForMore() async {
    await withUnsafeContinuation { continuation in
      let mayGoOn = lock.withLock {
        if state.pointee.count < highWater || state.pointee.isStopped { return true }
        state.pointee.room = continuation
        return false
      }
      if mayGoOn { continuation.resume() }
    }
  }

  private func store(_ chunk: Data) -> Bool {
    let (isStored, wakes) = lock.withLock {
      guard !state.pointee.isStopped else { return (false, false) }
      if state.pointee.offset > 0 {
        state.pointee.buffer.removeFirst(state.pointee.offset)
        state.pointee.offset = 0
      }
      let isStored = chunk.withUnsafeBytes { bytes in
        bytes.baseAddress.map { state.pointee.buffer.append($0, bytes.count) } ?? true
      }
      return (isStored, takeStarving())
    }
    if wakes { wake() }
    return isStored
  }

  private func takeStarving() -> Bool {
    defer { state.pointee.isStarving = false }
    return state.pointee.isStarving
  }

  private func end(_ error: (any Error)?) {
    let wakes = lock.withLock {
      state.pointee.isEnded = true
      state.pointee.error = error
      state.pointee.task = nil
      return takeStarving()
    }
    if wakes { wake() }
  }

  func read(into target: UnsafeMutableRawPointer, _ room: Int) -> UploadSource.Outcome {
    let (outcome, waiter): (UploadSource.Outcome, UnsafeContinuation<Void, Never>?) =
      lock.withLock {
        let count = min(room, state.pointee.count)
        guard count > 0, let base = state.pointee.buffer.base else {
          if let error = state.pointee.error { return (.failed(error), nil) }
          if state.pointee.isEnded { return (.end, nil) }
          state.pointee.isStarving = true
          return (.wait, nil)
        }
        memcpy(target, base + state.pointee.offset, count)
        state.pointee.offset += count
        if state.pointee.count == 0 {
          state.pointee.buffer.clear()
          state.pointee.offset = 0
        }
        guard state.pointee.count < highWater else { return (.bytes(count), nil) }
        defer { state.pointee.room = nil }
        return (.bytes(count), state.pointee.room)
      }
    waiter?.resume()
    return outcome
  }

  /// Ends the task; what it has read is dropped.
  func stop() {
    let (task, room) = lock.withLock {
      state.pointee.isStopped = true
      state.pointee.isStarving = false
      defer {
        state.pointee.room = nil
        state.pointee.task = nil
      }
      return (state.pointee.task, state.pointee.room)
    }
    task?.cancel()
    room?.resume()
  }
}
