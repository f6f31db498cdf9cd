/// What every diagnostic code means, with an example before and after.
///
/// Each module that reports diagnostics declares one catalogue of all its codes; the command line
/// adds them together for `explain CODE` and for the rules of a SARIF report.
public struct DiagnosticCatalogue: Sendable {
  /// What one code means.
  public struct Entry: Hashable, Sendable {
    /// The code.
    public var code: Diagnostic.Code
    /// A few words, no full stop.
    public var title: String
    /// Why it matters and what to do, in a paragraph or two.
    public var explanation: String
    /// A document that causes it.
    public var before: String
    /// The same document put right.
    public var after: String

    /// An entry; all of its parts are shown by `explain CODE`.
    public init(
      _ code: Diagnostic.Code,
      _ title: String,
      _ explanation: String,
      before: String,
      after: String
    ) {
      self.code = code
      self.title = title
      self.explanation = explanation
      self.before = before
      self.after = after
    }
  }

  /// All entries, in the order given.
  public private(set) var entries: [Entry]
  private var positions: [Diagnostic.Code: Int]

  /// A catalogue of the entries given; of two entries for one code, the first counts.
  public init(_ entries: [Entry] = []) {
    self.entries = []
    positions = [:]
    for entry in entries { add(entry) }
  }

  /// The entry of a code, if it has one.
  public subscript(code: Diagnostic.Code) -> Entry? {
    positions[code].map { entries[$0] }
  }

  /// Both catalogues in one.
  public static func + (left: Self, right: Self) -> Self {
    Self(left.entries + right.entries)
  }

  private mutating func add(_ entry: Entry) {
    guard positions[entry.code] == nil else { return }
    positions[entry.code] = entries.count
    entries.append(entry)
  }
}
