internal import CCurl
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

/// What an easy handle is set to, so that only what differs is set again.
struct AppliedOptions {
  enum BodyMode: UInt8 {
    case none, head, post, upload
  }

  var origin: Origin?
  var method = HTTPMethod.get
  var mode = BodyMode.none
  var hasMethodName = false
  var connectTimeout = -1
  var decompresses = false
  var isStreaming = false
  /// The text of the header list, each line ended by NUL.
  var headerText = ByteBuffer()
  var headerNodes: UnsafeMutablePointer<curl_slist>?
  var headerCapacity = 0
  /// A small request body.
  var post = ByteBuffer()
  /// What the easy handle points to for its whole life.
  var constantLists: [UnsafeMutablePointer<curl_slist>] = []

  mutating func destroy() {
    headerText.free()
    headerNodes?.deallocate()
    post.free()
    constantLists.forEach { curl_slist_free_all($0) }
  }
}

extension UnsafeMutablePointer where Pointee == Exchange {
  private var easy: UnsafeMutableRawPointer? { pointee.handle }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(easy, option, value) }

  private func set(_ option: CURLoption, _ value: String) { ccurl_set_string(easy, option, value) }

  /// Sets what is the same for every exchange of a transport.
  func applyConstants(_ settings: LoopSettings) {
    let configuration = settings.configuration
    ccurl_set_pointer(easy, CURLOPT_PRIVATE, self)
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, pointee.errorText)
    ccurl_set_url(easy, pointee.parsedURL)
    ccurl_allow_only_http(easy)
    ccurl_set_quick_exit(easy)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HTTP_VERSION, configuration.version.curl)
    ccurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION, ExchangeCallbacks.body)
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, self)
    ccurl_set_data_callback(easy, CURLOPT_HEADERFUNCTION, ExchangeCallbacks.header)
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, self)
    ccurl_set_data_callback(easy, CURLOPT_READFUNCTION, ExchangeCallbacks.read)
    ccurl_set_pointer(easy, CURLOPT_READDATA, self)
    ccurl_set_seek_callback(easy, ExchangeCallbacks.seek)
    ccurl_set_pointer(easy, CURLOPT_SEEKDATA, self)
    ccurl_set_open_socket_callback(easy, ExchangeCallbacks.openSocket)
    ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, pointee.loop)
    ccurl_set_close_socket_callback(easy, ExchangeCallbacks.closeSocket)
    ccurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, pointee.loop)
    applyConnection(configuration)
    applyTLS(configuration.tls)
    if let easy { settings.proxy.apply(to: easy) }
  }

  private func applyConnection(_ configuration: CurlTransport.Configuration) {
    set(CURLOPT_MAXAGE_CONN, Int(configuration.idleConnectionLifetime.components.seconds))
    if let lifetime = configuration.connectionLifetime {
      set(CURLOPT_MAXLIFETIME_CONN, Int(max(1, lifetime.components.seconds)))
    }
    set(CURLOPT_IPRESOLVE, configuration.addressFamily.curl)
    if let path = configuration.unixSocket { set(CURLOPT_UNIX_SOCKET_PATH, path) }
    if let interface = configuration.interface { set(CURLOPT_INTERFACE, interface) }
    if let speed = configuration.maximumReceiveSpeed {
      ccurl_set_offset(easy, CURLOPT_MAX_RECV_SPEED_LARGE, speed)
    }
    if let speed = configuration.maximumSendSpeed {
      ccurl_set_offset(easy, CURLOPT_MAX_SEND_SPEED_LARGE, speed)
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for override in configuration.hostOverrides {
      let addresses = override.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
      let line = "\(override.host):\(override.port):\(addresses.joined(separator: ","))"
      list = curl_slist_append(list, line)
    }
    if let list {
      pointee.applied.constantLists.append(list)
      ccurl_set_pointer(easy, CURLOPT_RESOLVE, list)
    }
  }

  private func applyTLS(_ tls: CurlTransport.TLS) {
    set(CURLOPT_SSLVERSION, tls.minimumVersion.curl)
    switch tls.authorities {
    case .system: break
    case .file(let path): set(CURLOPT_CAINFO, path)
    case .data(let data):
      data.withUnsafeBytes { _ = ccurl_set_authorities(easy, $0.baseAddress, $0.count) }
    }
    if !tls.pinnedKeys.isEmpty {
      set(CURLOPT_PINNEDPUBLICKEY, tls.pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";"))
    }
    if let certificate = tls.clientCertificate {
      set(CURLOPT_SSLCERT, certificate.certificatePath)
      set(CURLOPT_SSLKEY, certificate.keyPath ?? certificate.certificatePath)
      if let password = certificate.keyPassword { set(CURLOPT_KEYPASSWD, password) }
    }
  }

  /// Sets what this request needs and the last one had otherwise.
  ///
  /// - Throws: a ``ClientError`` where the request cannot be sent as it is.
  func apply(
    _ request: HTTPRequest,
    _ options: TransportOptions,
    isStreaming: Bool,
    _ loop: EventLoop
  ) throws {
    if let refused = request.fields.refused {
      throw ClientError(.requestEncoding, "the header field \(refused) is malformed")
    }
    applyURL(request.url, loop.settings)
    try applyMethod(request, options, loop)
    try applyHeader(request, options)
    applyLimits(options, isStreaming: isStreaming, loop.settings)
  }

  private func applyURL(_ url: HTTPURL, _ shared: LoopSettings) {
    if shared.mayUseProxy {
      // A proxy wants the whole URL in the request line, so libcurl has to know all of it.
      curl_url_set(
        pointee.parsedURL,
        CURLUPART_URL,
        url.description,
        UInt32(CURLU_PATH_AS_IS)
      )
    } else {
      set(CURLOPT_REQUEST_TARGET, url.target)
    }
    guard pointee.applied.origin != url.origin else { return }
    pointee.applied.origin = url.origin
    if !shared.mayUseProxy { curl_url_set(pointee.parsedURL, CURLUPART_URL, "\(url.origin)/", 0) }
    // Waiting to see whether a connection multiplexes pays only where it may.
    set(CURLOPT_PIPEWAIT, url.origin.isSecure || shared.isHTTP2Known ? 1 : 0)
  }

  private func applyMethod(
    _ request: HTTPRequest,
    _ options: TransportOptions,
    _ loop: EventLoop
  ) throws {
    let method = request.method
    guard let body = request.body else {
      switch method {
      case .head: setMode(.head, method)
      case .post, .put, .patch:
        pointee.applied.post.clear()
        setMode(.post, method)
      default: setMode(.none, method)
      }
      return
    }
    guard method != .head else {
      throw ClientError(.requestEncoding, "a HEAD request cannot have a body")
    }
    if case .data(let data) = body.source, data.count <= loop.settings.copiedBodyLimit,
      options.uploadProgress == nil
    {
      pointee.applied.post.clear()
      let isCopied = data.withUnsafeBytes { bytes in
        bytes.baseAddress.map { pointee.applied.post.append($0, bytes.count) } ?? true
      }
      guard isCopied else { throw ClientError(.requestEncoding, "there is no memory for the body") }
      setMode(.post, method)
    } else {
      let reference = ExchangeReference(self)
      pointee.upload = UploadSource(body, highWater: loop.settings.streamBufferSize) {
        loop.perform(.continueSending(reference))
      }
      setMode(.upload, method)
      ccurl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, body.length ?? -1)
    }
  }

  /// Chooses what libcurl does about bodies, and the method's name where that does not give it.
  private func setMode(_ mode: AppliedOptions.BodyMode, _ method: HTTPMethod) {
    if pointee.applied.mode != mode {
      if pointee.applied.mode != .none {
        ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, nil)
        set(CURLOPT_HTTPGET, 1)
      }
      switch mode {
      case .none: break
      case .head: set(CURLOPT_NOBODY, 1)
      case .post: set(CURLOPT_POST, 1)
      case .upload: set(CURLOPT_UPLOAD, 1)
      }
      pointee.applied.mode = mode
    }
    if mode == .post {
      // An empty body, too, needs an address, or libcurl would ask for it piece by piece.
      if pointee.applied.post.reserve(64) {
        ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, pointee.applied.post.base)
      }
      ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(pointee.applied.post.count))
    }
    let implied: HTTPMethod =
      switch mode {
      case .none: .get
      case .head: .head
      case .post: .post
      case .upload: .put
      }
    if method == implied {
      if pointee.applied.hasMethodName {
        ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, nil)
        pointee.applied.hasMethodName = false
      }
    } else if !pointee.applied.hasMethodName || pointee.applied.method != method {
      set(CURLOPT_CUSTOMREQUEST, method.rawValue)
      pointee.applied.hasMethodName = true
    }
    pointee.applied.method = method
  }

  private func applyLimits(
    _ options: TransportOptions,
    isStreaming: Bool,
    _ shared: LoopSettings
  ) {
    let connect = options.connectTimeout.map(\.wholeMilliseconds) ?? shared.connectTimeout
    if pointee.applied.connectTimeout != connect {
      pointee.applied.connectTimeout = connect
      set(CURLOPT_CONNECTTIMEOUT_MS, connect)
    }
    if pointee.applied.decompresses != options.decompresses {
      pointee.applied.decompresses = options.decompresses
      ccurl_set_string(easy, CURLOPT_ACCEPT_ENCODING, options.decompresses ? "" : nil)
    }
    if pointee.applied.isStreaming != isStreaming {
      pointee.applied.isStreaming = isStreaming
      set(CURLOPT_BUFFERSIZE, isStreaming ? Exchange.streamReadSize : 1 << 14)
    }
    pointee.bodyLimit = options.maximumBodySize ?? .max
    pointee.timeout = options.timeout.map(\.wholeNanoseconds) ?? 0
    pointee.idleLimit = options.idleTimeout.map(\.wholeNanoseconds) ?? 0
    pointee.group = options.group
    if options.uploadProgress != nil || options.downloadProgress != nil {
      pointee.hasProgress = true
      pointee.uploadProgress = options.uploadProgress
      pointee.downloadProgress = options.downloadProgress
    }
  }
}

extension Duration {
  /// At least one, so that a limit of less than a millisecond does not become no limit.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(clamping: seconds) &* 1000 &+ Int(attoseconds / 1_000_000_000_000_000))
  }

  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, seconds < 1 << 32 else { return seconds < 0 ? 1 : 0 }
    return max(1, UInt64(seconds) &* 1_000_000_000 &+ UInt64(max(0, attoseconds) / 1_000_000_000))
  }
}
