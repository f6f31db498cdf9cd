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
    "client_assertion", "subject_token", "actor_token", "device_code", "x-amz-signature",
    "x-amz-credential", "x-amz-security-token",
  ]
  /// What stands in their place.
  public var mark = "<redacted>"

  /// Makes the usual rules; change what should differ.
  public init() {}

  /// The common secrets.
  public static let standard = Redaction()

  /// The same rules, with more names of header fields and parameters to leave out.
  ///
  /// - Parameter names: the names in lower case; see ``HTTPRequest/secretNames``.
  public func hiding(_ names: Set<String>) -> Redaction {
    guard !names.isEmpty else { return self }
    var result = self
    result.fields.formUnion(names)
    result.parameters.formUnion(names)
    return result
  }

  /// The value of a field, or the mark; of fields that hold URLs the query without its secrets.
  public func value(_ field: HTTPField) -> String {
    let name = field.name.lowercased()
    if fields.contains(name) { return mark }
    return Self.urlFields.contains(name) ? urls(in: field.value) : field.value
  }

  /// Fields that hold URLs, which may carry a code, a token or a signature.
  private static let urlFields: Set<String> = [
    "location", "content-location", "referer", "link", "refresh",
  ]

  /// Text with the secrets in the queries and fragments of its URLs replaced.
  private func urls(in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "?" || $0 == "#" || $0 == "&" }) {
      let begin = rest.index(after: start)
      result += rest[..<begin]
      let item = rest[begin...].prefix { !"&#>\"' ,;?".contains($0) }
      result += form(String(item))
      rest = rest[item.endIndex...]
    }
    return result + rest
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
