/// A JSON text that cannot be read as the value asked for.
///
/// Carries where (the path of keys and indexes, and the byte offset in the text), why, and the
/// beginning of the offending text. It never carries more than `excerptLimit` bytes of the
/// document, so that a log line with it stays short.
public struct JSONDecodingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One step from the root of the document to the place of the failure.
  public enum PathComponent: Sendable, Hashable, CustomStringConvertible {
    case key(String)
    case index(Int)

    public var description: String {
      switch self {
      case .key(let key): key
      case .index(let index): "[\(index)]"
      }
    }
  }

  /// Why the text cannot be read.
  public enum Reason: Sendable, Equatable {
    /// The text is no JSON (RFC 8259).
    case syntax(String)
    /// The value is of another JSON type.
    case typeMismatch(expected: String, found: JSONKind)
    /// The type fits, the value does not (a number out of range, a text that is no date).
    case invalidValue(String)
    /// A required key is missing from an object.
    case missingKey(String)
    /// Arrays and objects are nested deeper than the reader allows.
    case tooDeep(limit: Int)
    /// A custom `init(json:)` failed with an error of its own.
    case other(String)
  }

  /// The number of bytes of the offending text that are kept.
  public static let excerptLimit = 64

  /// The keys and indexes that lead to the failure, outermost first.
  public var path: [PathComponent]
  /// The byte offset in the text.
  public var offset: Int
  /// Why the text cannot be read.
  public var reason: Reason
  /// The beginning of the offending text, at most `excerptLimit` bytes.
  public var excerpt: String

  public init(path: [PathComponent] = [], offset: Int = 0, reason: Reason, excerpt: String = "") {
    self.path = path
    self.offset = offset
    self.reason = reason
    self.excerpt = excerpt
  }

  /// The path as one text: `items[3].user.login`.
  public var pathDescription: String {
    var text = ""
    for component in path {
      if case .key = component, !text.isEmpty { text += "." }
      text += component.description
    }
    return text
  }

  public var description: String {
    var text = path.isEmpty ? "" : "\(pathDescription): "
    switch reason {
    case .syntax(let message): text += "not valid JSON: \(message)"
    case .typeMismatch(let expected, let found): text += "expected \(expected), found \(found)"
    case .invalidValue(let message): text += message
    case .missingKey(let key): text += "the required key \"\(key)\" is missing"
    case .tooDeep(let limit): text += "nested deeper than \(limit) levels"
    case .other(let message): text += message
    }
    text += " at byte \(offset)"
    if !excerpt.isEmpty { text += ", near `\(excerpt)`" }
    return text
  }

  /// Whether the text is no JSON at all, or cannot be walked any further.
  var isFatal: Bool {
    switch reason {
    case .syntax, .tooDeep: true
    default: false
    }
  }

  /// The same error seen from one level further out.
  func prefixed(_ component: PathComponent) -> JSONDecodingError {
    var copy = self
    copy.path.insert(component, at: 0)
    return copy
  }

  /// Any error as a decoding error: what custom decoders throw is kept as its description.
  static func wrapping(_ error: any Error, offset: Int) -> JSONDecodingError {
    (error as? JSONDecodingError)
      ?? JSONDecodingError(offset: offset, reason: .other("\(error)"))
  }
}

/// A value that cannot be written as JSON.
public struct JSONEncodingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The key of the innermost field being written, if any.
  public var key: String?
  /// What is wrong with the value.
  public var message: String

  public init(key: String? = nil, message: String) {
    self.key = key
    self.message = message
  }

  public var description: String { key.map { "\($0): \(message)" } ?? message }
}

/// The six types of a JSON value.
public enum JSONKind: UInt8, Sendable, Hashable, CustomStringConvertible {
  case null, bool, number, string, array, object

  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// How strictly and how deep a reader goes.
public struct JSONDecodingOptions: Sendable {
  /// The deepest nesting of arrays and objects that is followed.
  ///
  /// Reading recurses, so the limit keeps a hostile document from exhausting the stack.
  public var maximumDepth = 512
  /// Whether an optional field whose value cannot be decoded becomes nil instead of an error.
  ///
  /// What was passed over is reported in `JSONReader.notes`.
  public var isLenient = false

  public init() {}
}
