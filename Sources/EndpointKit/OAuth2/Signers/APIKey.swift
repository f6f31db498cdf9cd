/// A key that a service knows a program by.
///
/// Where it goes is the document's to say; generated code places it. Printing shows no key.
public struct APIKey: Sendable, ExpressibleByStringLiteral {
  let value: String

  /// Takes a key.
  ///
  /// - Parameter value: the key.
  public init(_ value: String) { self.value = value }

  public init(stringLiteral value: String) { self.value = value }

  /// Where a request carries a key.
  public enum Location: String, Sendable, Hashable {
    case header, query, cookie
  }

  /// The signer that puts the key where the document wants it.
  ///
  /// - Parameters:
  ///   - location: header, query or cookie.
  ///   - name: the field's, item's or cookie's name.
  public func placed(in location: Location, named name: String) -> APIKeySigner {
    APIKeySigner(key: self, location: location, name: name)
  }
}

extension APIKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "APIKey(hidden)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Puts an ``APIKey`` where the document wants it.
public struct APIKeySigner: RequestSigner {
  let key: APIKey
  let location: APIKey.Location
  let name: String

  public func hasCredential(for context: RequestContext) async -> Bool { true }

  public func adapt(_ request: inout HTTPRequest, context: RequestContext) async throws {
    switch location {
    case .header: request.fields[name] = key.value
    case .query: request.url.setQueryItem(name, key.value)
    case .cookie:
      let cookie = "\(name)=\(key.value)"
      let others = request.fields["Cookie"].map { "\($0); " } ?? ""
      request.fields["Cookie"] = others + cookie
    }
  }
}
