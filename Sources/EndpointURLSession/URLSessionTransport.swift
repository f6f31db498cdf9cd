public import EndpointKit
internal import Synchronization

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport over Foundation's `URLSession`, for Apple platforms and for comparison.
///
/// It keeps the contract of every transport as far as `URLSession` lets it:
/// - `connectTimeout` has no counterpart and is ignored; `idleTimeout` is the request's
///   `timeoutInterval`;
/// - a body that is a stream or has several parts is written to a temporary file first, since
///   `URLSession` cannot be told to wait for one;
/// - repeated response fields arrive joined, and the HTTP version is not told;
/// - back-pressure suspends the task, which takes effect with some delay.
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let delegate: TransferDelegate
  private let isShutDown = Atomic<Bool>(false)

  /// Makes a transport.
  ///
  /// Cookies, caches and stored credentials of the configuration are turned off: the session that
  /// uses the transport looks after them.
  ///
  /// - Parameter configuration: what to start from.
  public init(_ configuration: URLSessionConfiguration = .ephemeral) {
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = URLSessionTransport.noLimit
    configuration.timeoutIntervalForResource = URLSessionTransport.noLimit
    delegate = TransferDelegate()
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Ten years: there is no way to say "none".
  private static let noLimit: TimeInterval = 315_360_000

  deinit {
    if !isShutDown.load(ordering: .acquiring) { session.finishTasksAndInvalidate() }
  }

  public func send(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportResponse {
    let transfer = Transfer(request, options, streams: false)
    try await run(transfer, request, options)
    return try transfer.collected()
  }

  public func open(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportStream {
    let transfer = Transfer(request, options, streams: true)
    try await run(transfer, request, options)
    let head = try transfer.head()
    let reader = TransferReader(transfer, transport: self)
    return TransportStream(
      head: head,
      body: BodyStream(next: { try await reader.next() }, cancel: { reader.cancel() })
    ) { transfer.metrics }
  }

  public func shutdown() async {
    guard !isShutDown.exchange(true, ordering: .acquiringAndReleasing) else { return }
    delegate.forEach { $0.fail(ClientError(.cancelled, "the transport has been shut down")) }
    session.invalidateAndCancel()
  }

  public var cancelsGroups: Bool { true }

  public func cancel(_ group: TransferGroup) {
    delegate.forEach { transfer in
      if transfer.group === group { transfer.cancel() }
    }
  }

  /// Starts a transfer and waits for its end, or for the head where it is streamed.
  private func run(
    _ transfer: Transfer,
    _ request: HTTPRequest,
    _ options: TransportOptions
  ) async throws {
    let spool = try await BodySpool(request)
    defer { spool.remove() }
    let urlRequest = try makeRequest(request, options)
    guard !isShutDown.load(ordering: .acquiring) else {
      throw ClientError(.cancelled, "the transport has been shut down")
    }
    let task: URLSessionTask =
      switch spool.content {
      case .none: session.dataTask(with: urlRequest)
      case .data(let data): session.uploadTask(with: urlRequest, from: data)
      case .file(let url): session.uploadTask(with: urlRequest, fromFile: url)
      }
    transfer.attach(task)
    delegate.add(transfer, for: task)
    let timer = options.timeout.map { limit in
      Task.detached {
        try await Task.sleep(for: limit)
        transfer.fail(ClientError(.timeout, "no complete response came within \(limit)"))
      }
    }
    if transfer.streams { transfer.keep(timer) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if transfer.await(continuation) { task.resume() } else { continuation.resume() }
      }
    } onCancel: {
      transfer.cancel()
    }
    if !transfer.streams { timer?.cancel() }
    delegate.settle(task, transfer)
  }

  private func makeRequest(
    _ request: HTTPRequest,
    _ options: TransportOptions
  ) throws -> URLRequest {
    if let refused = request.fields.refused {
      throw ClientError(.requestEncoding, "the header field \(refused) is malformed")
    }
    if request.method == .head, request.body != nil {
      throw ClientError(.requestEncoding, "a HEAD request cannot have a body")
    }
    guard let url = URL(string: request.url.description) else {
      throw ClientError(.requestEncoding, "Foundation does not accept the URL")
    }
    var result = URLRequest(url: url)
    result.httpMethod = request.method.rawValue
    result.timeoutInterval =
      options.idleTimeout.map { $0 / .seconds(1) } ?? URLSessionTransport.noLimit
    for field in request.fields { result.addValue(field.value, forHTTPHeaderField: field.name) }
    if !options.decompresses, !request.fields.contains("Accept-Encoding") {
      result.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
    if request.body != nil, !request.fields.contains("Content-Type") {
      // Without this, Foundation calls any body a form.
      result.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    return result
  }
}

extension Transport where Self == URLSessionTransport {
  /// A new transport over `URLSession`, with connections of its own.
  public static var urlSession: URLSessionTransport { URLSessionTransport() }
}

/// The consumer's end of a streamed response; dropping it ends the exchange.
private final class TransferReader: Sendable {
  private let transfer: Transfer
  private let transport: URLSessionTransport

  init(_ transfer: Transfer, transport: URLSessionTransport) {
    self.transfer = transfer
    self.transport = transport
  }

  deinit { transfer.cancel() }

  func cancel() { transfer.cancel() }

  func next() async throws -> Data? {
    while true {
      switch transfer.take() {
      case .chunk(let data): return data
      case .end: return nil
      case .failed(let error): throw error
      case .wait: break
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if !transfer.park(continuation) { continuation.resume() }
        }
      } onCancel: {
        transfer.cancel()
      }
    }
  }
}
