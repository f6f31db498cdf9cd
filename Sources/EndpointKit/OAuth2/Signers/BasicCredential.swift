/// User name and password, sent with every call (RFC 7617).
///
/// Printing shows no password.
public struct BasicCredential: RequestSigner {
  /// The user's name, without a colon.
  public let username: String
  private let password: String

  /// Takes a name and a password.
  ///
  /// - Parameters:
  ///   - username: the user's name; a colon in it fails the call, since servers would split there.
  ///   - password: the password.
  public init(username: String, password: String) {
    self.username = username
    self.password = password
  }

  public func hasCredential(for context: RequestContext) async -> Bool { true }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    guard !username.contains(":") else {
      throw ClientError(.authorization, "a user name for basic authentication cannot hold a colon")
    }
    request.fields["Authorization"] = "Basic \(Array("\(username):\(password)".utf8).base64Text)"
  }
}

extension BasicCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "BasicCredential(\(username))" }
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// Stands for the client certificate that the transport presents.
///
/// There is nothing to add to a request: this tells the session that the demand for mutual TLS is
/// met. Give the certificate itself to the transport.
public struct MutualTLS: RequestSigner {
  /// Says that the transport presents a certificate.
  public init() {}

  public func hasCredential(for context: RequestContext) async -> Bool { true }
}
