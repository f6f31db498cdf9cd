/// Why a token could not be had or is of no use.
///
/// Reaches callers as ``ClientError/underlying`` of an error of kind `.authorization`. Neither
/// tokens nor secrets are in it.
public struct OAuth2Error: Error, Sendable {
  /// The class of failure.
  public var kind: Kind
  /// What happened and what to do, in one sentence.
  public var reason: String
  /// The server's error code, where it sent one: `invalid_grant`, say.
  public var code: String?
  /// What the server tells a developer about it.
  public var serverDescription: String?
  /// A page of the server about the error.
  public var uri: String?
  /// The status of the endpoint's response.
  public var status: Int?
  /// The scopes that are missing, for errors of kind `.insufficientScope`.
  public var scopes: [String] = []
  /// How long the server asked to wait.
  public var retryAfter: Duration?
  /// The error that led to this one.
  public var underlying: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - kind: the class of failure.
  ///   - reason: what happened and what to do.
  ///   - underlying: the error that led to this one.
  public init(_ kind: Kind, _ reason: String, underlying: (any Error)? = nil) {
    self.kind = kind
    self.reason = reason
    self.underlying = underlying
  }

  /// A class of failure; an open set.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The grant is over: revoked, expired, used up (`invalid_grant`). A person has to sign in.
    public static let invalidGrant = Kind(rawValue: "invalidGrant")
    /// The server does not accept this client's id or secret (`invalid_client`).
    public static let invalidClient = Kind(rawValue: "invalidClient")
    /// The client may not use this grant (`unauthorized_client`).
    public static let unauthorizedClient = Kind(rawValue: "unauthorizedClient")
    /// The server does not know this grant (`unsupported_grant_type`).
    public static let unsupportedGrant = Kind(rawValue: "unsupportedGrant")
    /// The scope is unknown, malformed or more than may be asked for (`invalid_scope`).
    public static let invalidScope = Kind(rawValue: "invalidScope")
    /// The person or the server said no (`access_denied`).
    public static let accessDenied = Kind(rawValue: "accessDenied")
    /// Another error code of the server; see ``OAuth2Error/code``.
    public static let server = Kind(rawValue: "server")
    /// The endpoint could not be reached or could not answer; it may work later.
    public static let unavailable = Kind(rawValue: "unavailable")
    /// The endpoint's answer makes no sense.
    public static let badResponse = Kind(rawValue: "badResponse")
    /// There is no token, and none to be had without a person.
    public static let signInRequired = Kind(rawValue: "signInRequired")
    /// The session was ended while the call waited.
    public static let signedOut = Kind(rawValue: "signedOut")
    /// The server refuses a token that was issued just now.
    public static let refusedAfterRefresh = Kind(rawValue: "refusedAfterRefresh")
    /// Too many refreshes in a short time; see ``OAuth2Settings/refreshBudget``.
    public static let refreshBudgetSpent = Kind(rawValue: "refreshBudgetSpent")
    /// One call was refused again and again.
    public static let tooManyRepeats = Kind(rawValue: "tooManyRepeats")
    /// The token does not cover what the operation needs.
    public static let insufficientScope = Kind(rawValue: "insufficientScope")
    /// The response to an authorization request is not an answer to ours: state or issuer differ.
    public static let forgedRedirect = Kind(rawValue: "forgedRedirect")
    /// The person did not finish in time.
    public static let timedOut = Kind(rawValue: "timedOut")
    /// Something is missing or wrong in the settings.
    public static let configuration = Kind(rawValue: "configuration")
    /// The token store could not be read or written.
    public static let store = Kind(rawValue: "store")
  }
}

extension OAuth2Error: CustomStringConvertible {
  public var description: String {
    var facts = [kind.rawValue]
    if let code { facts.append("error \(code)") }
    if let status { facts.append("status \(status)") }
    if !scopes.isEmpty { facts.append("scopes \(scopes.joined(separator: " "))") }
    var text = "\(reason) (\(facts.joined(separator: ", ")))"
    if let serverDescription { text += ": \(serverDescription)" }
    return text
  }
}

extension OAuth2Error {
  /// Makes an error from the code of an error response (RFC 6749 §5.2, §4.1.2.1).
  static func response(
    code: String,
    description: String?,
    uri: String? = nil,
    status: Int? = nil
  ) -> OAuth2Error {
    let (kind, reason): (Kind, String) =
      switch code {
      case "invalid_grant": (.invalidGrant, "the grant is over or was never valid; sign in again")
      case "invalid_client":
        (.invalidClient, "the server does not accept this client; check its id, secret and method")
      case "unauthorized_client":
        (.unauthorizedClient, "this client may not use this grant; see its registration")
      case "unsupported_grant_type": (.unsupportedGrant, "the server does not know this grant")
      case "invalid_scope": (.invalidScope, "the server refuses the scope asked for")
      case "access_denied": (.accessDenied, "access was denied")
      case "temporarily_unavailable", "server_error", "slow_down":
        (.unavailable, "the authorization server cannot answer now; try again later")
      case "expired_token": (.timedOut, "the code expired before it was used; begin again")
      default: (.server, "the authorization server answered with an error")
      }
    var error = OAuth2Error(kind, reason)
    error.code = code
    error.serverDescription = description
    error.uri = uri
    error.status = status
    return error
  }

  /// Whether the same request may work later.
  var isTransient: Bool { kind == .unavailable }
}
