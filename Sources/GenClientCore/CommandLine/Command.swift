/// A command of the tool.
struct Command: Sendable {
  /// What calls it.
  let name: String
  /// The arguments as help shows them.
  let arguments: String
  /// What the arguments are, for completions.
  let argumentKind: ArgumentKind
  /// How many arguments there may be.
  let argumentCount: ClosedRange<Int>
  /// One line, no full stop.
  let summary: String
  /// A paragraph or two.
  let detail: String
  /// Command lines and what they do.
  let examples: [(line: String, meaning: String)]
  let flags: [Flag]
  /// Whether the overview leaves it out.
  let isHidden: Bool
  /// Does it.
  let run: @Sendable (_ run: Run) throws -> ExitCode

  /// What completions offer for arguments.
  enum ArgumentKind: Sendable {
    case none
    case documents
    case words([String])
    case codes
  }

  init(
    _ name: String,
    _ arguments: String,
    _ kind: ArgumentKind,
    _ count: ClosedRange<Int>,
    _ summary: String,
    detail: String,
    examples: [(line: String, meaning: String)] = [],
    flags: [Flag],
    isHidden: Bool = false,
    run: @escaping @Sendable (Run) throws -> ExitCode
  ) {
    self.name = name
    self.arguments = arguments
    argumentKind = kind
    argumentCount = count
    self.summary = summary
    self.detail = detail
    self.examples = examples
    self.flags = flags
    self.isHidden = isHidden
    self.run = run
  }

  /// The command that runs where none is named.
  static var standard: Command { generate }

  /// The command of a name.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  /// `gen-client check [SPEC…] [flags]`.
  var usage: String {
    let name = name == Command.standard.name ? "" : " \(name)"
    let arguments = arguments.isEmpty ? "" : " \(arguments)"
    return "gen-client\(name)\(arguments) [flags]"
  }
}

/// How a run ends.
public enum ExitCode: Int32, Sendable {
  /// All is well.
  case success = 0
  /// The document is wrong, or the check failed.
  case failure = 1
  /// The command line is wrong.
  case usage = 2
}
