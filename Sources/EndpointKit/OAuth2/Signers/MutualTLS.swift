/// Stands for the client certificate that the transport presents.
///
/// There is nothing to add to a request: this tells the session that a demand for mutual TLS is
/// met. The certificate itself is given to the transport.
public struct MutualTLS: RequestSigner {
  /// Says that the transport presents a certificate.
  public init() {}

  public func hasCredential(for context: RequestContext) async -> Bool { true }
}
