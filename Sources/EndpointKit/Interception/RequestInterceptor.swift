/// Changes a request before it is sent: signs it, adds a field, rewrites its URL.
public protocol RequestAdapter: Sendable {
  /// Changes a request.
  ///
  /// Called before every try, also of a retry, with the request as the target described it.
  ///
  /// - Parameters:
  ///   - request: the request to change.
  ///   - context: the call it belongs to.
  /// - Throws: any error, which ends the call as a ``ClientError`` of kind `.adaptation`.
  func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws
}

/// Decides whether a failed request is tried again.
public protocol RequestRetrier: Sendable {
  /// Decides.
  ///
  /// May wait as long as it likes (a token refresh, say) before it answers.
  ///
  /// - Parameters:
  ///   - context: the call with the request as it was sent last and its history.
  ///   - error: what went wrong, with response head and body where there was a response.
  /// - Returns: the decision; with `.doNotRetry` the next retrier is asked.
  func retry(_ context: RequestContext, dueTo error: ClientError) async -> RetryDecision
}

/// Adapter and retrier in one.
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {}
  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision { .doNotRetry }
}

/// What a retrier decided.
public struct RetryDecision: Sendable {
  enum Storage: Sendable {
    case retry(Duration?)
    case doNotRetry((any Error)?)
  }
  let storage: Storage

  /// Try again at once.
  public static let retry = RetryDecision(storage: .retry(nil))
  /// Try again after a pause.
  public static func retry(after delay: Duration) -> RetryDecision { .init(storage: .retry(delay)) }
  /// This retrier has nothing against the failure; the next one is asked.
  public static let doNotRetry = RetryDecision(storage: .doNotRetry(nil))
  /// Stop, and let the caller see this error instead.
  public static func doNotRetry(with error: any Error) -> RetryDecision {
    .init(storage: .doNotRetry(error))
  }
}

/// An interceptor that signs requests for one security scheme of a document.
///
/// The session asks signers only for operations whose security names their scheme.
public protocol RequestSigner: RequestInterceptor {
  /// Whether a credential is at hand, or can be had without asking a person.
  ///
  /// - Parameter context: the call to be signed.
  func hasCredential(for context: RequestContext) async -> Bool

  /// Told once that a call it was asked to sign is over, however it ended.
  ///
  /// The session calls this after the last try: when the response was accepted (for a stream, when
  /// its head was), when the call failed, and when it was cancelled, at whatever moment. A signer
  /// that lets waiting calls go one after another depends on it. It must not wait.
  ///
  /// - Parameter context: the call.
  func callEnded(_ context: RequestContext)
}

extension RequestSigner {
  public func callEnded(_ context: RequestContext) {}
}
