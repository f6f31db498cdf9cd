/// A media type or a range of them, such as `application/json`, `text/*` or
/// `multipart/form-data; boundary=x`.
public struct MediaRange: Hashable, Sendable, CustomStringConvertible {
  /// What the document says.
  public let text: String
  /// The part before the slash in lower case; `*` for any.
  public let type: String
  /// The part after the slash in lower case, suffix included; `*` for any.
  public let subtype: String
  /// Parameters, names in lower case, values unquoted.
  public let parameters: [Parameter]

  /// One parameter of a media type.
  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  /// The text.
  public var description: String { text }

  /// Type and subtype without parameters: `application/json`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The structured syntax suffix: `json` for `application/problem+json`.
  public var suffix: String? {
    guard let plus = subtype.utf8.lastIndex(of: UInt8(ascii: "+")) else { return nil }
    return String(subtype[subtype.utf8.index(after: plus)...])
  }

  /// A media type that the range covers, for content that is made up.
  public var sample: String {
    guard isWildcard else { return text }
    switch type {
    case "text": return "text/plain"
    case "image": return "image/png"
    case "audio": return "audio/mpeg"
    case "video": return "video/mp4"
    default: return "application/octet-stream"
    }
  }

  /// Whether a body is JSON text: `application/json`, `text/json` or any `+json`.
  public var isJSON: Bool { subtype == "json" || subtype.hasSuffix("+json") }

  /// Whether it stands for more than one media type.
  public var isWildcard: Bool { type == "*" || subtype.utf8.contains(UInt8(ascii: "*")) }
}
