import ClientModel
import OpenAPI

/// Documentation out of a document's texts.
enum Docs {
  /// A schema's documentation.
  static func of(_ schema: Schema) -> Documentation {
    text(schema.description ?? schema.title, url: schema.externalDocs?.url)
  }

  /// Splits a text into its first paragraph and the rest.
  static func text(_ text: String?, url: String? = nil) -> Documentation {
    guard let text, !text.isEmpty else { return Documentation(url: url) }
    let (first, rest) = paragraphs(text)
    return Documentation(summary: first, discussion: rest, url: url)
  }

  /// An operation's documentation: its summary, then its description.
  static func of(_ operation: OpenAPI.Operation) -> Documentation {
    let url = operation.externalDocs?.url
    guard let summary = operation.summary, !summary.isEmpty else {
      return text(operation.description, url: url)
    }
    return Documentation(summary: summary, discussion: operation.description, url: url)
  }

  /// A deprecation with the reason, where the description gives a short one.
  static func deprecation(_ schema: Schema) -> Deprecation? {
    schema.isDeprecated ? deprecation(description: schema.description) : nil
  }

  static func deprecation(description: String?) -> Deprecation {
    guard let description else { return Deprecation() }
    let sentence = paragraphs(description).first
    let isReason =
      sentence.utf8.count <= 60
      && ["deprecated", "use ", "instead", "replaced"].contains {
        sentence.lowercased().contains($0)
      }
    return Deprecation(message: isReason ? sentence : nil)
  }

  private static func paragraphs(_ text: String) -> (first: String, rest: String?) {
    var copy = text
    let end = copy.withUTF8 { bytes -> Int? in
      var previous: UInt8 = 0
      for (position, byte) in bytes.enumerated() {
        if byte == 0x0A, previous == 0x0A { return position }
        if byte != 0x20, byte != 0x0D { previous = byte }
      }
      return nil
    }
    guard let end else { return (text, nil) }
    let index = text.utf8.index(text.startIndex, offsetBy: end)
    let rest = String(text[index...])
    return (String(text[..<index]), rest.allSatisfy(\.isWhitespace) ? nil : rest)
  }
}
