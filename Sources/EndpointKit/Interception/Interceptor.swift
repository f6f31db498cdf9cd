/// Adapters, retriers and interceptors put together.
///
/// Adapters run in order: first `adapters`, then `interceptors`. Retriers are asked in the same
/// order, and the first that decides wins.
public struct Interceptor: RequestInterceptor {
  /// Run one after another on each request.
  public let adapters: [any RequestAdapter]
  /// Asked one after another about each failure.
  public let retriers: [any RequestRetrier]

  /// Puts parts together.
  ///
  /// - Parameters:
  ///   - adapters: adapters, run first.
  ///   - retriers: retriers, asked first.
  ///   - interceptors: both in one, run and asked after the others.
  public init(
    adapters: [any RequestAdapter] = [],
    retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// Makes an interceptor of functions.
  ///
  /// - Parameters:
  ///   - adapt: changes each request; left out, none is changed.
  ///   - retry: decides about each failure; left out, nothing is retried.
  public init(
    adapt: (@Sendable (inout HTTPRequest, RequestContext) async throws -> Void)? = nil,
    retry: (@Sendable (RequestContext, ClientError) async -> RetryDecision)? = nil
  ) {
    adapters = adapt.map { [FunctionAdapter(function: $0)] } ?? []
    retriers = retry.map { [FunctionRetrier(function: $0)] } ?? []
  }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    for adapter in adapters { try await adapter.adapt(&request, context: context) }
  }

  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision {
    for retrier in retriers {
      let decision = await retrier.retry(context, dueTo: error)
      if case .doNotRetry(nil) = decision.storage { continue }
      return decision
    }
    return .doNotRetry
  }
}

private struct FunctionAdapter: RequestAdapter {
  let function: @Sendable (inout HTTPRequest, RequestContext) async throws -> Void

  func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    try await function(&request, context)
  }
}

private struct FunctionRetrier: RequestRetrier {
  let function: @Sendable (RequestContext, ClientError) async -> RetryDecision

  func retry(_ context: RequestContext, dueTo error: ClientError) async -> RetryDecision {
    await function(context, error)
  }
}
