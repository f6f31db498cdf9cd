internal import CCurl

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The proxy of a transport, decided once.
///
/// libcurl would search the environment anew for every request.
enum ProxySettings: Sendable {
  case none
  case environment
  case server(url: String, user: String?, password: String?, except: [String])

  init(_ proxy: CurlTransport.Proxy) {
    switch proxy {
    case .none: self = .none
    case .environment: self = ProxySettings.isInEnvironment ? .environment : .none
    case .server(let url, let user, let password, let except):
      self = .server(url: url, user: user, password: password, except: except)
    }
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  private static var isInEnvironment: Bool {
    // `HTTP_PROXY` is left out on purpose: a CGI script's clients can set it.
    let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.contains { name in getenv(name).map { $0[0] != 0 } ?? false }
  }

  func apply(to easy: UnsafeMutableRawPointer) {
    switch self {
    case .none: ccurl_set_string(easy, CURLOPT_PROXY, "")
    case .environment: break
    case .server(let url, let user, let password, let except):
      ccurl_set_string(easy, CURLOPT_PROXY, url)
      if let user { ccurl_set_string(easy, CURLOPT_PROXYUSERNAME, user) }
      if let password { ccurl_set_string(easy, CURLOPT_PROXYPASSWORD, password) }
      ccurl_set_string(easy, CURLOPT_NOPROXY, except.joined(separator: ","))
    }
  }
}
