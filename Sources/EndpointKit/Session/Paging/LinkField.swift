/// The links of a `Link` field (RFC 8288).
public struct LinkField: Sendable, Hashable {
  /// One link.
  public struct Link: Sendable, Hashable {
    /// The reference as it stands between the angle brackets; may be relative.
    public var target: String
    /// The relation types, in lower case.
    public var relations: [String]
    /// All parameters, names in lower case.
    public var parameters: [String: String]
  }

  /// The links in order.
  public var links: [Link]

  /// Reads a field; what is malformed is passed over.
  ///
  /// - Parameter text: the value, several fields joined by commas.
  public init(_ text: String) {
    links = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<"),
      let close = rest[open...].firstIndex(of: ">")
    {
      let target = rest[rest.index(after: open)..<close].trimmingBlanks
      rest = rest[rest.index(after: close)...]
      let end = LinkField.endOfLink(rest)
      let parameters = LinkField.parameters(rest[..<end])
      rest = rest[end...]
      let relations = (parameters["rel"] ?? "").split(separator: " ").map { $0.lowercased() }
      links.append(Link(target: target, relations: relations, parameters: parameters))
    }
  }

  /// The target of the first link of a relation.
  ///
  /// - Parameter relation: the relation type, `next` say.
  public subscript(_ relation: String) -> String? {
    links.first { $0.relations.contains(relation.lowercased()) }?.target
  }

  /// The comma that ends a link; one inside quotes does not.
  private static func endOfLink(_ text: Substring) -> Substring.Index {
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        return text.index(after: index)
      }
    }
    return text.endIndex
  }

  private static func parameters(_ text: Substring) -> [String: String] {
    var result: [String: String] = [:]
    let text = text.last == "," ? text.dropLast() : text
    for part in FieldValue.split(text, at: UInt8(ascii: ";")) {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let name = part[..<equals].trimmingBlanks.lowercased()
      // RFC 8288 §3.3: of repeated `rel` parameters the first counts.
      guard !name.isEmpty, result[name] == nil else { continue }
      result[name] =
        equals == part.endIndex ? "" : FieldValue.unquoted(part[part.index(after: equals)...])
    }
    return result
  }
}
