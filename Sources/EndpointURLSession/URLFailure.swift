internal import EndpointKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Turns Foundation's errors into ``ClientError``.
enum URLFailure {
  static func error(_ underlying: any Error, host: String) -> ClientError {
    guard let error = underlying as? URLError else {
      return ClientError(
        .network,
        "the exchange with \(host) failed: \(underlying)",
        underlying: underlying
      )
    }
    let (kind, condition, sentence) = classified(error.code, host)
    var result = ClientError(
      kind,
      "\(sentence): \(error.localizedDescription)",
      underlying: underlying
    )
    result.networkCondition = condition
    result.transportCode = error.errorCode
    return result
  }

  private static func classified(
    _ code: URLError.Code,
    _ host: String
  ) -> (ClientError.Kind, ClientError.NetworkCondition?, String) {
    switch code {
    case .cancelled: (.cancelled, nil, "the call was cancelled")
    case .timedOut: (.timeout, nil, "the exchange with \(host) took too long")
    case .cannotFindHost, .dnsLookupFailed:
      (.network, .nameLookup, "the host name \(host) could not be resolved")
    case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff:
      (.network, .connect, "no connection to \(host) could be made")
    case .networkConnectionLost: (.network, .connectionLost, "the connection broke")
    case .badServerResponse, .cannotDecodeContentData, .cannotDecodeRawData, .cannotParseResponse:
      (.network, .protocolViolation, "the server's answer is not valid HTTP")
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      (.tls, nil, "no secure connection to \(host) could be made")
    // Our URLs are always http or https: Foundation on Linux says this of an answer that is not.
    case .unsupportedURL:
      (.network, .protocolViolation, "the server's answer is not valid HTTP")
    case .badURL: (.requestEncoding, nil, "Foundation cannot send this request")
    default: (.network, nil, "the exchange with \(host) failed")
    }
  }
}
