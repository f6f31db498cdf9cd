extension Session {
  /// Builds the request of an endpoint as it stands before any interceptor.
  func makeRequest(
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?
  ) throws(ClientError) -> HTTPRequest {
    var problem: String?
    let url = try makeURL(endpoint, options, &problem)
    if let problem {
      throw ClientError(.requestEncoding, problem)
        .located(operationID: endpoint.id, request: HTTPRequest(endpoint.method, url))
    }
    var fields = defaultFields.withRoom(for: 4)
    if !endpoint.acceptText.isEmpty { fields["Accept"] = endpoint.acceptText }
    fields.merge(endpoint.fields)
    if !endpoint.cookieText.isEmpty { fields["Cookie"] = endpoint.cookieText.string }
    if let options { fields.merge(options.value.fields) }
    // Framing is the transport's: a length of the caller's own could split the request in two.
    fields.remove("Content-Length")
    fields.remove("Transfer-Encoding")
    if let key = idempotencyKey(endpoint, options) {
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
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?,
    _ problem: inout String?
  ) throws(ClientError) -> HTTPURL {
    guard let base else {
      throw ClientError(
        .requestEncoding,
        "the session's server '\(server)' is no absolute http or https URL\(server.hostAdvice)"
      ).located(operationID: endpoint.id, request: nil)
    }
    if let url = options?.url { return url }
    guard let options else {
      if endpoint.server == nil { return base.url(of: endpoint, problem: &problem) }
      return try place(endpoint, nil, base).url(of: endpoint, problem: &problem)
    }
    var url = try place(endpoint, options.server, base).url(of: endpoint, problem: &problem)
    for item in options.replacedQueryItems { url.setQueryItem(item.name, item.value) }
    if !options.query.isEmpty { url.appendEncodedQuery(options.query.string) }
    return url
  }

  /// Where the call goes: the call's server, else the operation's, else the session's.
  private func place(
    _ endpoint: Endpoint,
    _ server: Server?,
    _ base: ServerBase
  ) throws(ClientError) -> ServerBase {
    guard let reference = server ?? endpoint.server else { return base }
    guard let other = base.resolving(reference) else {
      throw ClientError(
        .requestEncoding,
        "the server '\(reference.url)' is no http or https URL\(reference.hostAdvice)"
      ).located(operationID: endpoint.id, request: nil)
    }
    return other
  }

  /// The key that makes a call safe to repeat, where it needs one.
  private func idempotencyKey(_ endpoint: Endpoint, _ options: CallOptions.Box?) -> String? {
    if let key = options?.idempotencyKey { return key }
    guard configuration.idempotencyKeyField != nil,
      !(endpoint.isIdempotent ?? endpoint.method.isIdempotent)
    else { return nil }
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
    _ options: CallOptions.Box?,
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
