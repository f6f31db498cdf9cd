extension Session {
  /// Runs the adapters: the call's interceptor, then the session's.
  func adapt(
    _ request: HTTPRequest,
    _ call: inout LiveCall
  ) async throws(ClientError) -> HTTPRequest {
    var adapted = request
    if let own = call.pipeline.options?.interceptor { try await run(own, on: &adapted, &call) }
    if let interceptor { try await run(interceptor, on: &adapted, &call) }
    return adapted
  }

  private func run(
    _ adapter: any RequestInterceptor,
    on request: inout HTTPRequest,
    _ call: inout LiveCall
  ) async throws(ClientError) {
    call.context.request = request
    notify { $0.willAdapt(request, call.context) }
    do {
      try await adapter.adapt(&request, context: call.context)
    } catch {
      throw ClientError.wrapping(
        error,
        as: .adaptation,
        "an interceptor could not adapt the request"
      ).located(operationID: call.pipeline.endpoint.id, request: request)
    }
    try checkAlive(call)
    notify { $0.didAdapt(request, call.context) }
  }

  /// Signs for the first alternative whose schemes all have credentials, if the origin is trusted.
  func sign(_ request: inout HTTPRequest, _ call: inout LiveCall) async throws(ClientError) {
    let security = call.pipeline.endpoint.security
    guard isTrusted(request.url.origin, call) else { return }
    var chosen = onlyAlternative(security)
    if chosen == nil { chosen = await chooseAlternative(security, call.context) }
    guard let alternative = chosen else {
      if security.isOptional { return }
      let schemes = security.alternatives.map { alternative in
        alternative.requirements.map(\.scheme).joined(separator: " and ")
      }
      throw ClientError(
        .authorization,
        "the operation needs the credential \(schemes.joined(separator: " or ")); give the session one"
      ).located(operationID: call.pipeline.endpoint.id, request: request)
    }
    for requirement in alternative.requirements {
      guard let signer = signers[requirement.scheme] else { continue }
      call.context.requirement = requirement
      call.use(signer, for: requirement.scheme)
      do {
        try await signer.adapt(&request, context: call.context)
      } catch {
        throw ClientError.wrapping(
          error,
          as: .authorization,
          "the request could not be signed with '\(requirement.scheme)'"
        ).located(operationID: call.pipeline.endpoint.id, request: request)
      }
    }
    try checkAlive(call)
  }

  /// The session's own server, the server the operation or the call names, and what the
  /// configuration adds.
  private func isTrusted(_ origin: Origin, _ call: LiveCall) -> Bool {
    origin == call.request.url.origin || origin == base?.origin
      || configuration.trustedOrigins.contains(origin)
  }

  /// The alternative of a demand that leaves no choice, if all its signers are there.
  private func onlyAlternative(_ security: Security) -> Security.Alternative? {
    guard security.alternatives.count == 1, !security.isOptional,
      let only = security.alternatives.first,
      only.requirements.allSatisfy({ signers[$0.scheme] != nil })
    else { return nil }
    return only
  }

  /// Where no alternative has credentials, a mandatory demand falls to the first one that has
  /// signers, since they may be able to ask a person.
  private func chooseAlternative(
    _ security: Security,
    _ context: RequestContext
  ) async -> Security.Alternative? {
    let signable = security.alternatives.filter { alternative in
      alternative.requirements.allSatisfy { signers[$0.scheme] != nil }
    }
    if signable.count == 1, !security.isOptional { return signable.first }
    for alternative in signable {
      var context = context
      var hasAll = true
      for requirement in alternative.requirements where hasAll {
        context.requirement = requirement
        hasAll = await signers[requirement.scheme]?.hasCredential(for: context) ?? false
      }
      if hasAll { return alternative }
    }
    return security.isOptional ? nil : signable.first
  }

  /// Asks the retriers about a failed try and waits as they say.
  ///
  /// - Throws: the error the caller is to see, where there is no further try.
  func prepareRetry(_ call: inout LiveCall, after failure: ClientError) async throws(ClientError) {
    var error = failure.located(
      operationID: call.pipeline.endpoint.id,
      request: call.context.request
    )
    error.history = call.context.history
    guard error.kind != .cancelled, error.kind != .requestEncoding,
      call.context.attempt < configuration.maximumTries
    else { throw error }
    call.context.elapsed = call.elapsed(configuration.clock)
    let delay: Duration
    switch await askRetriers(call, error).storage {
    case .retry(let pause): delay = pause ?? .zero
    case .doNotRetry(let replacement):
      guard let replacement else { throw error }
      throw replaced(error, by: replacement)
    }
    try checkAlive(call)
    if let body = call.request.body, !body.canBeSentAgain {
      var refusal = error
      refusal.kind = .bodyNotReplayable
      refusal.reason = "a retry needs the body again, which can be sent only once; \(error.reason)"
      refusal.underlying = error
      throw refusal
    }
    notify { $0.willRetry(after: delay, dueTo: error, call.context) }
    if let last = call.context.history.indices.last { call.context.history[last].pause = delay }
    if delay > .zero {
      let sleep = configuration.clock.sleep
      do { try await inFlight.tracked(in: call.epoch) { try await sleep(delay) } } catch {
        throw ClientError.cancelled(failure)
          .located(operationID: call.pipeline.endpoint.id, request: call.context.request)
      }
    }
    call.context.attempt += 1
  }

  /// Asks signers, the call's interceptor, the session's and the retry policy; the first that
  /// decides wins.
  private func askRetriers(_ call: LiveCall, _ error: ClientError) async -> RetryDecision {
    var retriers: [any RequestRetrier] = call.currentSigners
    if let own = call.pipeline.options?.interceptor { retriers.append(own) }
    if let interceptor { retriers.append(interceptor) }
    if let policy = call.pipeline.options?.retry ?? configuration.retry { retriers.append(policy) }
    guard !retriers.isEmpty else { return .doNotRetry }
    let context = call.context
    let decision = try? await inFlight.tracked(in: call.epoch) { [retriers] in
      for retrier in retriers {
        let decision = await retrier.retry(context, dueTo: error)
        if case .doNotRetry(nil) = decision.storage { continue }
        return decision
      }
      return .doNotRetry
    }
    return decision ?? .doNotRetry
  }

  /// The error a retrier wants the caller to see, with the evidence of the one it replaces.
  private func replaced(_ error: ClientError, by replacement: any Error) -> ClientError {
    var result =
      (replacement as? ClientError)
      ?? ClientError(.interception, "an interceptor ended the call: \(replacement)")
    if result.underlying == nil, !(replacement is ClientError) { result.underlying = replacement }
    if result.response == nil {
      result.response = error.response
      result.body = error.body
      result.decodedBody = error.decodedBody
    }
    result.history = error.history
    return result.located(operationID: error.operationID, request: error.request)
  }
}
