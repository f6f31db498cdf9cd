extension Session {
  /// Builds the request of an endpoint as it stands before any interceptor.
  func makeRequest(
    _ endpoint: inout Endpoint,
    _ options: CallOptions?
  ) throws(ClientError) -> HTTPRequest {
    let url = try makeURL(&endpoint, options)
    if let problem = endpoint.problem ?? options?.problem {
      throw ClientError(.requestEncoding, problem)
        .located(operationID: endpoint.id, request: HTTPRequest(endpoint.method, url))
    }
    var fields = defaultFields
    if !endpoint.acceptText.isEmpty { fields["Accept"] = endpoint.acceptText }
    fields.merge(endpoint.fields)
    if !endpoint.cookieText.isEmpty { fields["Cookie"] = endpoint.cookieText }
    if let options {
      fields.merge(options.fields)
      if let key = idempotencyKey(endpoint, options) {
        fields[configuration.idempotencyKeyField ?? "Idempotency-Key"] = key
      }
    } else if configuration.idempotencyKeyField != nil,
      let key = idempotencyKey(endpoint, .none)
    {
      fields[configuration.idempotencyKeyField ?? "Idempotency-Key"] = key
    }
    var request = HTTPRequest(endpoint.method, url, fields: fields, body: endpoint.body)
    if let refused = fields.refused {
      throw ClientError(
        .requestEncoding,
        "header field '\(refused)' is malformed or holds a control character"
      ).located(operationID: endpoint.id, request: request)
    }
    if let body = request.body, !body.isReplayable { request.body = body.trackingUse() }
    if let compressor = options?.compressor { try compress(&request, with: compressor, endpoint) }
    return request
  }

  private func makeURL(
    _ endpoint: inout Endpoint,
    _ options: CallOptions?
  ) throws(ClientError) -> HTTPURL {
    guard let base else {
      throw ClientError(
        .requestEncoding,
        "the session's server '\(server)' is no absolute http or https URL"
      ).located(operationID: endpoint.id, request: nil)
    }
    if let url = options?.url { return url }
    var place = base
    if let reference = options?.server ?? endpoint.server {
      guard let other = base.resolving(reference) else {
        throw ClientError(
          .requestEncoding,
          "the server '\(reference.url)' is no http or https URL"
        )
        .located(operationID: endpoint.id, request: nil)
      }
      place = other
    }
    var url = place.url(path: endpoint.finishPath(), query: endpoint.queryText)
    if let options {
      for item in options.replacedQueryItems { url.setQueryItem(item.name, item.value) }
      if !options.query.isEmpty { url.appendEncodedQuery(options.query) }
    }
    return url
  }

  /// The key that makes a call safe to repeat, where it needs one.
  private func idempotencyKey(_ endpoint: Endpoint, _ options: CallOptions) -> String? {
    if let key = options.idempotencyKey { return key }
    let isIdempotent = endpoint.isIdempotent ?? endpoint.method.isIdempotent
    guard configuration.idempotencyKeyField != nil, !isIdempotent else { return nil }
    var generator = SystemRandomNumberGenerator()
    let (high, low) = (generator.next() as UInt64, generator.next() as UInt64)
    return String(high, radix: 36) + String(low, radix: 36)
  }

  private func compress(
    _ request: inout HTTPRequest,
    with compressor: any BodyCompressor,
    _ endpoint: Endpoint
  ) throws(ClientError) {
    guard let body = request.body, case .data(let data) = body.source else { return }
    do {
      request.body = .data(try compressor.compress(data))
      request.fields["Content-Encoding"] = compressor.contentEncoding
    } catch {
      throw ClientError(
        .requestEncoding,
        "the body cannot be compressed: \(error)",
        underlying: error
      )
      .located(operationID: endpoint.id, request: request)
    }
  }

  /// The limits of a call's exchanges.
  func transportOptions(
    _ options: CallOptions?,
    delivery: Delivery,
    target: (any Target)?
  ) -> TransportOptions {
    var result = defaultOptions
    if delivery == .stream {
      result.timeout = nil
      result.maximumBodySize = nil
    }
    guard let options else { return result }
    if let timeout = options.timeout { result.timeout = timeout }
    if let size = options.maximumBodySize { result.maximumBodySize = size }
    if let decompresses = options.decompresses { result.decompresses = decompresses }
    result.uploadProgress = options.uploadProgress
    result.downloadProgress = options.downloadProgress
    return result
  }
}
