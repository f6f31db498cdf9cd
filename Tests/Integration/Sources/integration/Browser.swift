import EndpointKit

/// As much of a browser as signing in needs: cookies, redirects, forms.
actor Browser {
  private let transport: any Transport
  private var cookies: [String: String] = [:]

  init(transport: any Transport) { self.transport = transport }

  /// A page and where it is.
  struct Page: Sendable {
    var url: HTTPURL
    var status: Int
    var text: String
    /// Where a redirect leads that this browser cannot follow.
    var foreign: String?

    /// The fields that a form of this page would send unseen.
    var hiddenFields: [(name: String, value: String)] {
      text.split(separator: "<input").dropFirst().compactMap { tag in
        let tag = tag.prefix { $0 != ">" }
        guard tag.contains("type=\"hidden\""), let name = attribute("name", tag) else { return nil }
        return (name, attribute("value", tag) ?? "")
      }
    }

    private func attribute(_ name: String, _ tag: Substring) -> String? {
      guard let start = tag.split(separator: " ").first(where: { $0.hasPrefix("\(name)=\"") })
      else { return nil }
      return String(start.dropFirst(name.count + 2).prefix { $0 != "\"" })
        .replacing("&amp;", with: "&").replacing("&quot;", with: "\"").replacing(
          "&#x27;",
          with: "'"
        )
    }
  }

  /// Opens a URL and follows redirects.
  func open(_ url: String) async throws -> Page {
    guard let url = HTTPURL(url) else { throw Failure("\(url) is no URL") }
    return try await follow(HTTPRequest(.get, url))
  }

  /// Fills in the form of a page and sends it to where the page is.
  func submit(_ page: Page, _ fields: [(String, String)]) async throws -> Page {
    var request = HTTPRequest(.post, page.url)
    let pairs = page.hiddenFields.map { ($0.name, $0.value) } + fields
    request.body = .text(pairs.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&"))
    request.fields["Content-Type"] = "application/x-www-form-urlencoded"
    request.fields["Referer"] = page.url.description
    return try await follow(request)
  }

  private func follow(_ first: HTTPRequest) async throws -> Page {
    var request = first
    for _ in 0..<10 {
      if !cookies.isEmpty, request.url.origin == first.url.origin {
        request.fields["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      }
      let response = try await transport.send(request, options: TransportOptions())
      for cookie in response.head.fields.values("Set-Cookie") {
        let pair = cookie.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { continue }
        cookies[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      let text = String(decoding: response.body, as: UTF8.self)
      guard (300..<400).contains(response.head.status),
        let location = response.head.fields["Location"]
      else { return Page(url: request.url, status: response.head.status, text: text) }
      guard let next = request.url.resolving(location) else {
        return Page(
          url: request.url,
          status: response.head.status,
          text: text,
          foreign: location
        )
      }
      request = HTTPRequest(.get, next)
    }
    throw Failure("too many redirects")
  }

  private func encode(_ text: String) -> String {
    var url = HTTPURL("http://x/")
    url?.appendQueryItem("a", text)
    return String(url?.query?.dropFirst(2) ?? "")
  }
}

/// A check that did not hold.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
