/// Which redirects a session follows.
///
/// Method and body change as RFC 9110 §15.4 says: 303 makes everything but HEAD a GET, 301 and 302
/// make POST a GET, 307 and 308 keep both. Credentials are signed anew on every hop and only for
/// trusted origins; other sensitive fields stop at the first foreign origin.
public struct RedirectPolicy: Sendable, Hashable {
  /// How many are followed in one try; 0 follows none, and the redirect is the response.
  public var limit = 10
  /// Whether a redirect from https to http is followed.
  public var allowsDowngrade = false
  /// Whether another origin may be redirected to at all.
  public var allowsOtherOrigins = true

  /// Makes the usual policy; change what should differ.
  public init() {}

  /// Follows nothing: the redirect itself is the response.
  public static let none: RedirectPolicy = {
    var policy = RedirectPolicy()
    policy.limit = 0
    return policy
  }()

  static func isRedirect(_ status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// The request that a redirect asks for.
  ///
  /// - Parameters:
  ///   - request: the request that was redirected, unsigned.
  ///   - response: the redirect.
  ///   - location: the value of its `Location` field.
  ///   - followed: how many were followed before.
  ///   - sensitive: fields that must not reach another origin.
  /// - Returns: the next request.
  /// - Throws: a ``ClientError`` of kind `.redirect` or `.bodyNotReplayable`.
  func follow(
    _ request: HTTPRequest,
    response: HTTPResponse,
    location: String,
    followed: Int,
    sensitive: Set<String>
  ) throws(ClientError) -> HTTPRequest {
    // Query and fragment may hold a code, a token or a signature.
    let place = location.prefix { $0 != "?" && $0 != "#" }
    guard followed < limit else {
      throw refusal(request, response, "more than \(limit) redirects, the last to \(place)")
    }
    guard let url = request.url.resolving(location) else {
      throw refusal(request, response, "the redirect leads to '\(place)', which is no HTTP URL")
    }
    if request.url.origin.isSecure, !url.origin.isSecure, !allowsDowngrade {
      throw refusal(
        request,
        response,
        "the redirect leads from https to http (\(url.origin)), which is refused"
      )
    }
    var next = request
    next.url = url
    if url.origin != request.url.origin {
      guard allowsOtherOrigins else {
        throw refusal(request, response, "the redirect leads to another origin (\(url.origin))")
      }
      for name in sensitive { next.fields.remove(name) }
    }
    next.fields.remove("Host")
    if RedirectPolicy.becomesGet(request.method, response.status) {
      next.method = request.method == .head ? .head : .get
      next.body = nil
      for name in ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"] {
        next.fields.remove(name)
      }
    } else if let body = next.body, !body.canBeSentAgain {
      throw ClientError(
        .bodyNotReplayable,
        "the redirect to \(url.origin) needs the body again, which can be sent only once"
      ).with(request, response)
    }
    return next
  }

  private static func becomesGet(_ method: HTTPMethod, _ status: Int) -> Bool {
    status == 303 || ((status == 301 || status == 302) && method == .post)
  }

  private func refusal(
    _ request: HTTPRequest,
    _ response: HTTPResponse,
    _ reason: String
  ) -> ClientError {
    ClientError(.redirect, reason).with(request, response)
  }
}

extension ClientError {
  func with(_ request: HTTPRequest, _ response: HTTPResponse) -> ClientError {
    var error = self
    error.request = request
    error.response = response
    return error
  }
}
