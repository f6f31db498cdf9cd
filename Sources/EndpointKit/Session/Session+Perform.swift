#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Session {
  /// Sends an endpoint and sees the call through to an acceptable response.
  ///
  /// Where nobody but a signer takes part in the call, the request goes straight to the transport,
  /// and only what is not plainly good enters the pipeline.
  func perform(
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?,
    _ delivery: Delivery = .collect,
    target: (any Target)? = nil
  ) async throws(ClientError) -> Exchange {
    let request = try makeRequest(endpoint, options)
    var transportOptions = transportOptions(options, delivery: delivery, target: target)
    transportOptions.target = target
    inFlight.enter()
    defer { inFlight.leave() }
    let isDirect =
      isPlain && transport.cancelsGroups && delivery == .collect && options?.interceptor == nil
      && options?.retry == nil && options?.deadline == nil
    if isDirect, endpoint.security.alternatives.isEmpty {
      return try await sendBare(request, endpoint, options, transportOptions)
    }
    let pipeline = Pipeline(self, endpoint, options, transportOptions, delivery)
    var call = LiveCall(pipeline, request, epoch: inFlight.epoch)
    defer { call.endSigning() }
    guard isDirect else { return try await run(&call, first: nil) }
    let first = await sendSigned(&call)
    if case .success(let exchange) = first, isPlainlyGood(exchange, options) { return exchange }
    return try await run(&call, first: first)
  }

  /// The shortest way: nobody takes part.
  private func sendBare(
    _ request: HTTPRequest,
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?,
    _ transportOptions: TransportOptions
  ) async throws(ClientError) -> Exchange {
    let exchange: Exchange
    do {
      exchange = Exchange(request, try await transport.send(request, options: transportOptions))
    } catch {
      throw ClientError.wrapping(error, as: .network, "the transport failed")
        .located(operationID: endpoint.id, request: request)
    }
    if isPlainlyGood(exchange, options) { return exchange }
    let pipeline = Pipeline(self, endpoint, options, transportOptions, .collect)
    var call = LiveCall(pipeline, request, epoch: inFlight.epoch)
    return try await run(&call, first: .success(exchange))
  }

  /// The first try of a call that only signers take part in.
  private func sendSigned(_ call: inout LiveCall) async -> Result<Exchange, ClientError> {
    var request = call.request
    do throws(ClientError) {
      try checkAlive(call)
      call.startHop()
      try await sign(&request, &call)
      call.context.request = request
      return .success(try await transmit(request, call))
    } catch {
      return .failure(error)
    }
  }

  private func isPlainlyGood(_ exchange: Exchange, _ options: CallOptions.Box?) -> Bool {
    (200..<300).contains(exchange.head.status) && options?.validation == nil
      && configuration.validation.isDefault
  }

  /// Makes try after try until one is acceptable or nobody wants another.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - first: what the first try came to, where it was made already.
  private func run(
    _ call: inout LiveCall,
    first: Result<Exchange, ClientError>?
  ) async throws(ClientError) -> Exchange {
    notify { $0.callDidStart(call.context) }
    var first = first
    while true {
      let failure: ClientError
      do throws(ClientError) {
        var exchange = try await makeTry(&call, first: first)
        exchange.history = call.context.history
        if !monitors.isEmpty { exchange.watched = WatchedCall(call.context) }
        if call.pipeline.delivery == .stream {
          notify { $0.callDidFinish(call.context, error: nil) }
        }
        return exchange
      } catch {
        failure = error
      }
      first = nil
      do throws(ClientError) {
        try await prepareRetry(&call, after: failure)
      } catch {
        notify { $0.callDidFinish(call.context, error: error) }
        throw error
      }
    }
  }

  /// One try: adapt, then exchange and follow redirects, then judge.
  private func makeTry(
    _ call: inout LiveCall,
    first: Result<Exchange, ClientError>?
  ) async throws(ClientError) -> Exchange {
    // The first try of a call may have been made before it came here.
    let start = first == nil ? configuration.clock.now() : call.startedAt
    var attempt = Attempt(number: call.context.attempt)
    do throws(ClientError) {
      let done = try first?.get()
      if done == nil { try checkAlive(call) }
      let isAdapted = interceptor != nil || call.pipeline.options?.interceptor != nil
      let unsigned = isAdapted ? try await adapt(call.request, &call) : call.request
      let exchange = try await exchangeFollowingRedirects(unsigned, &call, &attempt, first: done)
      attempt.status = exchange.head.status
      try await judge(exchange, call.pipeline)
      record(attempt, since: start, exchange.metrics, &call)
      return exchange
    } catch {
      attempt.status = error.status ?? attempt.status
      attempt.failure = error.kind
      record(attempt, since: start, nil, &call)
      throw error
    }
  }

  private func record(
    _ attempt: Attempt,
    since start: Duration,
    _ metrics: TransportMetrics?,
    _ call: inout LiveCall
  ) {
    var attempt = attempt
    attempt.duration = configuration.clock.now() - start
    // A response that came by the shortest way came before anybody looked at a clock.
    if let total = metrics?.total { attempt.duration = max(attempt.duration, total) }
    call.context.history.append(attempt)
    notify { $0.didFinishTry(attempt, metrics: metrics, call.context) }
  }

  /// Throws where the call was cancelled, from inside or by ``cancelAll()``.
  func checkAlive(_ call: LiveCall) throws(ClientError) {
    if Task.isCancelled || inFlight.epoch != call.epoch {
      throw ClientError.cancelled().located(
        operationID: call.pipeline.endpoint.id,
        request: call.context.request
      )
    }
  }

  /// Exchanges one request after another as redirects demand.
  private func exchangeFollowingRedirects(
    _ unsigned: HTTPRequest,
    _ call: inout LiveCall,
    _ attempt: inout Attempt,
    first: Exchange?
  ) async throws(ClientError) -> Exchange {
    var hop = unsigned
    var first = first
    let policy = call.pipeline.redirects
    while true {
      var exchange: Exchange
      if let done = first {
        exchange = done
        first = nil
      } else {
        exchange = try await sendHop(hop, &call)
      }
      guard policy.limit > 0, RedirectPolicy.isRedirect(exchange.head.status),
        let location = exchange.head.fields["Location"]
      else { return exchange }
      if case .stream(let body, _) = exchange.content { body.cancel() }
      let next: HTTPRequest
      do throws(ClientError) {
        next = try policy.follow(
          hop,
          response: exchange.head,
          location: location,
          followed: attempt.redirects,
          sensitive: configuration.sensitiveFields
        )
      } catch {
        throw error.located(operationID: call.pipeline.endpoint.id, request: exchange.request)
      }
      attempt.redirects += 1
      notify { $0.willRedirect(exchange.head, to: next, call.context) }
      hop = next
    }
  }

  /// Signs and sends one request of a try.
  private func sendHop(
    _ unsigned: HTTPRequest,
    _ call: inout LiveCall
  ) async throws(ClientError) -> Exchange {
    var request = unsigned
    if let cookies = configuration.cookies { cookies.add(to: &request) }
    call.startHop()
    if !call.pipeline.endpoint.security.alternatives.isEmpty { try await sign(&request, &call) }
    let stored = call.pipeline.delivery == .collect ? configuration.cache?.prepare(&request) : nil
    call.context.request = request
    try checkAlive(call)
    notify { $0.willSend(request, call.context) }
    var exchange = try await transmit(request, call)
    configuration.cookies?.store(from: exchange.head)
    notify { $0.didReceiveHead(exchange.head, call.context) }
    if call.pipeline.delivery == .collect {
      configuration.cache?.complete(&exchange, with: stored)
      notify { $0.didReceiveBody(exchange.body.count, call.context) }
    }
    return exchange
  }

  /// Hands one request to the transport.
  private func transmit(
    _ request: HTTPRequest,
    _ call: LiveCall
  ) async throws(ClientError) -> Exchange {
    if request.fields.refused != nil {
      throw ClientError(.adaptation, "an interceptor set a malformed header field")
        .located(operationID: call.pipeline.endpoint.id, request: request)
    }
    let transport = transport
    var options = call.pipeline.transportOptions
    if let deadline = call.pipeline.options?.deadline {
      let left = deadline - call.elapsed(configuration.clock)
      guard left > .zero else {
        throw ClientError(.timeout, "the call's deadline of \(deadline) has passed")
          .located(operationID: call.pipeline.endpoint.id, request: request)
      }
      options.timeout = options.timeout.map { min($0, left) } ?? left
    }
    do {
      switch (call.pipeline.delivery, transport.cancelsGroups) {
      case (.collect, true):
        return Exchange(request, try await transport.send(request, options: options))
      case (.collect, false):
        return Exchange(
          request,
          try await inFlight.tracked(in: call.epoch) { [options] in
            try await transport.send(request, options: options)
          }
        )
      case (.stream, true):
        return Exchange(request, try await transport.open(request, options: options))
      case (.stream, false):
        let stream = try await inFlight.tracked(in: call.epoch) { [options] in
          try await transport.open(request, options: options)
        }
        return Exchange(request, tracking(stream))
      }
    } catch {
      throw ClientError.wrapping(error, as: .network, "the transport failed")
        .located(operationID: call.pipeline.endpoint.id, request: request)
    }
  }

  /// A stream that ``cancelAll()`` ends although its transport does not know groups.
  private func tracking(_ stream: TransportStream) -> TransportStream {
    let inFlight = inFlight
    let body = stream.body
    let key = inFlight.add { body.cancel() }
    let cell = BodyCell(body)
    var tracked = stream
    tracked.body = BodyStream(
      next: {
        let piece = try await cell.next()
        if piece == nil { inFlight.remove(key) }
        return piece
      },
      cancel: {
        inFlight.remove(key)
        cell.cancel()
      }
    )
    return tracked
  }

  /// Tells the monitors.
  func notify(_ tell: (any EventMonitor) -> Void) {
    for monitor in monitors { tell(monitor) }
  }
}

/// The parts of a call that stay the same over all its tries.
final class Pipeline: Sendable {
  let session: Session
  let endpoint: Endpoint
  let options: CallOptions.Box?
  let transportOptions: TransportOptions
  let delivery: Delivery

  init(
    _ session: Session,
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?,
    _ transportOptions: TransportOptions,
    _ delivery: Delivery
  ) {
    self.session = session
    self.endpoint = endpoint
    self.options = options
    self.transportOptions = transportOptions
    self.delivery = delivery
  }

  var redirects: RedirectPolicy { options?.redirects ?? session.configuration.redirects }
  var validation: Validation { options?.validation ?? session.configuration.validation }
}

/// A call that is under way.
struct LiveCall: Sendable {
  let pipeline: Pipeline
  /// The request before adaptation.
  let request: HTTPRequest
  /// The session's epoch when the call started.
  let epoch: UInt64
  let startedAt: Duration
  var context: RequestContext
  /// The signers asked to sign, one a scheme.
  private(set) var signers: [SignerUse] = []
  /// How many requests were signed or sent bare.
  private var hop = 0

  init(_ pipeline: Pipeline, _ request: HTTPRequest, epoch: UInt64) {
    self.pipeline = pipeline
    self.request = request
    self.epoch = epoch
    startedAt = pipeline.session.configuration.clock.now()
    let endpoint = pipeline.endpoint
    let isIdempotent =
      pipeline.options?.isIdempotent ?? endpoint.isIdempotent ?? endpoint.method.isIdempotent
    let keyField = pipeline.session.configuration.idempotencyKeyField ?? "Idempotency-Key"
    context = RequestContext(
      id: Session.nextCallID(),
      operationID: endpoint.id,
      pathTemplate: endpoint.pathTemplate,
      security: endpoint.security,
      isIdempotent: isIdempotent || request.fields.contains(keyField),
      sessionID: ObjectIdentifier(pipeline.session),
      request: request
    )
  }

  func elapsed(_ clock: SessionClock) -> Duration { clock.now() - startedAt }

  /// Starts another request of the call, not signed yet.
  mutating func startHop() { hop += 1 }

  /// Remembers that a signer is asked to sign the current request.
  mutating func use(_ signer: any RequestSigner, for scheme: String) {
    if let known = signers.firstIndex(where: { $0.scheme == scheme }) {
      signers[known].hop = hop
    } else {
      signers.append(SignerUse(scheme: scheme, signer: signer, hop: hop))
    }
  }

  /// The signers of the last request.
  var currentSigners: [any RequestSigner] { signers.filter { $0.hop == hop }.map(\.signer) }

  /// Tells the signers that the call is over.
  func endSigning() {
    for use in signers { use.signer.callEnded(context) }
  }
}

/// A signer that took part in a call.
struct SignerUse: Sendable {
  let scheme: String
  let signer: any RequestSigner
  /// The last request it was asked for.
  var hop: Int
}

/// Holds the one iterator of a body.
final class BodyCell: Sendable {
  private let iterator: Locked<BodyStream.Iterator?>
  private let body: BodyStream

  init(_ body: BodyStream) {
    self.body = body
    iterator = Locked(body.makeAsyncIterator())
  }

  func next() async throws -> Data? {
    guard var iterator = iterator.withLock({ $0 }) else { return nil }
    return try await iterator.next()
  }

  func cancel() {
    body.cancel()
    iterator.withLock { $0 = nil }
  }
}
