/// A key that signs requests: in a header field, a query item or a cookie.
public struct APIKey: RequestSigner, ExpressibleByStringLiteral {
  /// Where the key goes.
  public enum Location: Sendable, Hashable {
    case header, query, cookie
  }

  private let source: CredentialSource
  /// Where the key goes.
  public var location: Location
  /// The name of the field, query item or cookie.
  public var name: String

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - location: where it goes.
  ///   - name: the name of the field, query item or cookie.
  public init(_ key: String, in location: Location = .header, named name: String = "X-API-Key") {
    source = CredentialSource(key)
    self.location = location
    self.name = name
  }

  /// Makes a key that is asked for whenever a request is signed.
  ///
  /// - Parameters:
  ///   - location: where it goes.
  ///   - name: the name of the field, query item or cookie.
  ///   - provide: gives the key, `nil` where there is none.
  public init(
    in location: Location = .header,
    named name: String = "X-API-Key",
    provide: @escaping @Sendable () async throws -> String?
  ) {
    source = CredentialSource(provide)
    self.location = location
    self.name = name
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// The same key in another place.
  ///
  /// - Parameters:
  ///   - location: where it goes.
  ///   - name: the name of the field, query item or cookie.
  public func placed(in location: Location, named name: String) -> APIKey {
    var key = self
    key.location = location
    key.name = name
    return key
  }

  public func hasCredential(for context: RequestContext) async -> Bool {
    await source.isAvailable
  }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    let key = try await source.secret("API key")
    switch location {
    case .header: try request.setCredential(name, key)
    case .query:
      request.url.setQueryItem(name, key)
      request.hide(name)
    case .cookie:
      var cookie = "\(name)="
      cookie.appendPercentEncoded(key, keeping: .unreserved)
      try request.setCredential(
        "Cookie",
        request.fields["Cookie"].map { "\($0); \(cookie)" } ?? cookie
      )
    }
  }
}
