/// An absolute `http` or `https` URL, split the way a client needs it.
///
/// The target (path and query) is always a valid request target: bytes that may not stand in one
/// are percent-encoded on the way in, so no value can smuggle a space or a line break into the
/// request line. A fragment is dropped, since it never goes on the wire. User information in the
/// authority is refused (RFC 9110 §4.2.4): give credentials to a signer instead.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  /// Scheme, host and port.
  public var origin: Origin
  private var storedTarget: String

  /// Makes a URL from an origin and a path with optional query.
  ///
  /// - Parameters:
  ///   - origin: where the server is.
  ///   - target: path and query; a missing leading slash is added.
  public init(origin: Origin, target: String = "/") {
    self.origin = origin
    storedTarget = RequestTarget.normalized(target)
  }

  /// Makes a URL from a target that the caller built from encoded pieces.
  init(origin: Origin, encodedTarget: String) {
    self.origin = origin
    storedTarget = encodedTarget
  }

  /// Reads an absolute URL.
  ///
  /// - Parameter text: the URL; `nil` results from another scheme, user information, an empty or
  ///   malformed host or port.
  public init?(_ text: some StringProtocol) {
    guard let reference = URLReference(text), let scheme = reference.scheme,
      let authority = reference.authority,
      let origin = HTTPURL.origin(scheme: scheme, authority: authority)
    else { return nil }
    self.init(origin: origin, target: reference.target)
  }

  /// `http` or `https`.
  public var scheme: String { origin.scheme }
  /// The host in lower case.
  public var host: String { origin.host }
  /// The port, explicit or the scheme's own.
  public var port: Int { origin.port }

  /// Path and query as they stand in the request line.
  public var target: String {
    get { storedTarget }
    set { storedTarget = RequestTarget.normalized(newValue) }
  }

  /// The percent-encoded path, starting with a slash.
  public var path: String {
    get { String(storedTarget.prefix { $0 != "?" }) }
    set {
      let query = query
      let path = newValue.replacingText("?", with: "%3F")
      target = query.map { "\(path)?\($0)" } ?? path
    }
  }

  /// The percent-encoded query without its question mark; `nil` where there is none.
  public var query: String? {
    get {
      guard let mark = storedTarget.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
      return String(storedTarget[storedTarget.utf8.index(after: mark)...])
    }
    set {
      let path = path
      target = newValue.map { "\(path)?\($0)" } ?? path
    }
  }

  /// Adds a query item; both name and value are percent-encoded.
  ///
  /// - Parameters:
  ///   - name: the item's name.
  ///   - value: its value.
  public mutating func appendQueryItem(_ name: String, _ value: String) {
    var item = ""
    item.appendPercentEncoded(name, keeping: .unreserved)
    item.append("=")
    item.appendPercentEncoded(value, keeping: .unreserved)
    appendEncodedQuery(item)
  }

  /// Replaces every query item of a name by one with the value, or removes them.
  ///
  /// - Parameters:
  ///   - name: the items' name, not encoded.
  ///   - value: the new value, not encoded; `nil` removes.
  public mutating func setQueryItem(_ name: String, _ value: String?) {
    var encodedName = ""
    encodedName.appendPercentEncoded(name, keeping: .unreserved)
    let kept = (query ?? "").split(separator: "&").filter { item in
      let key = item.prefix { $0 != "=" }
      return key != encodedName && String(key).percentDecoded(plusIsSpace: true) != name
    }
    query = kept.isEmpty ? nil : kept.joined(separator: "&")
    if let value { appendQueryItem(name, value) }
  }

  /// Adds query text that is already encoded.
  mutating func appendEncodedQuery(_ item: String) {
    let mark = UInt8(ascii: "?")
    if storedTarget.utf8.last == mark {
      storedTarget.append(item)
    } else {
      storedTarget.append(storedTarget.utf8.contains(mark) ? "&" : "?")
      storedTarget.append(item)
    }
  }

  /// The whole URL as text.
  public var description: String { "\(origin)\(storedTarget)" }

  /// Finds the URL a reference means when it stands in a resource at this URL (RFC 3986 §5.2).
  ///
  /// - Parameter reference: an absolute or relative reference, for example the value of a
  ///   `Location` field.
  /// - Returns: the URL, or `nil` where the reference leads to something that is not a valid
  ///   `http` or `https` URL.
  public func resolving(_ reference: some StringProtocol) -> HTTPURL? {
    guard let reference = URLReference(reference) else { return nil }
    if let scheme = reference.scheme {
      guard let authority = reference.authority,
        let origin = HTTPURL.origin(scheme: scheme, authority: authority)
      else { return nil }
      return HTTPURL(origin: origin, target: reference.targetWithoutDotSegments)
    }
    if let authority = reference.authority {
      guard let origin = HTTPURL.origin(scheme: origin.scheme, authority: authority) else {
        return nil
      }
      return HTTPURL(origin: origin, target: reference.targetWithoutDotSegments)
    }
    return HTTPURL(origin: origin, target: reference.target(inside: self))
  }
}

extension HTTPURL {
  /// Reads scheme and authority; `nil` where they are not those of a plain HTTP origin.
  static func origin(scheme: some StringProtocol, authority: Substring) -> Origin? {
    let scheme = scheme.lowercased()
    guard scheme == "http" || scheme == "https", !authority.utf8.contains(UInt8(ascii: "@")) else {
      return nil
    }
    var host = authority
    var port = scheme == "https" ? 443 : 80
    let hostEnd =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd else { return nil }
    host = authority[..<hostEnd]
    var rest = authority[hostEnd...]
    if rest.first == ":" {
      rest.removeFirst()
      if !rest.isEmpty {
        guard rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(rest),
          (1...65535).contains(number)
        else { return nil }
        port = number
      }
    } else if !rest.isEmpty {
      return nil
    }
    guard isValidHost(host) else { return nil }
    return Origin(scheme: scheme, host: host.lowercased(), port: port)
  }

  private static func isValidHost(_ host: Substring) -> Bool {
    if host.hasPrefix("[") {
      return host.utf8.dropFirst().dropLast().allSatisfy { byte in
        byte.isASCIIHexDigit || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      } && host.utf8.count > 3
    }
    return !host.isEmpty
      && host.utf8.allSatisfy { byte in
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "_")
      }
  }
}
