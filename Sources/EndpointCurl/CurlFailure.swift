internal import CCurl
internal import EndpointKit

/// Why an exchange ended without a whole response, where libcurl's code does not say it.
enum ExchangeFailure {
  case none
  case cancelled
  case shutDown
  case timedOut
  case idle
  case bodyTooLarge
  case outOfMemory
  case upload(any Error)
}

/// Turns libcurl's codes into ``ClientError``.
enum CurlFailure {
  typealias Kind = ClientError.Kind
  typealias Condition = ClientError.NetworkCondition

  /// The error for a code.
  ///
  /// - Parameters:
  ///   - code: libcurl's code, not `CURLE_OK`.
  ///   - detail: libcurl's own words, where it had any.
  ///   - host: the host asked.
  static func error(_ code: CURLcode, detail: String?, host: String) -> ClientError {
    let (kind, condition, sentence) =
      detail.flatMap { refusedCertificate(code, $0, host) } ?? classified(code, host)
    let words = detail ?? curl_easy_strerror(code).map { String(cString: $0) } ?? "unknown"
    var error = ClientError(kind, "\(sentence): \(words)")
    error.networkCondition = condition
    error.transportCode = Int(code.rawValue)
    return error
  }

  /// What an alert of the server means that is about the client's certificate.
  ///
  /// Since TLS 1.3 it comes after the handshake, and libcurl takes it for a broken connection.
  private static func refusedCertificate(
    _ code: CURLcode,
    _ detail: String,
    _ host: String
  ) -> (Kind, Condition?, String)? {
    guard [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR].contains(code),
      detail.contains("alert")
    else { return nil }
    let alerts = [
      "certificate required", "unknown ca", "bad certificate", "certificate unknown",
      "certificate expired", "certificate revoked", "unsupported certificate", "access denied",
    ]
    if alerts.contains(where: detail.contains) {
      return (.tls, nil, "\(host) wants a client certificate, or another one")
    }
    guard detail.contains("handshake failure") else { return nil }
    return (.tls, nil, "\(host) ended the handshake; it may want a client certificate")
  }

  private static func classified(
    _ code: CURLcode,
    _ host: String
  ) -> (Kind, Condition?, String) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      (.network, .nameLookup, "the host name \(host) could not be resolved")
    case CURLE_COULDNT_RESOLVE_PROXY:
      (.network, .proxy, "the proxy's host name could not be resolved")
    case CURLE_PROXY: (.network, .proxy, "the proxy refused or failed")
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
      (.network, .connect, "no connection to \(host) could be made")
    case CURLE_OPERATION_TIMEDOUT:
      (.timeout, .connect, "no connection to \(host) was made in time")
    case CURLE_PARTIAL_FILE:
      (.network, .connectionLost, "the connection ended before the response was complete")
    case CURLE_GOT_NOTHING:
      (.network, .connectionLost, "the server closed the connection without an answer")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_AGAIN:
      (.network, .connectionLost, "the connection broke")
    case CURLE_SEND_FAIL_REWIND:
      (
        .bodyNotReplayable, .connectionLost,
        "the connection broke, and the request body can be sent only once"
      )
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING,
      CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3:
      (.network, .protocolViolation, "the server's answer is not valid HTTP")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      (.tls, nil, "the certificate of \(host) is not trusted")
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      (.tls, nil, "\(host) does not have one of the pinned public keys")
    case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CLIENTCERT:
      (.tls, nil, "the client certificate cannot be used or is required")
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
      (.tls, nil, "the certificate authorities cannot be read")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_ENGINE_INITFAILED:
      (.tls, nil, "no secure connection to \(host) could be made")
    case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION,
      CURLE_NOT_BUILT_IN:
      (.requestEncoding, nil, "libcurl cannot send this request")
    default: (.network, nil, "the exchange with \(host) failed")
    }
  }
}
