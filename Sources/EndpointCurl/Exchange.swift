internal import CCurl
internal import EndpointKit

/// One easy handle with everything an exchange on it needs; pooled, never moved.
///
/// libcurl's callbacks get its address, so it lives behind a pointer. Ownership passes to and fro:
/// the task that sends owns it from ``EventLoop/acquire()`` to ``EventLoop/submit(_:)`` and again
/// from the resumption of `continuation` to ``EventLoop/recycle(_:)``. In between it belongs to
/// whoever holds the loop's lock. A streamed exchange stays with the loop to its end.
struct Exchange {
  typealias Pointer = UnsafeMutablePointer<Exchange>

  enum Phase: UInt8 {
    /// With the task, or in the pool.
    case idle
    /// With libcurl.
    case running
  }

  /// Both `nil` where the exchange is hollow: without a handle, in the pool.
  var handle: UnsafeMutableRawPointer?
  var parsedURL: OpaquePointer?
  let loop: UnsafeMutablePointer<LoopState>
  let errorText: UnsafeMutablePointer<CChar>

  /// Counts the exchanges that ended here: tells a late cancellation that it is too late.
  var generation: UInt64 = 0
  var phase = Phase.idle
  var code = CURLE_OK
  var failure = ExchangeFailure.none
  var continuation: UnsafeContinuation<Void, Never>?

  /// The response's field lines as they came.
  var header = ByteBuffer()
  var body = ByteBuffer()
  var bodyLimit = Int.max
  /// Bytes of body passed on, after decoding.
  var received: Int64 = 0
  /// Whether the final response's head has come.
  var hasHead = false

  /// Set for an exchange whose body is streamed.
  var stream: ResponseStream?
  var isStreaming = false
  var isReceivePaused = false
  /// Listed in the loop as one whose consumer has enough for now.
  var isFull = false
  var upload: UploadSource?
  var isSendPaused = false
  var group: TransferGroup?
  var uploadProgress: (@Sendable (Int64, Int64?) -> Void)?
  var downloadProgress: (@Sendable (Int64, Int64?) -> Void)?
  var hasProgress = false

  /// Moments of the monotonic clock; 0 means none.
  var deadline: UInt64 = 0
  var idleLimit: UInt64 = 0
  var lastActivity: UInt64 = 0
  var timeout: UInt64 = 0

  /// Links in the list of running exchanges.
  var previous: Pointer?
  var next: Pointer?
  /// Link in the list of ended ones, and in the pool.
  var nextEnded: Pointer?

  /// What the easy handle is set to.
  var applied = AppliedOptions()

  /// How much libcurl reads at a time of a streamed response.
  ///
  /// It is copied at once, while it is still in the caches near the processor: 256 KB took half as
  /// much time again.
  static let streamReadSize = 1 << 15

  init(loop: UnsafeMutablePointer<LoopState>) {
    self.loop = loop
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }
}

/// Carries an exchange to other threads; see ``Exchange`` for who may touch it when.
struct ExchangeReference: @unchecked Sendable {
  let pointer: Exchange.Pointer
  let generation: UInt64

  init(_ pointer: Exchange.Pointer) {
    self.pointer = pointer
    generation = pointer.pointee.generation
  }
}

extension UnsafeMutablePointer where Pointee == Exchange {
  /// Makes a hollow exchange.
  static func make(loop: UnsafeMutablePointer<LoopState>) -> Exchange.Pointer {
    let exchange = Exchange.Pointer.allocate(capacity: 1)
    exchange.initialize(to: Exchange(loop: loop))
    return exchange
  }

  var isHollow: Bool { pointee.handle == nil }

  /// Makes the handle, with what never changes on it.
  ///
  /// - Returns: whether there was memory for it.
  func fill(_ settings: LoopSettings) -> Bool {
    guard let easy = curl_easy_init() else { return false }
    guard let url = curl_url() else {
      curl_easy_cleanup(easy)
      return false
    }
    pointee.handle = easy
    pointee.parsedURL = url
    applyConstants(settings)
    return true
  }

  /// Gives the handle and all memory back but the exchange's own.
  func hollowOut() {
    if let handle = pointee.handle { curl_easy_cleanup(handle) }
    if let url = pointee.parsedURL { curl_url_cleanup(url) }
    pointee.handle = nil
    pointee.parsedURL = nil
    pointee.header.free()
    pointee.body.free()
    pointee.applied.destroy()
    pointee.applied = AppliedOptions()
  }

  /// Gives everything back; the exchange must be idle.
  func destroy() {
    hollowOut()
    pointee.errorText.deallocate()
    deinitialize(count: 1)
    deallocate()
  }

  /// Forgets the last exchange, keeping the memory for the next.
  func reset() {
    pointee.code = CURLE_OK
    pointee.failure = .none
    pointee.header.clear()
    pointee.body.clear()
    pointee.received = 0
    pointee.hasHead = false
    pointee.isReceivePaused = false
    pointee.isSendPaused = false
    pointee.errorText[0] = 0
    if pointee.isStreaming {
      pointee.isStreaming = false
      pointee.stream = nil
    }
    if pointee.upload != nil { pointee.upload = nil }
    if pointee.group != nil { pointee.group = nil }
    if pointee.hasProgress {
      pointee.hasProgress = false
      pointee.uploadProgress = nil
      pointee.downloadProgress = nil
    }
  }
}

// MARK: - Callbacks

extension UnsafeMutablePointer where Pointee == Exchange {
  /// Tells the idle limit that bytes have moved.
  @inline(__always)
  func noteActivity() {
    guard pointee.idleLimit != 0 else { return }
    pointee.lastActivity = Swift.max(pointee.lastActivity, pointee.loop.pointee.now)
  }

  /// Takes a piece of the response body.
  ///
  /// - Returns: the number of bytes taken, or libcurl's word for pausing; anything else ends the
  ///   exchange.
  func receiveBody(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    noteActivity()
    // Over TLS libcurl reads many times in one go: there has to be an end to that.
    if pointee.isStreaming, let stream = pointee.stream, stream.pauses(at: 4) {
      pointee.isReceivePaused = true
      return ccurl_write_pause()
    }
    let total = pointee.received &+ Int64(count)
    guard total <= Int64(pointee.bodyLimit) else {
      pointee.failure = .bodyTooLarge
      return 0
    }
    let isStored: Bool
    if pointee.isStreaming {
      isStored = receiveStreamed(bytes, count, total)
    } else {
      if pointee.received == 0 { reserveBody() }
      isStored = pointee.body.append(bytes, count)
    }
    guard isStored else {
      pointee.failure = .outOfMemory
      return 0
    }
    pointee.received = total
    if pointee.hasProgress { pointee.downloadProgress?(total, expectedLength) }
    return count
  }

  private func receiveStreamed(_ bytes: UnsafeRawPointer, _ count: Int, _ total: Int64) -> Bool {
    guard let stream = pointee.stream else { return false }
    let (isStored, isFull) = stream.receive(bytes, count, total, pointee.loop)
    if isFull, !pointee.isFull {
      pointee.isFull = true
      pointee.loop.pointee.full.append(self)
    }
    return isStored
  }

  /// Makes libcurl wait for the consumer, after it has passed on what it had read.
  ///
  /// Pausing in the middle would make it copy the rest and pass it on later.
  func pauseIfFull() {
    pointee.isFull = false
    guard pointee.phase == .running, let stream = pointee.stream, stream.pauses(at: 1) else {
      return
    }
    pointee.isReceivePaused = true
    _ = ccurl_continue(pointee.handle, 1, pointee.isSendPaused ? 1 : 0)
  }

  /// The response's length, where the server told it.
  private var expectedLength: Int64? {
    let length = ccurl_get_offset(pointee.handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    return length >= 0 ? length : nil
  }

  /// Makes room for the whole body at once, but not for more than a wrong length should cost.
  private func reserveBody() {
    let length = ccurl_get_offset(pointee.handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    guard length > 0 else { return }
    _ = pointee.body.reserve(Int(Swift.min(length, Int64(pointee.bodyLimit), 16 << 20)))
  }

  /// Takes a header line, with its line end.
  func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    noteActivity()
    // Fields after the body are trailers; they would need a place of their own.
    if pointee.hasHead { return count }
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if count > 5, bytes[4] == slash, isStatusLine(bytes) { pointee.header.clear() }
    guard pointee.header.append(bytes, count) else {
      pointee.failure = .outOfMemory
      return 0
    }
    if count <= 2, bytes[0] == 13 || bytes[0] == 10 { return endHead() ? count : 0 }
    return count
  }

  private func isStatusLine(_ bytes: UnsafeMutablePointer<CChar>) -> Bool {
    bytes[0] == CChar(bitPattern: UInt8(ascii: "H"))
      && bytes[1] == CChar(bitPattern: UInt8(ascii: "T"))
      && bytes[2] == CChar(bitPattern: UInt8(ascii: "T"))
      && bytes[3] == CChar(bitPattern: UInt8(ascii: "P"))
  }

  /// The empty line has come: the head is complete unless it was an interim one.
  private func endHead() -> Bool {
    let status = ccurl_get_long_or_zero(pointee.handle, CURLINFO_RESPONSE_CODE)
    guard status >= 200 || status == 101 else { return true }
    pointee.hasHead = true
    guard pointee.isStreaming, let stream = pointee.stream else { return true }
    stream.begin(
      header: pointee.header.array,
      status: status,
      version: ccurl_get_long_or_zero(pointee.handle, CURLINFO_HTTP_VERSION),
      metrics: metrics()
    )
    if let continuation = pointee.continuation {
      pointee.continuation = nil
      pointee.loop.pointee.ready.append(continuation)
    }
    return true
  }

  /// Gives the next piece of the request body.
  ///
  /// - Returns: the number of bytes, or libcurl's word for pausing or giving up.
  func provideBody(_ buffer: UnsafeMutableRawPointer, _ capacity: Int) -> Int {
    noteActivity()
    guard let upload = pointee.upload else { return 0 }
    switch upload.read(into: buffer, capacity) {
    case .bytes(let count):
      if pointee.hasProgress { pointee.uploadProgress?(upload.sent, upload.length) }
      return count
    case .end: return 0
    case .wait:
      pointee.isSendPaused = true
      return ccurl_read_pause()
    case .failed(let error):
      pointee.failure = .upload(error)
      return ccurl_read_abort()
    }
  }
}

/// The functions that libcurl calls for an exchange.
enum ExchangeCallbacks {
  static let body: ccurl_data_callback = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    return context.assumingMemoryBound(to: Exchange.self).receiveBody(bytes, size &* count)
  }

  static let header: ccurl_data_callback = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    return context.assumingMemoryBound(to: Exchange.self).receiveHeader(bytes, size &* count)
  }

  static let read: ccurl_data_callback = { buffer, size, count, context in
    guard let buffer, let context else { return ccurl_read_abort() }
    return context.assumingMemoryBound(to: Exchange.self).provideBody(buffer, size &* count)
  }

  static let seek: ccurl_seek_callback = { context, offset, origin in
    guard let context, offset == 0, origin == 0 else { return CURL_SEEKFUNC_CANTSEEK }
    let exchange = context.assumingMemoryBound(to: Exchange.self)
    return exchange.pointee.upload?.rewind() == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_CANTSEEK
  }

  static let openSocket: ccurl_open_socket_callback = { context, _, address in
    guard let context, let address else { return CURL_SOCKET_BAD }
    let descriptor = ccurl_open_socket(address)
    let loop = context.assumingMemoryBound(to: LoopState.self)
    if let entry = loop.pointee.sockets.entry(descriptor) {
      entry.pointee = SocketEntry(wanted: [], registered: [], isConnection: true)
    }
    return descriptor
  }

  static let closeSocket: ccurl_close_socket_callback = { context, descriptor in
    guard let context else { return 1 }
    let loop = context.assumingMemoryBound(to: LoopState.self)
    if let entry = loop.pointee.sockets.entry(descriptor) { entry.pointee = SocketEntry() }
    return closeDescriptor(descriptor)
  }
}
