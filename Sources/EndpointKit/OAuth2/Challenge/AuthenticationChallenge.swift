/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1).
///
/// A field can hold several challenges and a response several fields; ``parse(_:)-(HTTPFields)``
/// reads them all. Reading never fails: servers send a lot that the grammar does not know, so a
/// missing comma, an unquoted text, a semicolon or a missing closing quote is read as it was meant.
public struct AuthenticationChallenge: Sendable, Hashable {
  /// One parameter of a challenge.
  public struct Parameter: Sendable, Hashable {
    /// The name as sent; compare without regard to case.
    public var name: String
    /// The value without quotes and escapes.
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The scheme as sent, for example `Bearer`; empty where the server left it out.
  public var scheme: String
  /// The single token that some schemes send in place of parameters.
  public var token68: String?
  /// The parameters in order.
  public var parameters: [Parameter]

  public init(scheme: String, token68: String? = nil, parameters: [Parameter] = []) {
    self.scheme = scheme
    self.token68 = token68
    self.parameters = parameters
  }

  /// The value of a parameter.
  ///
  /// - Parameter name: the parameter's name in any case.
  public subscript(_ name: String) -> String? {
    parameters.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  /// Whether this is a challenge of a scheme.
  ///
  /// - Parameter scheme: the scheme's name in any case.
  public func isScheme(_ scheme: String) -> Bool {
    self.scheme.equalsIgnoringASCIICase(scheme)
  }

  /// The protection space.
  public var realm: String? { self["realm"] }
  /// The error code of a Bearer challenge (RFC 6750 §3.1).
  public var error: String? { self["error"] }
  /// What a Bearer challenge tells a developer about the error.
  public var errorDescription: String? { self["error_description"] }
  /// The scopes a Bearer challenge says are needed, `nil` where it says nothing.
  public var scopes: [String]? {
    self["scope"].map { $0.split { $0 == " " || $0 == "," }.map(String.init) }
  }

  /// Reads every challenge of a response.
  ///
  /// - Parameter fields: the response's header fields.
  /// - Returns: the challenges in order; empty where there is no such field.
  public static func parse(_ fields: HTTPFields) -> [AuthenticationChallenge] {
    fields.values("WWW-Authenticate").flatMap(parse)
  }

  /// Reads the challenges of one field.
  ///
  /// - Parameter field: the field's value.
  /// - Returns: the challenges in order.
  public static func parse(_ field: String) -> [AuthenticationChallenge] {
    var scanner = ChallengeScanner(field)
    return scanner.challenges()
  }
}
