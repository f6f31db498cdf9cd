/// Cookies kept in memory between the calls of one or more sessions (RFC 6265).
///
/// Only what an API client needs: host-only and domain cookies, path, `Secure`, `Max-Age` and
/// `Expires`. A `Domain` without an inner dot is refused, so that no server can set a cookie for a
/// whole top-level domain.
public final class CookieStore: Sendable {
  private struct Cookie: Sendable {
    var name: String
    var value: String
    var domain: String
    var isHostOnly: Bool
    var path: String
    var isSecure: Bool
    /// Seconds since 1970; `nil` for the lifetime of the store.
    var expiry: Double?
  }

  private let cookies = Locked<[Cookie]>([])
  private let wallClock: @Sendable () -> Double
  /// How many cookies are kept; the oldest go first.
  public let limit: Int

  /// Makes an empty store.
  ///
  /// - Parameter limit: how many cookies are kept.
  public convenience init(limit: Int = 300) { self.init(limit: limit, wallClock: WallClock.now) }

  init(limit: Int, wallClock: @escaping @Sendable () -> Double) {
    self.limit = limit
    self.wallClock = wallClock
  }

  /// Forgets all cookies.
  public func removeAll() { cookies.withLock { $0.removeAll() } }

  /// The cookies a request to a URL would carry, as name and value.
  public func cookies(for url: HTTPURL) -> [(name: String, value: String)] {
    let now = wallClock()
    let path = url.path
    return cookies.withLock { cookies in
      cookies.removeAll { $0.expiry.map { $0 <= now } ?? false }
      return cookies.filter { CookieStore.matches($0, url.origin, path) }
        .sorted { $0.path.utf8.count > $1.path.utf8.count }
        .map { (name: $0.name, value: $0.value) }
    }
  }

  private static func matches(_ cookie: Cookie, _ origin: Origin, _ path: String) -> Bool {
    if cookie.isSecure, !origin.isSecure { return false }
    guard
      origin.host == cookie.domain
        || (!cookie.isHostOnly && origin.host.hasSuffix(".\(cookie.domain)"))
    else { return false }
    return path == cookie.path
      || (path.hasPrefix(cookie.path)
        && (cookie.path.hasSuffix("/") || path.dropFirst(cookie.path.count).hasPrefix("/")))
  }

  /// Adds the cookies that belong to a request, after those it has.
  func add(to request: inout HTTPRequest) {
    let own = cookies(for: request.url).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    guard !own.isEmpty else { return }
    request.fields["Cookie"] = request.fields["Cookie"].map { "\($0); \(own)" } ?? own
  }

  /// Takes the cookies a response sets.
  func store(from response: HTTPResponse) {
    for text in response.fields.values("Set-Cookie") {
      if let cookie = parse(text, response.url) { keep(cookie) }
    }
  }

  private func keep(_ cookie: Cookie) {
    let now = wallClock()
    cookies.withLock { cookies in
      cookies.removeAll {
        $0.name == cookie.name && $0.domain == cookie.domain && $0.path == cookie.path
      }
      if cookie.expiry.map({ $0 <= now }) ?? false { return }
      cookies.append(cookie)
      if cookies.count > limit { cookies.removeFirst(cookies.count - limit) }
    }
  }

  private func parse(_ text: String, _ url: HTTPURL) -> Cookie? {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    let name = pair[..<equals].trimmingBlanks
    guard !name.isEmpty else { return nil }
    var cookie = Cookie(
      name: name,
      value: pair[pair.index(after: equals)...].trimmingBlanks,
      domain: url.origin.host,
      isHostOnly: true,
      path: CookieStore.defaultPath(url.path),
      isSecure: false,
      expiry: nil
    )
    var maximumAge: Double?
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? sides[1].trimmingBlanks : ""
      switch sides[0].trimmingBlanks.lowercased() {
      case "domain":
        let domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
        guard !domain.isEmpty else { continue }
        guard
          domain == url.origin.host
            || (domain.utf8.contains(UInt8(ascii: ".")) && url.origin.host.hasSuffix(".\(domain)"))
        else { return nil }
        cookie.domain = domain
        cookie.isHostOnly = !domain.utf8.contains(UInt8(ascii: "."))
      case "path": if value.hasPrefix("/") { cookie.path = value }
      case "secure": cookie.isSecure = true
      case "expires": cookie.expiry = HTTPDate.seconds(value) ?? cookie.expiry
      case "max-age": maximumAge = Double(value)
      default: break
      }
    }
    if let maximumAge { cookie.expiry = maximumAge <= 0 ? 0 : wallClock() + maximumAge }
    if cookie.isSecure, !url.origin.isSecure { return nil }
    return cookie
  }

  /// RFC 6265 §5.1.4.
  private static func defaultPath(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
