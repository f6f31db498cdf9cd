/// Is told what happens to calls: for logs, metrics, traces, activity indicators.
///
/// Every hook has an empty default. Hooks run inline on whatever task does the work: return fast
/// and do not block. Sessions without monitors pay nothing for them.
public protocol EventMonitor: Sendable {
  /// A call starts; nothing was sent.
  func callDidStart(_ context: RequestContext)
  /// An interceptor is about to adapt the request.
  func willAdapt(_ request: HTTPRequest, _ context: RequestContext)
  /// An interceptor has adapted the request.
  func didAdapt(_ request: HTTPRequest, _ context: RequestContext)
  /// The request, signed, goes to the transport.
  func willSend(_ request: HTTPRequest, _ context: RequestContext)
  /// The response head is there.
  func didReceiveHead(_ response: HTTPResponse, _ context: RequestContext)
  /// The body is there; streams do not tell.
  func didReceiveBody(_ byteCount: Int, _ context: RequestContext)
  /// A redirect is followed.
  func willRedirect(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    _ context: RequestContext
  )
  /// A try has ended, well or badly.
  func didFinishTry(_ attempt: Attempt, metrics: TransportMetrics?, _ context: RequestContext)
  /// Another try will follow.
  func willRetry(after delay: Duration, dueTo error: ClientError, _ context: RequestContext)
  /// The response was read into a value, or could not be.
  func didSerialize(error: ClientError?, _ context: RequestContext)
  /// The call has ended; for a stream and each exchange of a download, its head was accepted.
  func callDidFinish(_ context: RequestContext, error: ClientError?)
}

extension EventMonitor {
  public func callDidStart(_ context: RequestContext) {}
  public func willAdapt(_ request: HTTPRequest, _ context: RequestContext) {}
  public func didAdapt(_ request: HTTPRequest, _ context: RequestContext) {}
  public func willSend(_ request: HTTPRequest, _ context: RequestContext) {}
  public func didReceiveHead(_ response: HTTPResponse, _ context: RequestContext) {}
  public func didReceiveBody(_ byteCount: Int, _ context: RequestContext) {}
  public func willRedirect(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    _ context: RequestContext
  ) {}
  public func didFinishTry(
    _ attempt: Attempt,
    metrics: TransportMetrics?,
    _ context: RequestContext
  ) {}
  public func willRetry(
    after delay: Duration,
    dueTo error: ClientError,
    _ context: RequestContext
  ) {}
  public func didSerialize(error: ClientError?, _ context: RequestContext) {}
  public func callDidFinish(_ context: RequestContext, error: ClientError?) {}
}
