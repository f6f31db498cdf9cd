extension MediaRange {
  /// What a text turned out to be.
  enum Reading {
    /// A media type.
    case wellFormed(MediaRange)
    /// Not quite one, but it is clear which is meant.
    case repaired(MediaRange)
    /// None.
    case hopeless
  }

  /// Reads a media type or range (RFC 9110 §8.3.1, §12.5.1).
  static func read(_ text: String) -> Reading {
    if let range = MediaRange(strict: text) { return .wellFormed(range) }
    let trimmed = text.trimmed
    if let essence = shorthand[trimmed.lowercased()] {
      let (type, subtype) = essence.split(at: "/")
      return .repaired(
        MediaRange(text: essence, type: type, subtype: subtype, parameters: [])
      )
    }
    // What is left after the repairs that change nothing else: blanks, a stray end.
    let pieces = trimmed.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard let first = pieces.first else { return .hopeless }
    let (type, subtype) = first.split(at: "/")
    let word = subtype.trimmed.split(whereSeparator: \.isWhitespace).first ?? ""
    let essence = type.trimmed + "/" + word
    let parameters = pieces.dropFirst().filter { MediaRange.parameter($0) != nil }
    let repaired = ([essence] + parameters).joined(separator: "; ")
    return MediaRange(strict: repaired).map { .repaired($0) } ?? .hopeless
  }

  private static let shorthand: [String: String] = [
    "json": "application/json", "xml": "application/xml", "text": "text/plain",
    "html": "text/html", "csv": "text/csv", "pdf": "application/pdf", "*": "*/*", "any": "*/*",
    "form": "application/x-www-form-urlencoded", "multipart": "multipart/form-data",
    "form-data": "multipart/form-data", "binary": "application/octet-stream",
    "x-www-form-urlencoded": "application/x-www-form-urlencoded",
    "application-json": "application/json", "application\\json": "application/json",
  ]

  private init?(strict text: String) {
    var pieces = text.split(separator: ";", omittingEmptySubsequences: false)
    let essence = String(pieces.removeFirst()).trimmed
    guard essence.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 1 else { return nil }
    let (type, subtype) = essence.lowercased().split(at: "/")
    guard type.isToken, subtype.isToken, text == text.trimmed else { return nil }
    var parameters: [Parameter] = []
    for piece in Self.rejoined(pieces) {
      guard let parameter = Self.parameter(piece.trimmed) else { return nil }
      parameters.append(parameter)
    }
    self.init(text: text, type: type, subtype: subtype, parameters: parameters)
  }

  /// Puts together what a `;` within quotes took apart.
  private static func rejoined(_ pieces: [Substring]) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for piece in pieces {
      if isOpen, let last = joined.popLast() {
        joined.append(last + ";" + piece)
      } else {
        joined.append(String(piece))
      }
      if piece.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 { isOpen.toggle() }
    }
    return joined
  }

  private static func parameter(_ text: String) -> Parameter? {
    guard text.contains("=") else { return nil }
    let (name, value) = text.split(at: "=")
    guard name.isToken else { return nil }
    if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
      return Parameter(name: name.lowercased(), value: String(value.dropFirst().dropLast()))
    }
    guard value.isToken else { return nil }
    return Parameter(name: name.lowercased(), value: value)
  }
}

extension String {
  /// The text without blanks and line breaks at either end.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// Whether it is a token of HTTP (RFC 9110 §5.6.2).
  var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// What is before and after the first of a character; nothing after it where there is none.
  func split(at separator: Character) -> (String, String) {
    guard let position = firstIndex(of: separator) else { return (self, "") }
    return (String(self[..<position]), String(self[index(after: position)...]))
  }
}
