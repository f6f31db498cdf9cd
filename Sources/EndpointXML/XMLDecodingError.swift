/// A text that is no XML document, or none that is accepted.
///
/// Carries where and why, and nothing of the text but names of elements.
public struct XMLDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The elements that were open at the place, outermost first.
  public var path: [String]
  /// The line of the place, from 1; `nil` where the fault has none.
  public var line: Int?
  /// The column of the place in bytes, from 1; `nil` where the fault has none.
  public var column: Int?
  /// What is wrong.
  public var reason: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - path: the elements that were open, outermost first.
  ///   - line: the line, from 1.
  ///   - column: the column in bytes, from 1.
  public init(_ reason: String, path: [String] = [], line: Int? = nil, column: Int? = nil) {
    self.reason = reason
    self.path = path
    self.line = line
    self.column = column
  }

  public var description: String {
    var text = reason
    if let line { text += " at line \(line)" }
    if let column { text += ", column \(column)" }
    if !path.isEmpty { text += ", in /\(path.joined(separator: "/"))" }
    return text
  }

  /// What libxml2 means by a number, for the faults that bodies have.
  static func reason(code: Int) -> String {
    switch code {
    case 1: "the parser gave up: a part of the text is too large"
    case 4, 5: "the text ends too early, or goes on after the last element"
    case 9: "a character that XML does not have"
    case 26, 27: "an entity that is not declared"
    case 31, 32: "a charset that is not known"
    case 38: "a '<' in the value of an attribute"
    case 39, 40: "an attribute whose value is not quoted, or too long"
    case 42: "two attributes of one name"
    case 68: "a name is expected"
    case 73: "a '>' is expected"
    case 76: "an element ends by another's name"
    case 77: "an element has no end"
    case 81: "bytes that are not of the text's charset"
    case 89: "entities that grow without end"
    case 201: "a namespace prefix that is not declared"
    default: "the text is malformed (libxml2 says \(code))"
    }
  }
}
