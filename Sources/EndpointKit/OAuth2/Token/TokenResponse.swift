#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads what a token endpoint answers (RFC 6749 §5), and what servers answer instead.
struct TokenResponse {
  /// Whether only Bearer tokens are taken.
  var acceptsAnyTokenType = false
  /// When the response came.
  var now = Date()
  /// The scopes asked for: a response that names none granted these.
  var requestedScopes: [String]?

  /// Reads a token.
  ///
  /// - Parameter response: the endpoint's response.
  /// - Throws: an ``OAuth2Error``: the server's, or one that says what is wrong with the response.
  func token(from response: TransportResponse) throws(OAuth2Error) -> OAuth2Token {
    try token(of: try values(of: response), status: response.head.status)
  }

  /// Reads a token from the members of a response, or from the fragment of a redirect.
  func token(of values: [String: JSONValue], status: Int?) throws(OAuth2Error) -> OAuth2Token {
    guard let access = values["access_token"]?.text, !access.isEmpty else {
      throw bad("the response holds no access token", status)
    }
    let type = values["token_type"]?.text ?? ""
    guard acceptsAnyTokenType || isBearer(type) else {
      throw bad("the token is of type \"\(type)\", which this client cannot use", status)
    }
    let known: Set = [
      "access_token", "refresh_token", "token_type", "expires_in", "scope", "id_token",
    ]
    return OAuth2Token(
      accessToken: access,
      refreshToken: values["refresh_token"]?.text.flatMap { $0.isEmpty ? nil : $0 },
      tokenType: isBearer(type) ? "Bearer" : type,
      issuedAt: now,
      expiresAt: lifetime(values).map { now.addingTimeInterval($0) },
      scopes: scopes(values["scope"]) ?? requestedScopes,
      idToken: values["id_token"]?.text,
      parameters: values.filter { !known.contains($0.key) }
    )
  }

  /// Reads the members of a successful response of any endpoint.
  ///
  /// - Throws: the server's error, also where it came with status 200.
  func values(of response: TransportResponse) throws(OAuth2Error) -> [String: JSONValue] {
    let status = response.head.status
    let values = Self.members(of: response)
    if let code = values?["error"]?.text, !code.isEmpty {
      var error = OAuth2Error.response(
        code: code,
        description: values?["error_description"]?.text,
        uri: values?["error_uri"]?.text,
        status: status
      )
      if isBusy(status) { error.kind = .unavailable }
      error.retryAfter = retryAfter(response)
      throw error
    }
    if isBusy(status) {
      var error = OAuth2Error(
        .unavailable,
        "the authorization server cannot answer now; try again later"
      )
      error.status = status
      error.retryAfter = retryAfter(response)
      throw error
    }
    if status == 401 {
      throw .response(code: "invalid_client", description: nil, status: status)
    }
    if (300..<400).contains(status) {
      throw bad(
        "the endpoint redirects, which would give credentials away; use its new URL",
        status
      )
    }
    guard (200..<300).contains(status) else {
      throw bad("the endpoint's answer names no error; check its URL", status)
    }
    guard let values else { throw bad("the response is neither JSON nor form-encoded", status) }
    return values
  }

  private func isBusy(_ status: Int) -> Bool {
    status >= 500 || status == 429 || status == 408 || status == 425
  }

  private func bad(_ reason: String, _ status: Int?) -> OAuth2Error {
    var error = OAuth2Error(.badResponse, reason)
    error.status = status
    return error
  }

  private func retryAfter(_ response: TransportResponse) -> Duration? {
    RetryAfter.pause(in: response.head.fields)
  }

  // Some servers write `bearer`, some `BearerToken`, some nothing at all.
  private func isBearer(_ type: String) -> Bool {
    type.isEmpty || type.equalsIgnoringASCIICase("bearer")
      || type.equalsIgnoringASCIICase("bearertoken")
  }

  /// Seconds the token lives, where the server gave a number that can be meant.
  private func lifetime(_ values: [String: JSONValue]) -> TimeInterval? {
    let value = values["expires_in"] ?? values["expires"]
    guard let seconds = value?.double ?? value?.text.flatMap({ Double($0.trimmingBlanks) }),
      seconds.isFinite, seconds > 0
    else { return nil }
    // A century: what is longer was a date or a mistake.
    return seconds > 3_155_760_000 ? nil : seconds
  }

  private func scopes(_ value: JSONValue?) -> [String]? {
    switch value {
    case .string(let text): text.split { $0 == " " || $0 == "," }.map(String.init)
    case .array(let elements): elements.compactMap(\.string)
    default: nil
    }
  }

  /// The members of a JSON object or a form.
  static func members(of response: TransportResponse) -> [String: JSONValue]? {
    let body = response.body
    if let value = try? JSONValue(jsonData: body), case .object(let object) = value {
      return object.dictionary
    }
    let text = String(decoding: body, as: UTF8.self)
    guard text.contains("="), !text.contains("<") else { return nil }
    let pairs = FormText.decode(text.trimmingBlanks)
    return Dictionary(pairs.map { ($0.name, .string($0.value)) }) { first, _ in first }
  }
}

extension JSONValue {
  /// A string, or a number as text: some servers quote what others do not.
  var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}
