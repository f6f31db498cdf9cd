/// An OAuth 2 flow as a document describes it.
public struct OAuth2Flow: Sendable, Hashable {
  /// The flows a document can describe.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case authorizationCode, clientCredentials, password, implicit, deviceAuthorization
  }

  /// Which flow it is.
  public var kind: Kind
  /// Where a person authorizes.
  public var authorizationURL: String?
  /// Where tokens are issued.
  public var tokenURL: String?
  /// Where tokens are refreshed, if elsewhere.
  public var refreshURL: String?
  /// Where device codes are issued.
  public var deviceAuthorizationURL: String?
  /// The scopes the document knows.
  public var scopes: [String]

  /// Describes a flow.
  ///
  /// - Parameters:
  ///   - kind: which flow it is.
  ///   - authorizationURL: where a person authorizes.
  ///   - tokenURL: where tokens are issued.
  ///   - refreshURL: where tokens are refreshed, if elsewhere.
  ///   - deviceAuthorizationURL: where device codes are issued.
  ///   - scopes: the scopes the document knows.
  public init(
    _ kind: Kind,
    authorizationURL: String? = nil,
    tokenURL: String? = nil,
    refreshURL: String? = nil,
    deviceAuthorizationURL: String? = nil,
    scopes: [String] = []
  ) {
    self.kind = kind
    self.authorizationURL = authorizationURL
    self.tokenURL = tokenURL
    self.refreshURL = refreshURL
    self.deviceAuthorizationURL = deviceAuthorizationURL
    self.scopes = scopes
  }
}

extension OAuth2Settings {
  /// These settings, with what is not set taken from a flow.
  ///
  /// - Parameter flow: the flow to use.
  public func with(_ flow: OAuth2Flow) -> OAuth2Settings { with([flow]) }

  /// These settings, with what is not set taken from the flows of a document.
  ///
  /// The first flow that fits the grant is the one that counts; without a grant the first of all.
  /// Endpoints that it leaves open come from the others. A password flow needs a grant with the
  /// name and password.
  ///
  /// - Parameter flows: the flows in document order.
  public func with(_ flows: [OAuth2Flow]) -> OAuth2Settings {
    var result = self
    let fitting = flows.filter(fits)
    for flow in fitting + flows.filter({ !fits($0) }) {
      result.authorizationURL = result.authorizationURL ?? flow.authorizationURL
      result.tokenURL = result.tokenURL ?? flow.tokenURL
      result.refreshURL = result.refreshURL ?? flow.refreshURL
      result.deviceAuthorizationURL = result.deviceAuthorizationURL ?? flow.deviceAuthorizationURL
    }
    if result.grant == nil {
      switch flows.first?.kind {
      case .clientCredentials: result.grant = .clientCredentials
      case .deviceAuthorization: result.grant = .deviceCode
      case .implicit: result.grant = .implicit
      case .authorizationCode, .password, nil: break
      }
    }
    return result
  }

  private func fits(_ flow: OAuth2Flow) -> Bool {
    switch (grant, flow.kind) {
    case (nil, _), (.authorizationCode, .authorizationCode), (.deviceCode, .deviceAuthorization),
      (.clientCredentials, .clientCredentials), (.password, .password), (.implicit, .implicit):
      true
    default: false
    }
  }
}
