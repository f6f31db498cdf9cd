internal import CCurl
internal import EndpointKit

extension UnsafeMutablePointer where Pointee == Exchange {
  /// Why the exchange failed; `nil` where it did not.
  func error() -> ClientError? {
    let host = pointee.applied.origin?.host ?? "the server"
    switch pointee.failure {
    case .none:
      guard pointee.code != CURLE_OK else { return nil }
      let text = pointee.errorText[0] == 0 ? nil : String(cString: pointee.errorText)
      return CurlFailure.error(pointee.code, detail: text, host: host)
    case .cancelled: return ClientError(.cancelled, "the call was cancelled")
    case .shutDown: return ClientError(.cancelled, "the transport has been shut down")
    case .timedOut:
      return ClientError(
        .timeout,
        "no complete response came within \(Duration.nanoseconds(pointee.timeout))"
      )
    case .idle:
      return ClientError(.timeout, "no byte moved for \(Duration.nanoseconds(pointee.idleLimit))")
    case .bodyTooLarge:
      return ClientError(
        .bodyTooLarge,
        "the response body is larger than \(pointee.bodyLimit) bytes"
      )
    case .outOfMemory: return ClientError(.network, "there is no memory for the response")
    case .upload(let error):
      if let error = error as? ClientError { return error }
      return ClientError(
        .requestEncoding,
        "the request body could not be read: \(error)",
        underlying: error
      )
    }
  }

  /// The response's head.
  func head(for url: HTTPURL) -> HTTPResponse {
    HTTPResponse(
      status: ccurl_get_long_or_zero(pointee.handle, CURLINFO_RESPONSE_CODE),
      version: HTTPVersion(curl: ccurl_get_long_or_zero(pointee.handle, CURLINFO_HTTP_VERSION)),
      fields: HTTPFields(raw: pointee.header.array),
      url: url
    )
  }

  /// What libcurl has measured.
  func metrics() -> TransportMetrics {
    var metrics = TransportMetrics()
    let handle = pointee.handle
    let isReused = ccurl_get_long_or_zero(handle, CURLINFO_NUM_CONNECTS) == 0
    metrics.connectionReused = isReused
    if !isReused {
      metrics.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
      metrics.connect = time(CURLINFO_CONNECT_TIME_T)
      metrics.tls = time(CURLINFO_APPCONNECT_TIME_T)
    }
    metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
    metrics.total = time(CURLINFO_TOTAL_TIME_T)
    metrics.bytesSent = ccurl_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)
    metrics.bytesReceived = ccurl_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T)
    if let address = ccurl_get_string(handle, CURLINFO_PRIMARY_IP), address[0] != 0 {
      metrics.remoteAddress = String(cString: address)
    }
    return metrics
  }

  private func time(_ info: CURLINFO) -> Duration? {
    let microseconds = ccurl_get_offset(pointee.handle, info)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }
}
