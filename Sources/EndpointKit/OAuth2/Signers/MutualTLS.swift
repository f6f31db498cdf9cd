/// Stands for the client certificate that the transport presents.
///
/// There is nothing to add to a request: this tells the session that a demand for mutual TLS is
/// met. The certificate itself belongs to the connection, so it is given to the transport:
///
/// ```swift
/// var connection = CurlTransport.Configuration()
/// connection.tls.clientCertificate = .init(certificatePath: "me.pem", keyPath: "me.key")
/// let session = Bank.session(transport: CurlTransport(connection), mutual: MutualTLS())
/// ```
public struct MutualTLS: RequestSigner {
  /// Says that the transport presents a certificate.
  public init() {}

  public func hasCredential(for context: RequestContext) async -> Bool { true }
}
