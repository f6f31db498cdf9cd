import Diagnostics

extension Diagnostic.Code {
  /// The configuration has a key that means nothing.
  static let configurationKey: Self = "config-unknown-key"
  /// A key of the configuration has a value of the wrong kind.
  static let configurationShape: Self = "config-wrong-shape"
  /// A key of the configuration has a value that is none of those allowed.
  static let configurationValue: Self = "config-wrong-value"
  /// The configuration names something that the document does not have.
  static let configurationTarget: Self = "config-unknown-name"
  /// The configuration asks for nothing, or for the same twice.
  static let configurationClash: Self = "config-clash"
  /// An overlay is malformed.
  static let overlayShape: Self = "overlay-shape"
  /// An overlay's target cannot be read.
  static let overlayTarget: Self = "overlay-target"
  /// An overlay's action changes nothing.
  static let overlayNoMatch: Self = "overlay-no-match"
  /// A file or folder cannot be read.
  static let cannotRead: Self = "cannot-read"
  /// A file or folder cannot be written.
  static let cannotWrite: Self = "cannot-write"
  /// A file that the tool did not write is in the way.
  static let foreignFile: Self = "foreign-file"
  /// Committed output is not what the document gives.
  static let staleOutput: Self = "stale-output"
  /// A template is wrong.
  static let template: Self = "template"
  /// The lock file cannot be understood.
  static let lockFile: Self = "lock-file"
}

extension DiagnosticCatalogue {
  /// The diagnostics of configuration, overlays, templates and output.
  public static let genClient = DiagnosticCatalogue([
    Entry(
      .configurationKey,
      "Unknown key in the configuration",
      """
      The configuration has a key that means nothing, most often a slip of the pen. A key that was \
      ignored would leave you believing that it works, so this is an error.
      """,
      before: "specs: [github.yaml]\nacces: internal\n",
      after: "specs: [github.yaml]\naccess: internal\n"
    ),
    Entry(
      .configurationShape,
      "Value of the wrong kind in the configuration",
      """
      A key of the configuration wants another kind of value: a list where there is text, say, or \
      a mapping where there is a list.
      """,
      before: "imports:\n  Money: true\n",
      after: "imports: [Money]\n"
    ),
    Entry(
      .configurationValue,
      "Value that is none of those allowed",
      """
      A key of the configuration, or a flag, takes one of a few words, and this is another one. \
      The message lists them.
      """,
      before: "layout: shards\n",
      after: "layout: sharded\n"
    ),
    Entry(
      .configurationTarget,
      "Name that the document does not have",
      """
      A filter, a name or type override, a pagination rule or the choice of a server names \
      something that is not in the document. Letter case counts. `gen-client list` shows what is \
      there.
      """,
      before: "filter:\n  operations: [getitem]\n",
      after: "filter:\n  operations: [getItem]\n"
    ),
    Entry(
      .configurationClash,
      "Configuration that contradicts itself",
      """
      Two clients would be written to one folder, a name is given twice, or no document is named.
      """,
      before: "specs: []\n",
      after: "specs: [github.yaml]\n"
    ),
    Entry(
      .overlayShape,
      "Malformed overlay",
      """
      An OpenAPI Overlay has the keys `overlay` (its version, 1.0.x or 1.1.x), `info` with `title` \
      and `version`, and `actions`: a list of objects with a `target` and either `update` or \
      `remove`.
      """,
      before: "overlay: 1.0.0\nactions:\n  - target: $.info\n",
      after: "overlay: 1.0.0\nactions:\n  - target: $.info\n    update: {title: Shop}\n"
    ),
    Entry(
      .overlayTarget,
      "Overlay target that cannot be read",
      """
      The target of an overlay's action is a JSONPath expression (RFC 9535): `$` and then keys, \
      positions, wildcards, `..` and filters.
      """,
      before: "target: paths./pets\n",
      after: "target: $.paths['/pets']\n"
    ),
    Entry(
      .overlayNoMatch,
      "Overlay action that changes nothing",
      """
      No place in the document fits the target of an action. Perhaps the document has changed \
      since the overlay was written.
      """,
      before: "target: $.paths['/pet']\n",
      after: "target: $.paths['/pets']\n"
    ),
    Entry(
      .cannotRead,
      "File that cannot be read",
      """
      The system refuses to read a file or folder: there is none of that name, or you may not \
      read it. The message has the reason in the words of the system.
      """,
      before: "gen-client Specs/githob.yaml\n",
      after: "gen-client Specs/github.yaml\n"
    ),
    Entry(
      .cannotWrite,
      "File that cannot be written",
      """
      The system refuses to write to the output folder: you may not, or the disk is full. Nothing \
      has been changed; the previous output is complete.
      """,
      before: "gen-client github.yaml --output /usr/Sources\n",
      after: "gen-client github.yaml --output Sources/GitHub\n"
    ),
    Entry(
      .foreignFile,
      "File in the way that is not generated",
      """
      The output folder holds a file of your own where a generated one has to go. It is left \
      alone, and so is everything else.
      """,
      before: "gen-client github.yaml --output Sources/App\n",
      after: "gen-client github.yaml --output Sources/GitHub\n"
    ),
    Entry(
      .staleOutput,
      "Generated sources that are out of date",
      """
      The committed sources are not what the document, the configuration and this version of the \
      tool give. Generate again and commit the result. Where the change is not wanted, `gen-client \
      diff` tells what it means for callers.
      """,
      before: "gen-client check\n",
      after: "gen-client && git add Sources\n"
    ),
    Entry(
      .template,
      "Wrong template",
      """
      A template of your own is malformed, or asks for a key that does not exist where it stands. \
      The reference lists the keys of every template.
      """,
      before: "{{#operations}}{{nmae}}{{/operations}}\n",
      after: "{{#operations}}{{name}}{{/operations}}\n"
    ),
    Entry(
      .lockFile,
      "Lock file that cannot be understood",
      """
      `gen-client.lock` keeps the Swift names of earlier runs, one a line: the name, a space, and \
      what it names. A line is something else, or two lines give one thing two names, as after a \
      merge. Keep one of them.
      """,
      before: "Issue GET /issues\nTicket GET /issues\n",
      after: "Issue GET /issues\n"
    ),
  ])
}

extension FileFailure {
  /// The failure as a finding.
  ///
  /// - Parameters:
  ///   - location: Where the file is named, if it is anywhere.
  ///   - fix: What to do about it.
  func diagnostic(at location: SourceLocation? = nil, fix: String? = nil) -> Diagnostic {
    let code: Diagnostic.Code = action == .read ? .cannotRead : .cannotWrite
    return Diagnostic(.error, code, description, at: location, fix: fix)
  }
}
