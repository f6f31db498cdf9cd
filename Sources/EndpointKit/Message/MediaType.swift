/// A media type or media range, for example `application/json` or `image/*` (RFC 9110 §8.3).
public struct MediaType: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The main type in lower case; `*` in a range.
  public var type: String
  /// The subtype in lower case, with its suffix; `*` in a range.
  public var subtype: String
  /// Parameters in order, names in lower case, without the weight `q`.
  public var parameters: [Parameter]

  /// One parameter of a media type.
  public struct Parameter: Hashable, Sendable {
    /// The name in lower case.
    public var name: String
    /// The value without quotes.
    public var value: String

    /// Makes a parameter; give the name in lower case.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a media type from its parts.
  public init(_ type: String, _ subtype: String, parameters: [Parameter] = []) {
    self.type = type.lowercased()
    self.subtype = subtype.lowercased()
    self.parameters = parameters
  }

  /// Reads a media type; anything unreadable becomes `application/octet-stream`.
  public init(stringLiteral value: String) { self = MediaType(value) ?? .octetStream }

  /// Reads a media type as it stands in a `Content-Type` field.
  ///
  /// - Parameter text: type, slash, subtype and parameters; blanks are tolerated.
  public init?(_ text: some StringProtocol) {
    let parts = FieldValue.split(text, at: UInt8(ascii: ";"))
    guard let essence = parts.first else { return nil }
    let names = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 2, let type = names.first?.trimmingBlanks,
      let subtype = names.last?.trimmingBlanks, !type.isEmpty, !subtype.isEmpty
    else { return nil }
    self.type = type.lowercased()
    self.subtype = subtype.lowercased()
    parameters = parts.dropFirst().compactMap { part in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let name = part[..<equals].trimmingBlanks.lowercased()
      let value = FieldValue.unquoted(part[part.index(after: equals)...])
      return name.isEmpty || name == "q" ? nil : Parameter(name: name, value: value)
    }
  }

  /// `application/json`.
  public static let json = MediaType("application", "json")
  /// `application/octet-stream`.
  public static let octetStream = MediaType("application", "octet-stream")
  /// `application/x-www-form-urlencoded`.
  public static let form = MediaType("application", "x-www-form-urlencoded")
  /// `multipart/form-data`.
  public static let multipartForm = MediaType("multipart", "form-data")
  /// `text/plain`.
  public static let plainText = MediaType("text", "plain")
  /// `text/event-stream`.
  public static let eventStream = MediaType("text", "event-stream")

  /// Type and subtype without parameters.
  public var essence: String { "\(type)/\(subtype)" }

  /// The value of a parameter.
  ///
  /// - Parameter name: the parameter's name in lower case.
  public subscript(parameter name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// The character set named, in lower case.
  public var charset: String? { self[parameter: "charset"]?.lowercased() }

  /// Whether this is JSON by name or by `+json` suffix.
  public var isJSON: Bool {
    subtype == "json" || subtype.hasSuffix("+json") || essence == "text/json"
  }

  /// Whether this is XML by name or by `+xml` suffix.
  public var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }

  /// Whether this is text a person can read.
  public var isText: Bool { type == "text" || isJSON || isXML || essence == MediaType.form.essence }

  /// How exactly a range names types: 0 for `*/*`, 1 for `text/*`, 2 for a type, and one more for
  /// each parameter.
  public var specificity: Int {
    if type == "*" { return 0 }
    if subtype == "*" { return 1 }
    return 2 + parameters.count
  }

  /// Whether a type falls into this range.
  ///
  /// Parameters count only where the range has them. `application/json` covers `+json` types when
  /// `suffixes` says so: servers often answer with a vendor type.
  ///
  /// - Parameters:
  ///   - other: a type without wildcards.
  ///   - suffixes: whether structured syntax suffixes make types alike.
  public func covers(_ other: MediaType, suffixes: Bool = false) -> Bool {
    if type == "*" { return true }
    guard type == other.type || (suffixes && isJSON && other.isJSON) else { return false }
    guard
      subtype == "*" || subtype == other.subtype || (suffixes && isJSON && other.isJSON)
        || (suffixes && isXML && other.isXML)
    else { return false }
    return parameters.allSatisfy { parameter in
      parameter.name == "charset"
        || other[parameter: parameter.name]?.equalsIgnoringASCIICase(parameter.value) == true
    }
  }

  public var description: String {
    parameters.reduce(into: essence) { text, parameter in
      text += "; \(parameter.name)=\(FieldValue.quotedIfNeeded(parameter.value))"
    }
  }
}
