#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Session {
  /// How much of a failure's body errors carry.
  static let errorBodyLimit = 64 << 10

  /// Throws where a response is not what the operation promises.
  func judge(_ exchange: Exchange, _ pipeline: Pipeline) async throws(ClientError) {
    let validation = pipeline.validation
    guard
      validation.accepts(status: exchange.head.status, of: pipeline.endpoint)
        || (pipeline.options?.acceptsRangeStatuses == true && exchange.head.status == 416)
    else { throw await unacceptable(exchange, pipeline.endpoint) }
    for check in validation.checks {
      do {
        try check(exchange.request, exchange.head, exchange.body)
      } catch {
        var failure = ClientError.wrapping(
          error,
          as: .unacceptableStatus,
          "a validation of the response failed"
        )
        failure.response = exchange.head
        failure.body = exchange.body.prefix(Session.errorBodyLimit)
        throw failure.located(operationID: pipeline.endpoint.id, request: exchange.request)
      }
    }
    if case .stream = exchange.content {
      try checkContentType(exchange, pipeline.endpoint, validation)
    }
  }

  /// Throws where a body is of a type the operation does not have.
  func checkContentType(
    _ exchange: Exchange,
    _ endpoint: Endpoint,
    _ validation: Validation
  ) throws(ClientError) {
    let accepted = endpoint.acceptText
    if accepted.isEmpty && validation.isDefault { return }
    if validation.isDefault, exchange.head.fields.has("Content-Type", accepted) { return }
    guard let contentType = exchange.head.fields["Content-Type"],
      !validation.accepts(contentType: contentType, of: endpoint)
    else { return }
    var error = ClientError(
      .unacceptableContentType,
      "the server sent '\(contentType)' where '\(endpoint.acceptText)' was asked for"
    )
    error.response = exchange.head
    error.body = exchange.body.prefix(Session.errorBodyLimit)
    throw error.located(operationID: endpoint.id, request: exchange.request)
  }

  /// The error for a status that is no success, with the documented body decoded.
  private func unacceptable(_ exchange: Exchange, _ endpoint: Endpoint) async -> ClientError {
    var body = exchange.body
    if case .stream(let stream, _) = exchange.content {
      body = await stream.collectBeginning(limit: Session.errorBodyLimit)
    }
    let status = exchange.head.status
    var error = ClientError(
      .unacceptableStatus,
      "the server answered \(status) \(ReasonPhrase.of(status))"
    )
    error.response = exchange.head
    error.decodedBody = decodeFailure(body, exchange.head, endpoint)
    error.body = body.count > Session.errorBodyLimit ? body.prefix(Session.errorBodyLimit) : body
    return error.located(operationID: endpoint.id, request: exchange.request)
  }

  /// The body as the type documented for the status; `nil` where there is none or it does not fit.
  func decodeFailure(
    _ body: Data,
    _ head: HTTPResponse,
    _ endpoint: Endpoint
  ) -> (any Sendable)? {
    var best: DocumentedFailure?
    var bestRank = 0
    for failure in endpoint.failures {
      let rank = failure.status.rank(for: head.status)
      if rank > bestRank { (best, bestRank) = (failure, rank) }
    }
    // No bytes are a text, but no JSON.
    guard let best, !body.isEmpty || best.format == .text else { return nil }
    return best.decode(body, head.fields["Content-Type"].flatMap { MediaType($0) })
  }
}

extension BodyStream {
  /// The first bytes of a body; what fails or comes later is dropped.
  func collectBeginning(limit: Int) async -> Data {
    var data = Data()
    var iterator = makeAsyncIterator()
    while data.count < limit, let piece = try? await iterator.next() { data.append(piece) }
    cancel()
    return data.prefix(limit)
  }
}
