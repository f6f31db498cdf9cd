/// What logs, descriptions and recordings must not show.
public struct Redaction: Sendable {
  /// Header fields whose values are left out, in lower case.
  public var fields: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key",
    "x-auth-token", "x-access-token", "x-csrf-token", "x-amz-security-token", "authentication-info",
  ]
  /// Query items and form fields whose values are left out, in lower case.
  public var parameters: Set<String> = [
    "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "key",
    "client_secret",
    "code", "code_verifier", "password", "passwd", "secret", "signature", "sig", "assertion",
    "client_assertion", "x-amz-signature", "x-amz-credential", "x-amz-security-token",
  ]
  /// What stands in their place.
  public var mark = "<redacted>"

  /// Makes the usual rules; change what should differ.
  public init() {}

  /// The common secrets.
  public static let standard = Redaction()

  /// The value of a field, or the mark.
  public func value(_ field: HTTPField) -> String {
    fields.contains(field.name.lowercased()) ? mark : field.value
  }

  /// A URL with secrets in its query replaced.
  public func url(_ url: HTTPURL) -> String {
    guard let query = url.query else { return url.description }
    return "\(url.origin)\(url.path)?\(form(query))"
  }

  /// Form-encoded text with secrets replaced.
  public func form(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item in
      guard let equals = item.firstIndex(of: "=") else { return String(item) }
      let name = String(item[..<equals]).percentDecoded(plusIsSpace: true).lowercased()
      return parameters.contains(name) ? "\(item[..<equals])=\(mark)" : String(item)
    }.joined(separator: "&")
  }
}
