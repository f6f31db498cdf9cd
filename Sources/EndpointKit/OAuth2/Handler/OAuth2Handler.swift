#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Signs calls with an OAuth 2 token, and gets the next token when it is time.
///
/// One handler serves any number of sessions. What it promises:
///
/// - **Who gets a token.** Only operations whose security names the scheme are signed, and only
///   for the origins that the session and ``OAuth2Settings/trustedOrigins`` trust, over TLS or on
///   this machine. A call that brings its own `Authorization` field keeps it.
/// - **One refresh.** A token is replaced ahead of its end, and when a server refuses it with 401
///   and a challenge of the scheme, or none at all. However many calls notice, one token request
///   runs, also over several processes that share a ``FileTokenStore``. It belongs to the handler:
///   cancelling a call takes that call out of the queue and disturbs nobody else.
/// - **Waiting.** Calls that were refused and calls made meanwhile wait. Then the refused ones go
///   out in the order in which they failed, the others after them; or all as they were made, see
///   ``OAuth2Settings/replayOrder``. A new refresh token is in the store before any of them.
/// - **Late refusals.** A 401 for a token that has been replaced since is repeated at once.
/// - **Ends.** A call whose repetition is refused too fails with the 401. When the token endpoint
///   cannot be reached, is busy or broken, it is asked again with back-off; then the waiting calls
///   fail and the session goes on. `invalid_grant` ends the session: tokens are forgotten, every
///   waiting call learns why, ``OAuth2Event/sessionEnded(_:)`` comes once, and
///   ``OAuth2Settings/signIn`` is asked where there is one. ``OAuth2Settings/refreshBudget`` stops
///   whatever would go on for ever.
/// - **Scope.** `insufficient_scope` never refreshes, since a refresh cannot widen a scope. With
///   ``OAuth2Settings/signIn`` a person is asked for the union of scopes, while other calls go on;
///   else the call fails with the scopes that are missing.
/// - **Failures** reach callers as ``ClientError`` of kind `.authorization` with an
///   ``OAuth2Error`` underneath and the 401 that began it. No token and no secret is in them.
public final class OAuth2Handler: RequestSigner {
  /// The client, the server and how tokens are used.
  public let settings: OAuth2Settings
  /// Speaks to the server for this handler.
  public let client: OAuth2Client
  /// Where tokens are kept.
  public let store: any TokenStore
  /// Whose tokens these are.
  public let key: TokenKey

  let core: Locked<HandlerCore>
  let listeners = Locked(Listeners())
  let clock: OAuth2Clock
  private let rule: RefusalRule

  /// Makes a handler.
  ///
  /// - Parameters:
  ///   - settings: the client, the server and how tokens are used.
  ///   - flows: the flows of the document, for what the settings leave open.
  ///   - store: where tokens are kept.
  ///   - transport: what moves bytes to the authorization server.
  public convenience init(
    _ settings: OAuth2Settings,
    flows: [OAuth2Flow] = [],
    store: any TokenStore = .memory,
    transport: any Transport
  ) {
    let settings = settings.with(flows)
    self.init(
      settings,
      client: OAuth2Client(settings, transport: transport),
      server: nil,
      store: store
    )
  }

  /// Makes a handler that looks up the server's endpoints.
  ///
  /// - Parameters:
  ///   - settings: the client, and what is to differ from what the server says.
  ///   - discovery: the URL of the server's metadata, as in an `openIdConnect` scheme.
  ///   - store: where tokens are kept.
  ///   - transport: what moves bytes to the authorization server.
  public convenience init(
    _ settings: OAuth2Settings,
    discovery: String,
    store: any TokenStore = .memory,
    transport: any Transport
  ) {
    let client = OAuth2Client(settings, discovery: discovery, transport: transport)
    self.init(settings, client: client, server: discovery, store: store)
  }

  init(
    _ settings: OAuth2Settings,
    client: OAuth2Client,
    server: String?,
    store: any TokenStore
  ) {
    self.settings = settings
    self.client = client
    self.store = store
    clock = client.clock
    let url = settings.tokenURL ?? settings.authorizationURL
    let origin = url.flatMap { Origin($0) }?.description
    key = TokenKey(
      server: settings.issuer ?? origin ?? server ?? "",
      clientID: settings.clientID,
      account: settings.account
    )
    rule = RefusalRule(
      scheme: settings.authorizationScheme,
      realm: settings.realm,
      acceptsMissingChallenge: settings.refreshesWithoutChallenge
    )
    core = Locked(HandlerCore(settings.queueOptions))
  }

  // MARK: Signing

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    guard isTrusted(request.url.origin), !request.fields.contains("Authorization") else { return }
    guard request.url.origin.isPrivate || settings.allowsPlainHTTP else {
      throw OAuth2Error(
        .configuration,
        "a token would travel to \(request.url.origin) in clear; use https, or set allowsPlainHTTP"
      )
    }
    request.fields.append("Authorization", try await header(for: context.id))
  }

  private func isTrusted(_ origin: Origin) -> Bool {
    settings.trustedOrigins?.contains(origin) ?? true
  }

  /// What to sign a call with, waiting for it where it is being got.
  func header(for call: UInt64) async throws -> String {
    while true {
      if let header = claim(call) { return header }
      switch await wait(.begin(call), call) {
      case .released: continue
      case .cancelled: throw CancellationError()
      case .failed(let failure, let cause): throw error(failure, cause)
      }
    }
  }

  /// The way of nearly every call: one lock, no waiting.
  private func claim(_ call: UInt64) -> String? {
    let now = clock.monotonic()
    var effects: HandlerCore.Effects?
    let header: String? = core.withLock { core in
      guard core.state.epochToSign(at: now) != nil else { return nil }
      if core.state.isAwaitingSignature(of: call) { effects = core.take(.signed(call), at: now) }
      return core.header
    }
    if let effects { run(effects) }
    return header
  }

  public func hasCredential(for context: RequestContext) async -> Bool {
    let known: Bool? = core.withLock { core in
      if core.state.options.acquiresSilently || core.state.credential != nil { return true }
      return core.state.hasLoaded ? false : nil
    }
    if let known { return known }
    return (try? await store.token(for: key)) != nil
  }

  public func callEnded(_ context: RequestContext) {
    let effects: HandlerCore.Effects? = core.withLock { core in
      guard core.state.isHeldUp(by: context.id) else { return nil }
      return core.take(.ended(context.id), at: clock.monotonic())
    }
    if let effects { run(effects) }
  }

  // MARK: Refusals

  public func retry(
    _ context: RequestContext,
    dueTo error: ClientError
  ) async -> RetryDecision {
    guard let response = error.response, let sent = context.request.fields["Authorization"],
      let epoch = core.withLock({ $0.epoch(of: sent) })
    else { return .doNotRetry }
    let challenges = AuthenticationChallenge.parse(response.fields)
    var verdict = rule.verdict(status: response.status, challenges: challenges)
    if verdict == .notOurs, settings.isRefusal?(context, error) == true { verdict = .refresh }
    let refusals = countRefusal(context)
    var missing: [String] = []
    let outcome: HandlerCore.Outcome
    switch verdict {
    case .notOurs: return .doNotRetry
    case .refresh:
      outcome = await wait(.refused(context.id, epoch: epoch, repeats: refusals), context.id)
    case .insufficientScope(let scopes):
      missing = scopes.isEmpty ? context.requirement?.scopes ?? [] : scopes
      outcome = await wait(
        .lacksScope(context.id, epoch: epoch, scopes: Set(missing), repeats: refusals),
        context.id
      )
    }
    switch outcome {
    case .released: return .retry
    case .cancelled: return .doNotRetry(with: ClientError.cancelled(error))
    case .failed(let failure, let cause):
      var reason = self.error(failure, cause)
      if failure == .insufficientScope { reason.scopes = missing }
      reason.status = reason.status ?? error.status
      return .doNotRetry(with: authorizationError(reason, error))
    }
  }

  /// How often this handler's token was refused in this call before, and once more.
  private func countRefusal(_ context: RequestContext) -> Int {
    let id = ObjectIdentifier(self)
    var counts = context.attributes[RefusalCounts.self] ?? [:]
    let count = counts[id] ?? 0
    counts[id] = count + 1
    context.attributes[RefusalCounts.self] = counts
    return count
  }

  private struct RefusalCounts: RequestContext.AttributeKey {
    typealias Value = [ObjectIdentifier: Int]
  }

  /// The refusal with the reason that nothing could be done about it.
  private func authorizationError(_ reason: OAuth2Error, _ refusal: ClientError) -> ClientError {
    var result = refusal
    result.kind = .authorization
    result.reason = reason.reason
    result.underlying = reason
    return result
  }
}
