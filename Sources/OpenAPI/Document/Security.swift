import SpecTree

/// A way to prove who asks.
public struct SecurityScheme: Sendable, Located {
  /// What has to be sent.
  public enum Kind: Sendable {
    /// A key in a header, the query or a cookie.
    case apiKey(name: String, place: Parameter.Place)
    /// HTTP authentication; the scheme in lower case (`basic`, `bearer`, `digest`, …).
    case http(scheme: String, bearerFormat: String?)
    /// OAuth 2.
    case oauth2(OAuthFlows)
    /// OpenID Connect, with the URL of its discovery document.
    case openIDConnect(url: String)
    /// A client certificate.
    case mutualTLS
  }

  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The name that requirements use.
  public internal(set) var name: String = ""
  /// What has to be sent.
  public internal(set) var kind: Kind
  /// What it is, CommonMark.
  public internal(set) var description: String?
  /// Whether it should no longer be used (3.2).
  public internal(set) var isDeprecated: Bool = false
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// The ways to an OAuth 2 token.
public struct OAuthFlows: Sendable {
  /// The flows, in the order of the document.
  public internal(set) var flows: [OAuthFlow] = []
  /// Where the authorization server describes itself (RFC 8414; 3.2).
  public internal(set) var metadataURL: String?
}

/// One way to an OAuth 2 token.
public struct OAuthFlow: Sendable, Located {
  /// The grant.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case implicit, password, clientCredentials, authorizationCode
    /// RFC 8628 (3.2).
    case deviceAuthorization
  }

  public let node: Node
  /// The grant.
  public internal(set) var kind: Kind
  /// Where the user consents.
  public internal(set) var authorizationURL: String?
  /// Where the token comes from.
  public internal(set) var tokenURL: String?
  /// Where a refreshed one comes from, if elsewhere.
  public internal(set) var refreshURL: String?
  /// Where a device asks for a code (3.2).
  public internal(set) var deviceAuthorizationURL: String?
  /// Scopes and what they allow, in the order of the document.
  public internal(set) var scopes: [Scope] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()

  /// A scope and what it allows.
  public struct Scope: Sendable, Hashable {
    public let name: String
    public let description: String
  }
}

/// Schemes that are needed together; one of the alternatives of a list.
///
/// An empty requirement means that a request may go unsigned.
public struct SecurityRequirement: Sendable, Located {
  public let node: Node
  /// The schemes needed, all of them.
  public internal(set) var schemes: [Entry] = []

  /// A scheme and the scopes it needs.
  public struct Entry: Sendable, Hashable {
    /// The name in `Components.securitySchemes`.
    public let scheme: String
    /// The scopes, or roles.
    public let scopes: [String]
  }
}

/// A place where the API is found.
public struct Server: Sendable, Located {
  public let node: Node
  /// The URL with `{variable}` placeholders; may be relative to the document.
  public internal(set) var url: String = ""
  /// A unique name (3.2).
  public internal(set) var name: String?
  /// What it is, CommonMark.
  public internal(set) var description: String?
  /// The placeholders: each of the URL is here.
  public internal(set) var variables: [Variable] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()

  /// A placeholder of a server's URL.
  public struct Variable: Sendable, Located {
    public let node: Node
    /// The name between the braces.
    public internal(set) var name: String = ""
    /// The value where the user gives none.
    public internal(set) var defaultValue: String = ""
    /// The values allowed; empty for any.
    public internal(set) var values: [String] = []
    /// What it chooses, CommonMark.
    public internal(set) var description: String?
    /// The `x-…` keywords.
    public internal(set) var extensions: Extensions = Extensions()
  }
}
