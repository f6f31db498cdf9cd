/// What an operation asks of credentials: any of several sets of schemes.
public struct SecurityRequirement: Hashable, Sendable {
  /// Alternatives in order of preference; all schemes of one alternative are needed together.
  public var alternatives: [[Scheme]]
  /// Whether a request without any credential is allowed too.
  public var isOptional: Bool

  public init(alternatives: [[Scheme]], isOptional: Bool = false) {
    self.alternatives = alternatives
    self.isOptional = isOptional
  }

  /// Nothing is asked and nothing sent.
  public static let none = SecurityRequirement(alternatives: [])

  /// A scheme with the scopes it needs.
  public struct Scheme: Hashable, Sendable {
    /// The scheme's key in the document.
    public var key: String
    public var scopes: [String]

    public init(key: String, scopes: [String] = []) {
      self.key = key
      self.scopes = scopes
    }
  }
}

/// A security scheme of the document.
public struct SecurityScheme: Hashable, Sendable {
  /// The factory's argument label, for example `oauth2`.
  public var name: String
  /// The key in the document.
  public var key: String
  public var kind: Kind
  public var documentation: Documentation

  public init(name: String, key: String, kind: Kind) {
    self.name = name
    self.key = key
    self.kind = kind
    documentation = Documentation()
  }

  public enum Kind: Hashable, Sendable {
    case oauth2([Flow])
    case openIDConnect(url: String)
    case apiKey(location: Parameter.Location, name: String)
    case basic
    case bearer
    case digest
    case mutualTLS
    /// Another HTTP scheme; the user supplies a signer.
    case other(String)
  }

  /// An OAuth2 flow.
  public struct Flow: Hashable, Sendable {
    /// The Swift name of the constant, for example `authorizationCode`.
    public var name: String
    public var kind: Kind
    public var authorizationURL: String?
    public var tokenURL: String?
    public var refreshURL: String?
    public var deviceAuthorizationURL: String?
    public var scopes: [Scope]

    public init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
      scopes = []
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case authorizationCode, clientCredentials, password, implicit, deviceAuthorization
    }
  }

  /// A scope with what it allows.
  public struct Scope: Hashable, Sendable {
    /// The Swift constant, for example `readUser`.
    public var name: String
    /// The scope token, for example `read:user`.
    public var value: String
    public var documentation: Documentation

    public init(name: String, value: String) {
      self.name = name
      self.value = value
      documentation = Documentation()
    }
  }
}
