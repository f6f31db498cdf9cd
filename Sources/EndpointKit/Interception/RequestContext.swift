/// The call a request belongs to, as interceptors and monitors see it.
public struct RequestContext: Sendable {
  /// Identifies the call; ascending within the process, the same for all its tries.
  public let id: UInt64
  /// The operation's id in the document.
  public let operationID: String
  /// The path with its parameters unfilled, a good label for metrics.
  public let pathTemplate: String
  /// What the document demands to authorize the operation.
  public let security: Security
  /// Whether sending twice does no harm: by method, or because the call says so.
  public let isIdempotent: Bool
  /// Identifies the session, for interceptors shared by several.
  public let sessionID: ObjectIdentifier
  /// When the call started.
  public let startedAt: ContinuousClock.Instant
  /// Counts from 1.
  public internal(set) var attempt = 1
  /// The request as it was sent last, or is about to be sent.
  public internal(set) var request: HTTPRequest
  /// The tries before this one.
  public internal(set) var history: [Attempt] = []
  /// The security requirement being met, while a signer is asked.
  public internal(set) var requirement: Security.Requirement?
  /// The time since the call started, as it was when the last try ended.
  public internal(set) var elapsed: Duration = .zero
  /// What interceptors remember for themselves; shared by all tries of the call.
  public let attributes: Attributes

  /// Makes a context; sessions do, and tests of interceptors.
  ///
  /// - Parameters:
  ///   - id: the call's number.
  ///   - operationID: the operation's id.
  ///   - pathTemplate: the path with its parameters unfilled.
  ///   - security: what authorizes the operation.
  ///   - isIdempotent: whether sending twice does no harm; by method if left out.
  ///   - sessionID: the session.
  ///   - attempt: which try this is.
  ///   - request: the request.
  public init(
    id: UInt64,
    operationID: String = "",
    pathTemplate: String = "",
    security: Security = .none,
    isIdempotent: Bool? = nil,
    sessionID: ObjectIdentifier? = nil,
    attempt: Int = 1,
    request: HTTPRequest
  ) {
    let attributes = Attributes()
    self.id = id
    self.operationID = operationID
    self.pathTemplate = pathTemplate
    self.security = security
    self.isIdempotent = isIdempotent ?? request.method.isIdempotent
    self.sessionID = sessionID ?? ObjectIdentifier(attributes)
    self.startedAt = ContinuousClock.now
    self.attempt = attempt
    self.request = request
    self.attributes = attributes
  }
}

extension RequestContext {
  /// A typed bag. Safe to use from any task.
  ///
  /// ```swift
  /// struct Epoch: RequestContext.AttributeKey { typealias Value = Int }
  /// context.attributes[Epoch.self] = 3
  /// ```
  public final class Attributes: Sendable {
    private let values = Locked<[ObjectIdentifier: any Sendable]>([:])

    init() {}

    /// The attribute of a key.
    public subscript<Key: AttributeKey>(_ key: Key.Type) -> Key.Value? {
      get { values.withLock { $0[ObjectIdentifier(key)] as? Key.Value } }
      set { values.withLock { $0[ObjectIdentifier(key)] = newValue } }
    }
  }

  /// Names an attribute and its type.
  public protocol AttributeKey {
    associatedtype Value: Sendable
  }
}
