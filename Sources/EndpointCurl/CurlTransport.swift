internal import CCurl
public import EndpointKit
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A transport over libcurl: HTTP/1.1 and HTTP/2, keep-alive and multiplexing, on any platform.
///
/// One transport serves any number of sessions and tasks; its connections are shared by all. It
/// verifies certificates, follows no redirects, keeps no cookies and touches no signal handlers.
/// Nothing runs before the first request, and nothing wakes up while no request is under way.
///
/// A connection that was kept open and turns out dead before the first byte of an answer is
/// replaced once, silently, as libcurl does.
public final class CurlTransport: Transport {
  private let owners: [LoopOwner]
  private let nextLoop = Atomic<Int>(0)

  /// How the transport was set up.
  public let configuration: Configuration

  /// Makes a transport.
  ///
  /// - Parameter configuration: how it connects.
  public init(_ configuration: Configuration = .init()) {
    self.configuration = configuration
    let settings = LoopSettings(configuration)
    owners = (0..<max(1, configuration.eventLoops)).compactMap { _ in
      EventLoop(settings).map(LoopOwner.init)
    }
  }

  public func send(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportResponse {
    let loop = try nextEventLoop()
    let exchange = try loop.prepare(request, options, stream: nil)
    await loop.run(exchange)
    defer { loop.recycle(exchange.pointer) }
    if var error = exchange.pointer.error() {
      if exchange.pointer.pointee.hasHead {
        error.response = exchange.pointer.head(for: request.url)
      }
      throw error
    }
    return TransportResponse(
      head: exchange.pointer.head(for: request.url),
      body: exchange.pointer.pointee.body.take(),
      metrics: exchange.pointer.metrics()
    )
  }

  public func open(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportStream {
    let loop = try nextEventLoop()
    let stream = ResponseStream(highWater: loop.settings.streamBufferSize)
    let exchange = try loop.prepare(request, options, stream: stream)
    await loop.run(exchange)
    let head = try stream.head(for: request.url)
    let reader = StreamReader(stream, exchange, loop, transport: self)
    return TransportStream(
      head: head,
      body: BodyStream(next: { try await reader.next() }, cancel: { reader.cancel() })
    ) { stream.metrics }
  }

  public func shutdown() async {
    for owner in owners {
      await withUnsafeContinuation { owner.loop.perform(.shutDown($0)) }
    }
  }

  public var cancelsGroups: Bool { true }

  public func cancel(_ group: TransferGroup) {
    for owner in owners { owner.loop.perform(.cancelGroup(group)) }
  }

  /// An executor for tasks that do little but make requests: they run on the event thread itself,
  /// which saves the change of threads that a request otherwise costs.
  ///
  /// Such tasks must not block and should not compute for long.
  ///
  /// ```swift
  /// await withTaskExecutorPreference(transport.executor) { … }
  /// ```
  public var executor: any TaskExecutor { executors[0] }

  /// An executor for each event loop.
  public var executors: [any TaskExecutor] {
    owners.isEmpty ? [globalConcurrentExecutor] : owners.map { LoopExecutor($0) }
  }

  private func nextEventLoop() throws -> EventLoop {
    guard owners.count > 1 else {
      guard let owner = owners.first else {
        throw ClientError(.network, "the process has no file descriptors left for the transport")
      }
      return owner.loop
    }
    if let current = EventLoop.current,
      let owner = owners.first(where: {
        Unmanaged.passUnretained($0.loop).toOpaque() == current
      })
    {
      return owner.loop
    }
    let turn = nextLoop.wrappingAdd(1, ordering: .relaxed).oldValue
    return owners[Int(UInt(bitPattern: turn) % UInt(owners.count))].loop
  }
}

extension Transport where Self == CurlTransport {
  /// A new transport over libcurl in its default configuration, with connections of its own.
  public static var curl: CurlTransport { CurlTransport() }

  /// A new transport over libcurl.
  ///
  /// - Parameter configure: changes the default configuration.
  public static func curl(
    _ configure: (inout CurlTransport.Configuration) -> Void
  ) -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configure(&configuration)
    return CurlTransport(configuration)
  }
}

extension EventLoop {
  /// Takes an exchange and sets it up for a request.
  func prepare(
    _ request: HTTPRequest,
    _ options: TransportOptions,
    stream: ResponseStream?
  ) throws -> ExchangeReference {
    let exchange = try acquire()
    do {
      try exchange.apply(request, options, isStreaming: stream != nil, self)
    } catch {
      recycle(exchange)
      throw error
    }
    if let stream {
      exchange.pointee.isStreaming = true
      exchange.pointee.stream = stream
    }
    return ExchangeReference(exchange)
  }

  /// Sends an exchange and waits for its end, or for the head where it is streamed.
  ///
  /// Stays where the caller runs: each change of executors costs hundreds of instructions.
  nonisolated(nonsending) func run(_ exchange: ExchangeReference) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        exchange.pointer.pointee.continuation = continuation
        submit(exchange.pointer)
      }
    } onCancel: {
      perform(.cancel(exchange))
    }
    receiveBack()
  }
}

/// The consumer's end of a streamed response; dropping it ends the exchange.
private final class StreamReader: Sendable {
  private let stream: ResponseStream
  private let exchange: ExchangeReference
  private let loop: EventLoop
  /// Keeps the loop's thread going.
  private let transport: CurlTransport

  init(
    _ stream: ResponseStream,
    _ exchange: ExchangeReference,
    _ loop: EventLoop,
    transport: CurlTransport
  ) {
    self.stream = stream
    self.exchange = exchange
    self.loop = loop
    self.transport = transport
  }

  deinit { loop.perform(.cancel(exchange)) }

  func cancel() { loop.perform(.cancel(exchange)) }

  func next() async throws -> Data? {
    while true {
      switch stream.take() {
      case .chunk(let data, let wasPaused):
        if wasPaused { loop.perform(.continueReceiving(exchange)) }
        return data
      case .end: return nil
      case .failed(let error): throw error
      case .wait: break
      }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          if !stream.park(continuation) { continuation.resume() }
        }
      } onCancel: {
        loop.perform(.cancel(exchange))
      }
    }
  }
}

extension CurlTransport: CustomReflectable {
  /// Shows the configuration; what goes on in the loops changes while it is looked at.
  public var customMirror: Mirror { Mirror(self, children: ["configuration": configuration]) }
}
