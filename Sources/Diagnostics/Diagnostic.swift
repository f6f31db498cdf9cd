/// One finding about a document: what is wrong, where, and what to do.
///
/// Diagnostics are collected in a `DiagnosticSink`, so that one run names everything that is wrong,
/// and printed by a `DiagnosticRenderer`.
public struct Diagnostic: Hashable, Sendable {
  /// The stable name of the kind of finding.
  public var code: Code
  /// How bad it is.
  public var severity: Severity
  /// One line: what is wrong, and why.
  public var message: String
  /// Where it is, if it is anywhere.
  public var location: SourceLocation?
  /// How many columns to underline from the location on; 1 is a lone caret.
  public var length: Int
  /// Further places and facts that explain the finding.
  public var notes: [Note]
  /// What to do about it.
  public var fix: String?

  /// A diagnostic; everything but severity, code and message may be left out.
  public init(
    _ severity: Severity,
    _ code: Code,
    _ message: String,
    at location: SourceLocation? = nil,
    length: Int = 1,
    notes: [Note] = [],
    fix: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.length = length
    self.notes = notes
    self.fix = fix
  }
}

extension Diagnostic {
  /// The stable, kebab-case name of a kind of finding, such as `yaml-syntax`.
  ///
  /// The set is open: each module declares its codes as static members and describes them in its
  /// `DiagnosticCatalogue`.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The name.
    public let rawValue: String

    /// The code of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.rawValue = value }

    public var description: String { rawValue }
  }

  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Something was approximated or left out; the output is usable as it is.
    case notice
    /// The document is wrong, and was repaired.
    case warning
    /// No output can be made.
    case error

    private var rank: Int {
      switch self {
      case .notice: 0
      case .warning: 1
      case .error: 2
      }
    }

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// A further place or fact that explains a finding.
  public struct Note: Hashable, Sendable {
    /// One line.
    public var message: String
    /// The place it speaks of, if any.
    public var location: SourceLocation?

    /// A note, about a place or in general.
    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = message
      self.location = location
    }
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity: message`, without excerpt.
  public var description: String {
    let place = location.map { "\($0): " } ?? ""
    return "\(place)\(severity.rawValue): \(message)"
  }
}
