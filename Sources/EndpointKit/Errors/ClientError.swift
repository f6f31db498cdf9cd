#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Every way a call can fail, from name lookup to a missing JSON key, as one type.
///
/// ``kind`` says what class of failure it is, ``reason`` says in a sentence what happened and what
/// to do about it, and the rest is evidence: request, response, body, the documented error decoded,
/// the error underneath. Descriptions leave out credentials and bodies.
public struct ClientError: Error, Sendable {
  private final class Storage: @unchecked Sendable {
    // Written only while uniquely referenced by the value being changed (copy on write).
    var kind: Kind
    var reason: String
    var networkCondition: NetworkCondition?
    var transportCode: Int?
    var operationID: String?
    var request: HTTPRequest?
    var response: HTTPResponse?
    var body: Data?
    var decodedBody: (any Sendable)?
    var underlying: (any Error)?
    var history: [Attempt] = []

    init(kind: Kind, reason: String, underlying: (any Error)?) {
      self.kind = kind
      self.reason = reason
      self.underlying = underlying
    }

    init(copying other: Storage) {
      kind = other.kind
      reason = other.reason
      networkCondition = other.networkCondition
      transportCode = other.transportCode
      operationID = other.operationID
      request = other.request
      response = other.response
      body = other.body
      decodedBody = other.decodedBody
      underlying = other.underlying
      history = other.history
    }
  }

  private var storage: Storage

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - kind: the class of failure.
  ///   - reason: what happened and what to do, one sentence without a full stop.
  ///   - underlying: the error that led to this one, passed through unchanged.
  public init(_ kind: Kind, _ reason: String, underlying: (any Error)? = nil) {
    storage = Storage(kind: kind, reason: reason, underlying: underlying)
  }

  private subscript<Value>(_ path: ReferenceWritableKeyPath<Storage, Value>) -> Value {
    get { storage[keyPath: path] }
    set {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
      storage[keyPath: path] = newValue
    }
  }

  /// The class of failure.
  public var kind: Kind {
    get { self[\.kind] }
    set { self[\.kind] = newValue }
  }

  /// What happened and what to do, in one sentence.
  public var reason: String {
    get { self[\.reason] }
    set { self[\.reason] = newValue }
  }

  /// What went wrong on the network, for errors of kind `.network`, `.timeout` and `.tls`.
  public var networkCondition: NetworkCondition? {
    get { self[\.networkCondition] }
    set { self[\.networkCondition] = newValue }
  }

  /// The transport's own error number (libcurl's `CURLcode`, say).
  public var transportCode: Int? {
    get { self[\.transportCode] }
    set { self[\.transportCode] = newValue }
  }

  /// The operation that failed.
  public var operationID: String? {
    get { self[\.operationID] }
    set { self[\.operationID] = newValue }
  }

  /// The request as it was sent last; holds credentials, so print ``description`` instead.
  public var request: HTTPRequest? {
    get { self[\.request] }
    set { self[\.request] = newValue }
  }

  /// The response head, where one came.
  public var response: HTTPResponse? {
    get { self[\.response] }
    set { self[\.response] = newValue }
  }

  /// The response body, or its beginning where it is large.
  public var body: Data? {
    get { self[\.body] }
    set { self[\.body] = newValue }
  }

  /// The body decoded as the document says for this status.
  public var decodedBody: (any Sendable)? {
    get { self[\.decodedBody] }
    set { self[\.decodedBody] = newValue }
  }

  /// The error that led to this one, unchanged.
  public var underlying: (any Error)? {
    get { self[\.underlying] }
    set { self[\.underlying] = newValue }
  }

  /// The tries made before giving up, the last one included.
  public var history: [Attempt] {
    get { self[\.history] }
    set { self[\.history] = newValue }
  }

  /// The status of the response, where one came.
  public var status: Int? { response?.status }

  /// The decoded body as a type.
  ///
  /// - Parameter type: the type documented for the status.
  /// - Returns: the decoded body, or `nil` where there is none of this type.
  public func body<Body>(as type: Body.Type) -> Body? { decodedBody as? Body }
}

extension ClientError {
  /// A class of failure; an open set.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String
    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// No connection, a broken connection, a protocol violation.
    public static let network = Kind(rawValue: "network")
    /// A time limit passed.
    public static let timeout = Kind(rawValue: "timeout")
    /// The task was cancelled, or the session cancelled its calls.
    public static let cancelled = Kind(rawValue: "cancelled")
    /// The secure connection could not be made: certificate, host name, protocol version.
    public static let tls = Kind(rawValue: "tls")
    /// The target could not be turned into a request; nothing was sent.
    public static let requestEncoding = Kind(rawValue: "requestEncoding")
    /// An adapter threw; nothing was sent.
    public static let adaptation = Kind(rawValue: "adaptation")
    /// The operation needs a credential and there is none, or authorization failed.
    public static let authorization = Kind(rawValue: "authorization")
    /// The status is not a documented success.
    public static let unacceptableStatus = Kind(rawValue: "unacceptableStatus")
    /// The content type is none that was asked for.
    public static let unacceptableContentType = Kind(rawValue: "unacceptableContentType")
    /// The body is empty where the document promises content.
    public static let emptyBody = Kind(rawValue: "emptyBody")
    /// The body does not have the shape the document promises.
    public static let decoding = Kind(rawValue: "decoding")
    /// A serializer failed for another reason.
    public static let serialization = Kind(rawValue: "serialization")
    /// The body is larger than allowed.
    public static let bodyTooLarge = Kind(rawValue: "bodyTooLarge")
    /// Too many redirects, or one that must not be followed.
    public static let redirect = Kind(rawValue: "redirect")
    /// A retry or redirect needs the body again, and it can be sent only once.
    public static let bodyNotReplayable = Kind(rawValue: "bodyNotReplayable")
    /// The way to the next page is not one that can be followed.
    public static let pagination = Kind(rawValue: "pagination")
    /// The server reported an error in the middle of a stream.
    public static let streamFailure = Kind(rawValue: "streamFailure")
    /// An interceptor ended the call.
    public static let interception = Kind(rawValue: "interception")
    /// A file could not be read or written.
    public static let file = Kind(rawValue: "file")
  }

  /// What went wrong on the network; an open set.
  public struct NetworkCondition: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String
    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The host name could not be resolved.
    public static let nameLookup = NetworkCondition(rawValue: "nameLookup")
    /// No connection could be made; nothing was sent.
    public static let connect = NetworkCondition(rawValue: "connect")
    /// An existing connection broke before the response was complete.
    public static let connectionLost = NetworkCondition(rawValue: "connectionLost")
    /// The peer did not speak HTTP as it should.
    public static let protocolViolation = NetworkCondition(rawValue: "protocolViolation")
    /// The proxy refused or failed.
    public static let proxy = NetworkCondition(rawValue: "proxy")
  }
}

extension ClientError: CustomStringConvertible {
  /// One line: operation, method and URL without query, status, kind and reason.
  public var description: String {
    var text = ""
    if let operationID { text += "\(operationID): " }
    text += reason
    var facts = [kind.rawValue]
    if let networkCondition { facts.append(networkCondition.rawValue) }
    if let status { facts.append("status \(status)") }
    if let request { facts.append("\(request.method) \(request.url.origin)\(request.url.path)") }
    if history.count > 1 { facts.append("\(history.count) tries") }
    if let transportCode { facts.append("transport code \(transportCode)") }
    return "\(text) (\(facts.joined(separator: ", ")))"
  }
}

extension ClientError: CustomReflectable {
  /// What a debugger shows: everything but credentials and bodies.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "kind": kind, "reason": reason, "networkCondition": networkCondition as Any,
        "transportCode": transportCode as Any, "operationID": operationID as Any,
        "request": request as Any, "response": response as Any,
        "body": body.map { "\($0.count) bytes" } as Any,
        "decodedBody": decodedBody.map { "\(type(of: $0))" } as Any,
        "underlying": underlying as Any, "history": history,
      ]
    )
  }
}

extension ClientError {
  /// The same error with request and operation filled in where they are missing.
  func located(operationID: String?, request: HTTPRequest?) -> ClientError {
    var error = self
    if error.operationID == nil, let operationID { error.operationID = operationID }
    if error.request == nil, let request { error.request = request }
    return error
  }

  /// Wraps an error unless it is one of ours already.
  static func wrapping(_ error: any Error, as kind: Kind, _ reason: String) -> ClientError {
    if let error = error as? ClientError { return error }
    if error is CancellationError { return .cancelled(error) }
    return ClientError(kind, "\(reason): \(error)", underlying: error)
  }

  static func cancelled(_ underlying: (any Error)? = nil) -> ClientError {
    ClientError(.cancelled, "the call was cancelled", underlying: underlying)
  }
}
