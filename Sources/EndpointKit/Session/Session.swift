internal import Synchronization

/// Executes targets over a transport: builds, signs, sends, follows, retries, judges, decodes.
///
/// A session is safe to use from any task and cheap to share. It holds no task of its own and
/// needs no closing; shut the transport down when nobody uses it any more.
public final class Session: Sendable {
  /// Settings.
  public let configuration: Configuration
  /// Where the service is reached.
  public let server: Server
  /// What moves the bytes.
  public let transport: any Transport
  /// One signer for each security scheme of the document.
  public let signers: [String: any RequestSigner]
  /// Sees every request and every failure.
  public let interceptor: (any RequestInterceptor)?
  /// Are told what happens.
  public let monitors: [any EventMonitor]

  /// The session's server; `nil` where the text given is no URL.
  let base: ServerBase?
  let group = TransferGroup()
  let inFlight = InFlight()
  let defaultFields: HTTPFields
  let defaultOptions: TransportOptions
  /// Whether nothing but signers can take part in a call.
  let isPlain: Bool

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - server: the absolute URL all paths start from; where it is none, every call fails with
  ///     kind `.requestEncoding`.
  ///   - transport: what moves the bytes.
  ///   - configuration: settings.
  ///   - signers: one signer for each security scheme of the document, by the scheme's name.
  ///   - interceptor: sees every request and every failure.
  ///   - monitors: are told what happens.
  public init(
    server: Server,
    transport: any Transport,
    configuration: Configuration = .init(),
    signers: [String: any RequestSigner] = [:],
    interceptor: (any RequestInterceptor)? = nil,
    monitors: [any EventMonitor] = []
  ) {
    self.configuration = configuration
    self.transport = transport
    self.signers = signers
    self.interceptor = interceptor
    self.monitors = monitors
    self.server = server
    base = HTTPURL(server.url).map(ServerBase.init)
    var fields = HTTPFields()
    if let userAgent = configuration.userAgent { fields["User-Agent"] = userAgent }
    fields.merge(configuration.fields)
    defaultFields = fields
    var options = TransportOptions()
    options.timeout = configuration.timeout
    options.connectTimeout = configuration.connectTimeout
    options.idleTimeout = configuration.idleTimeout
    options.maximumBodySize = configuration.maximumBodySize
    options.decompresses = configuration.decompresses
    options.group = group
    defaultOptions = options
    isPlain =
      interceptor == nil && monitors.isEmpty && configuration.retry == nil
      && configuration.cookies == nil && configuration.cache == nil
      && configuration.idempotencyKeyField == nil
  }

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - server: the absolute URL all paths start from.
  ///   - transport: what moves the bytes.
  ///   - configuration: settings.
  ///   - signers: one signer for each security scheme of the document, by the scheme's name.
  ///   - interceptor: sees every request and every failure.
  ///   - monitors: are told what happens.
  public convenience init(
    server: String,
    transport: any Transport,
    configuration: Configuration = .init(),
    signers: [String: any RequestSigner] = [:],
    interceptor: (any RequestInterceptor)? = nil,
    monitors: [any EventMonitor] = []
  ) {
    self.init(
      server: Server(server),
      transport: transport,
      configuration: configuration,
      signers: signers,
      interceptor: interceptor,
      monitors: monitors
    )
  }

  /// Calls that have started and not ended; a stream counts until its head has arrived.
  public var activeCalls: Int { inFlight.count }

  /// Ends every call under way, streams included; they fail with kind `.cancelled`.
  ///
  /// Calls that start later are not concerned, and neither are those of other sessions that share
  /// the transport.
  public func cancelAll() {
    inFlight.cancelAll()
    transport.cancel(group)
  }

  private static let callNumbers = Atomic<UInt64>(0)

  /// Numbers calls within the process.
  static func nextCallID() -> UInt64 { callNumbers.add(1, ordering: .relaxed).newValue }
}
