#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPBody {
  /// A file, read in pieces while it is sent, at each try from the start.
  ///
  /// - Parameter path: where it is; a file that is missing when the body is made has no length and
  ///   fails when it is sent.
  public static func file(path: String) -> HTTPBody {
    HTTPBody(source: .file(path: path), length: fileSize(path), isReplayable: true)
  }

  /// A stream that is opened anew at each try.
  ///
  /// - Parameters:
  ///   - length: the length in bytes, where it is known.
  ///   - open: makes the stream; called once for each try.
  public static func replayable(
    length: Int64? = nil,
    _ open: @escaping @Sendable () async throws -> BodyStream
  ) -> HTTPBody {
    HTTPBody(source: .stream(open), length: length, isReplayable: true)
  }

  /// An asynchronous sequence of pieces that can be iterated once.
  ///
  /// - Parameters:
  ///   - sequence: the pieces.
  ///   - length: the length in bytes, where it is known.
  public static func sequence<Pieces: AsyncSequence & Sendable>(
    _ sequence: Pieces,
    length: Int64? = nil
  ) -> HTTPBody where Pieces.Element == Data {
    .stream(BodyStream(sequence), length: length)
  }

  private static func fileSize(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// The body as a stream of pieces, from the start.
  ///
  /// For transports that want one shape for all sources.
  ///
  /// - Parameter pieceSize: how much is read from a file at a time.
  /// - Returns: the stream.
  /// - Throws: what opening a stream throws.
  public func openStream(pieceSize: Int = 64 << 10) async throws -> BodyStream {
    switch source {
    case .data(let data):
      let rest = Locked<Data?>(data)
      return BodyStream(next: {
        rest.withLock { data in
          defer { data = nil }
          return data.flatMap { $0.isEmpty ? nil : $0 }
        }
      })
    case .file(let path):
      let reader = FileReader(path: path, pieceSize: pieceSize)
      return BodyStream(next: { try reader.next() }, cancel: { reader.close() })
    case .stream(let open): return try await open()
    case .parts(let parts):
      let chain = BodyChain(parts: parts, pieceSize: pieceSize)
      return BodyStream(next: { try await chain.next() }, cancel: { chain.cancel() })
    }
  }
}

extension BodyStream {
  /// Makes a stream from any asynchronous sequence of pieces.
  ///
  /// - Parameter sequence: the pieces; iterated once.
  public init<Pieces: AsyncSequence & Sendable>(_ sequence: Pieces) where Pieces.Element == Data {
    let cell = IteratorCell(sequence.makeAsyncIterator())
    self.init(next: { try await cell.next() })
  }
}

/// Holds an iterator that one consumer at a time advances.
private final class IteratorCell<Iterator: AsyncIteratorProtocol>: @unchecked Sendable
where Iterator.Element == Data {
  // BodyStream's contract is one consumer at a time, so the iterator is never used concurrently.
  private var iterator: Iterator

  init(_ iterator: Iterator) { self.iterator = iterator }

  func next() async throws -> Data? { try await iterator.next() }
}

/// Reads a file in pieces; opened at the first read, closed at the end.
private final class FileReader: Sendable {
  private enum State {
    case unopened
    case open(Int32)
    case done
  }

  private let path: String
  private let pieceSize: Int
  private let state = Locked(State.unopened)

  init(path: String, pieceSize: Int) {
    self.path = path
    self.pieceSize = pieceSize
  }

  deinit { close() }

  func next() throws -> Data? {
    try state.withLock { state in
      if case .unopened = state {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("cannot open \(path)") }
        state = .open(descriptor)
      }
      guard case .open(let descriptor) = state else { return nil }
      var data = Data(count: pieceSize)
      let count = data.withUnsafeMutableBytes { buffer in
        retryingInterrupts { read(descriptor, buffer.baseAddress, buffer.count) }
      }
      if count < 0 { throw FileFailure("cannot read \(path)") }
      if count == 0 {
        _ = Self.closeDescriptor(descriptor)
        state = .done
        return nil
      }
      data.count = count
      return data
    }
  }

  func close() {
    state.withLock { state in
      if case .open(let descriptor) = state { _ = Self.closeDescriptor(descriptor) }
      state = .done
    }
  }

  private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
    Glibc.close(descriptor)
    #elseif canImport(Musl)
    Musl.close(descriptor)
    #else
    Darwin.close(descriptor)
    #endif
  }
}

/// Runs through several bodies one after another.
private final class BodyChain: Sendable {
  private struct State: Sendable {
    var remaining: ArraySlice<HTTPBody>
    var current: BodyStream.Iterator?
  }

  private let state: Locked<State>
  private let pieceSize: Int

  init(parts: [HTTPBody], pieceSize: Int) {
    state = Locked(State(remaining: parts[...]))
    self.pieceSize = pieceSize
  }

  func next() async throws -> Data? {
    while true {
      if var iterator = state.withLock({ $0.current }) {
        if let piece = try await iterator.next() { return piece }
        state.withLock { $0.current = nil }
      }
      guard let part = state.withLock({ $0.remaining.popFirst() }) else { return nil }
      let stream = try await part.openStream(pieceSize: pieceSize)
      state.withLock { $0.current = stream.makeAsyncIterator() }
    }
  }

  /// Lets go of the piece being read, which ends it.
  func cancel() {
    state.withLock { state in
      state.remaining = []
      state.current = nil
    }
  }
}
