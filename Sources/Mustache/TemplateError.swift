/// What is wrong with a template, where, and what to do about it.
///
/// Its description is one line a problem, in the form compilers use and editors understand:
/// `model.mustache:12:5: error: …`.
public struct TemplateError: Error, Hashable, Sendable {
  /// What kind of defect was found.
  public var kind: Kind
  /// The place of the defect.
  public var location: TemplateLocation
  /// What is wrong, in one line.
  public var message: String
  /// What to do about it, in one line.
  public var help: String
  /// The tags that led into the template, innermost first.
  public var includedFrom: [TemplateLocation] = []

  /// An open set of defects.
  public struct Kind: Hashable, Sendable {
    /// A stable name, fit for documentation.
    public let name: String

    /// Names a defect.
    public init(_ name: String) {
      self.name = name
    }

    /// A tag without its closing delimiter.
    public static let unclosedTag = Kind("unclosed-tag")
    /// A section, block or parent without its closing tag.
    public static let unclosedSection = Kind("unclosed-section")
    /// A closing tag that names something other than what is open.
    public static let mismatchedClose = Kind("mismatched-close")
    /// A closing tag where nothing is open.
    public static let strayClose = Kind("stray-close")
    /// A tag without a name, or with one that cannot be looked up.
    public static let invalidName = Kind("invalid-name")
    /// A set-delimiter tag that does not name two delimiters.
    public static let badDelimiters = Kind("bad-delimiters")
    /// A tag other than a block directly inside a parent.
    public static let misplacedTag = Kind("misplaced-tag")
    /// A template to render that no layer has.
    public static let missingTemplate = Kind("missing-template")
    /// A partial or parent that no layer has.
    public static let missingPartial = Kind("missing-partial")
    /// A key that no object on the context stack has.
    public static let unknownKey = Kind("unknown-key")
    /// Templates that include one another without end, or sections nested absurdly deep.
    public static let tooDeep = Kind("too-deep")
  }
}

/// A place in a template.
public struct TemplateLocation: Hashable, Sendable, CustomStringConvertible {
  /// The template's origin (a path, say), or its name where it has none.
  public var template: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// Makes a place.
  public init(template: String, line: Int, column: Int) {
    self.template = template
    self.line = line
    self.column = column
  }

  /// `template:line:column`.
  public var description: String {
    "\(template):\(line):\(column)"
  }
}

extension TemplateError {
  /// Makes an error.
  public init(kind: Kind, location: TemplateLocation, message: String, help: String) {
    self.kind = kind
    self.location = location
    self.message = message
    self.help = help
  }
}

extension TemplateError: CustomStringConvertible {
  /// The error, its help, and the way into the template, one a line.
  public var description: String {
    var lines = ["\(location): error: \(message)"]
    if !help.isEmpty { lines.append("\(location): note: \(help)") }
    lines += includedFrom.map { "\($0): note: included from here" }
    return lines.joined(separator: "\n")
  }
}

extension TemplateLocation {
  init(template: String, source: [UInt8], offset: Int) {
    var line = 1
    var column = 1
    for byte in source.prefix(offset) {
      if byte == .newline {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(template: template, line: line, column: column)
  }
}
