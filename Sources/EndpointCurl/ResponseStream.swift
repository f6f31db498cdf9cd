internal import CCurl
internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Holds what has arrived of a streamed response until its consumer asks.
///
/// The loop appends under its own lock and this one; the consumer takes everything there is at
/// once. Once more than the high-water mark waits, libcurl is told to pause.
final class ResponseStream: @unchecked Sendable {
  private struct State {
    var buffer = ByteBuffer()
    var header: [UInt8] = []
    var status = 0
    var version = 0
    var hasHead = false
    var isPaused = false
    var isEnded = false
    var error: ClientError?
    var consumer: UnsafeContinuation<Void, Never>?
    var metrics = TransportMetrics()
  }

  enum Take {
    case chunk(Data, wasPaused: Bool)
    case wait
    case end
    case failed(ClientError)
  }

  private let lock = Lock()
  private let state: UnsafeMutablePointer<State>
  private let highWater: Int
  private let spares: SpareMemory

  init(highWater: Int) {
    self.highWater = highWater
    // Room for what libcurl passes on before it is told to pause.
    spares = SpareMemory(size: highWater + Exchange.streamReadSize)
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.pointee.buffer.free()
    state.deinitialize(count: 1)
    state.deallocate()
    lock.destroy()
  }

  // MARK: The loop's side

  /// Decides whether libcurl has to wait, and remembers to let it go on in the same breath: the
  /// consumer may be taking everything at this very moment.
  ///
  /// - Parameter factor: how many times the high-water mark is too much.
  func pauses(at factor: Int) -> Bool {
    lock.withLock {
      guard state.pointee.buffer.count >= highWater &* factor else { return false }
      state.pointee.isPaused = true
      return true
    }
  }

  /// Takes a piece of the body; the consumer is resumed when the loop's lock is free.
  ///
  /// - Returns: whether there was memory for it, and whether that is enough for now.
  func receive(
    _ bytes: UnsafeRawPointer,
    _ count: Int,
    _ total: Int64,
    _ loop: UnsafeMutablePointer<LoopState>
  ) -> (isStored: Bool, isFull: Bool) {
    lock.lock()
    var isStored = true
    if state.pointee.buffer.count + count > 1 << 16 {
      isStored = state.pointee.buffer.grow(to: spares)
    }
    isStored = isStored && state.pointee.buffer.append(bytes, count)
    state.pointee.metrics.bytesReceived = total
    let isFull = state.pointee.buffer.count >= highWater
    let consumer = state.pointee.consumer
    state.pointee.consumer = nil
    lock.unlock()
    if let consumer { loop.pointee.ready.append(consumer) }
    return (isStored, isFull)
  }

  func begin(header: [UInt8], status: Int, version: Int, metrics: TransportMetrics) {
    lock.withLock {
      state.pointee.header = header
      state.pointee.status = status
      state.pointee.version = version
      state.pointee.metrics = metrics
      state.pointee.hasHead = true
    }
  }

  func end(
    _ error: ClientError?,
    _ metrics: TransportMetrics,
    _ loop: UnsafeMutablePointer<LoopState>
  ) {
    let consumer = lock.withLock {
      state.pointee.isEnded = true
      state.pointee.error = error
      state.pointee.metrics = metrics
      defer { state.pointee.consumer = nil }
      return state.pointee.consumer
    }
    if let consumer { loop.pointee.ready.append(consumer) }
  }

  // MARK: The consumer's side

  /// The response head.
  ///
  /// - Throws: why there is none.
  func head(for url: HTTPURL) throws -> HTTPResponse {
    try lock.withLock {
      guard state.pointee.hasHead else {
        throw state.pointee.error ?? ClientError(.network, "the exchange ended without a response")
      }
      return HTTPResponse(
        status: state.pointee.status,
        version: HTTPVersion(curl: state.pointee.version),
        fields: HTTPFields(raw: state.pointee.header),
        url: url
      )
    }
  }

  var metrics: TransportMetrics { lock.withLock { state.pointee.metrics } }

  func take() -> Take {
    lock.withLock {
      if state.pointee.buffer.count > 0 {
        defer { state.pointee.isPaused = false }
        return .chunk(
          state.pointee.buffer.take(returningTo: spares),
          wasPaused: state.pointee.isPaused
        )
      }
      if let error = state.pointee.error { return .failed(error) }
      return state.pointee.isEnded ? .end : .wait
    }
  }

  /// Remembers a consumer that has found nothing.
  ///
  /// - Returns: whether it has to wait; `false` where something has come meanwhile.
  func park(_ consumer: UnsafeContinuation<Void, Never>) -> Bool {
    lock.withLock {
      guard state.pointee.buffer.count == 0, !state.pointee.isEnded else { return false }
      state.pointee.consumer = consumer
      return true
    }
  }
}

extension HTTPVersion {
  /// The version that libcurl's number means.
  init(curl: Int) {
    self =
      switch curl {
      case 1: .http1_0
      case 3: .http2
      case 30, 31: .http3
      default: .http1_1
      }
  }
}
