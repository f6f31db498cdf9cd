import SpecTree

/// A value that goes into a request beside the body.
public struct Parameter: Sendable, Located {
  /// Where a value goes.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    case path, query, header, cookie
    /// The whole query string is one value (3.2).
    case querystring
  }

  /// How a value is written.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
    /// A cookie's value without percent encoding (3.2).
    case cookie
    /// Items separated by tabs (2.0 `tsv`).
    case tabDelimited
  }

  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The name on the wire.
  public internal(set) var name: String = ""
  /// Where it goes.
  public internal(set) var place: Place
  /// What it is for, CommonMark.
  public internal(set) var description: String?
  /// Whether a request must have it; always true for a path parameter.
  public internal(set) var isRequired: Bool = false
  /// Whether it should no longer be used.
  public internal(set) var isDeprecated: Bool = false
  /// Whether an empty value may stand without `=`.
  public internal(set) var allowsEmptyValue: Bool = false
  /// How the value is written; the place's default where the document does not say.
  public internal(set) var style: Style
  /// Whether items and members are written as values of their own.
  public internal(set) var explodes: Bool = false
  /// Whether reserved characters stay as they are.
  public internal(set) var allowsReserved: Bool = false
  /// What it holds; `nil` where `content` says so instead.
  public internal(set) var schema: SchemaReference?
  /// The media type that writes the value (exactly one), in place of `style`.
  public internal(set) var content: MediaType?
  /// Sample values.
  public internal(set) var examples: [Example] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
  /// Whether the document uses the parameter in a path and does not declare it.
  public internal(set) var isInferred: Bool = false
}

/// A value that comes with a response, or with a part of a body.
public struct Header: Sendable, Located {
  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The field's name as written.
  public internal(set) var name: String = ""
  /// What it tells, CommonMark.
  public internal(set) var description: String?
  /// Whether it is always there.
  public internal(set) var isRequired: Bool = false
  /// Whether it should no longer be used.
  public internal(set) var isDeprecated: Bool = false
  /// Whether an object's members are written `name=value`.
  public internal(set) var explodes: Bool = false
  /// What it holds; `nil` where `content` says so instead.
  public internal(set) var schema: SchemaReference?
  /// The media type of its value, in place of `simple` style.
  public internal(set) var content: MediaType?
  /// Sample values.
  public internal(set) var examples: [Example] = []
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}

/// A sample value.
public struct Example: Sendable, Located {
  public let node: Node
  /// How it was reached, where a `$ref` led to it.
  public internal(set) var reference: Reference?
  /// The key in `examples`; `nil` for a lone `example`.
  public internal(set) var name: String?
  /// One line about it.
  public internal(set) var summary: String?
  /// What it shows, CommonMark.
  public internal(set) var description: String?
  /// The value, as data; `nil` where it is given as text or elsewhere.
  public internal(set) var value: Node?
  /// The value as it stands on the wire (3.2).
  public internal(set) var serializedValue: String?
  /// Where the value is found.
  public internal(set) var externalValue: String?
  /// The `x-…` keywords.
  public internal(set) var extensions: Extensions = Extensions()
}
