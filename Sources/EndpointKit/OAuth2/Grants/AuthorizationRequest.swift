/// A request to let a person authorize this client in a browser (RFC 6749 §4.1.1, §4.2.1).
///
/// Keep it until the person comes back: it holds what tells the server's answer from a forged one.
public struct AuthorizationRequest: Sendable {
  /// What the browser is to open.
  public let url: String
  /// Where the server sends the person back to.
  public let redirectURI: String
  /// Ties the answer to this request.
  public let state: String
  /// The secret of the code, where PKCE is used.
  public let pkce: PKCE?
  /// The scopes asked for.
  public let scopes: [String]
  /// The server's name, where it is known: an answer that names another is refused (RFC 9207).
  let issuer: String?
  let isImplicit: Bool

  /// Whether a URL that the program was opened with is the answer to this request.
  ///
  /// - Parameter url: the URL with all of its query and fragment.
  public func isAnswered(by url: String) -> Bool {
    Redirect(url).base == Redirect(redirectURI).base
  }

  /// Reads the server's answer.
  ///
  /// - Parameter url: the URL that the person was sent back to.
  /// - Returns: the parameters of the answer.
  /// - Throws: an ``OAuth2Error``: the server's refusal, or `.forgedRedirect` where the answer
  ///   does not belong to this request.
  func answer(in url: String) throws(OAuth2Error) -> [String: String] {
    guard isAnswered(by: url) else {
      throw OAuth2Error(.forgedRedirect, "the URL is not the redirect that was asked for")
    }
    let redirect = Redirect(url)
    let pairs = redirect.parameters(inFragment: isImplicit)
    let values = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    guard let state = values["state"], Self.isSame(state, self.state) else {
      throw OAuth2Error(.forgedRedirect, "the answer does not belong to this request")
    }
    if let issuer, let named = values["iss"], named != issuer {
      throw OAuth2Error(.forgedRedirect, "the answer comes from another server")
    }
    if let code = values["error"] {
      throw .response(
        code: code,
        description: values["error_description"],
        uri: values["error_uri"]
      )
    }
    return values
  }

  /// Compares in a time that does not tell where two texts differ.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension AuthorizationRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "AuthorizationRequest(redirectURI: \(redirectURI))" }
  public var customMirror: Mirror { Mirror(self, children: ["redirectURI": redirectURI]) }
}

/// A URL of any scheme, cut where a redirect needs it.
struct Redirect {
  /// All before query and fragment; scheme and authority in lower case, since these do not count.
  let base: String
  private let query: Substring
  private let fragment: Substring

  init(_ url: String) {
    let hash = url.firstIndex(of: "#") ?? url.endIndex
    fragment = url[hash...].dropFirst()
    let rest = url[..<hash]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    query = rest[mark...].dropFirst()
    var base = String(rest[..<mark])
    if let colon = base.range(of: "://") {
      let pathStart = base[colon.upperBound...].firstIndex(of: "/") ?? base.endIndex
      base = base[..<pathStart].lowercased() + base[pathStart...]
      if pathStart == base.endIndex { base += "/" }
    }
    self.base = base
  }

  /// The pairs of query or fragment; those of the other where it has none.
  func parameters(inFragment: Bool) -> [(name: String, value: String)] {
    let (first, second) = inFragment ? (fragment, query) : (query, fragment)
    let pairs = FormText.decode(first)
    return pairs.contains { ["code", "error", "access_token"].contains($0.name) }
      ? pairs : pairs + FormText.decode(second)
  }
}

extension String {
  /// Where a text first occurs.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
