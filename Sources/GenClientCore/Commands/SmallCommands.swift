import Diagnostics
import OpenAPI
import Templates

extension Command {
  static let explain = Command(
    "explain",
    "[CODE]",
    .codes,
    0...1,
    "Explain a diagnostic",
    detail: """
      Prints what a diagnostic means and what to do about it, with an example before and after. \
      Without CODE, lists all codes.
      """,
    examples: [("gen-client explain duplicate-key", "explains the code in brackets")],
    flags: Flag.always
  ) { run in
    let catalogue = DiagnosticCatalogue.all
    let entries = catalogue.entries.sorted { $0.code.rawValue < $1.code.rawValue }
    guard let name = run.invocation.arguments.first else {
      let width = entries.map(\.code.rawValue.count).max() ?? 0
      for entry in entries {
        let padding = String(repeating: " ", count: width - entry.code.rawValue.count)
        run.print("\(entry.code)\(padding)  \(entry.title)")
      }
      return .success
    }
    guard let entry = catalogue[Diagnostic.Code(rawValue: name)] else {
      let near = Suggestion.nearest(to: name, in: entries.map(\.code.rawValue))
      throw UsageError(
        message: "there is no code \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
        help: "gen-client explain"
      )
    }
    run.print("\(entry.title) [\(entry.code)]\n")
    for line in Wording.wrap(entry.explanation, width: 80) { run.print(line) }
    run.print("\nBefore:\n\n\(indented(entry.before))\nAfter:\n\n\(indented(entry.after))")
    return .success
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
  }

  static let completions = Command(
    "completions",
    "bash|zsh|fish",
    .words(Completions.shells),
    1...1,
    "Print a completion script for a shell",
    detail: "The script completes commands, flags and their values.",
    examples: [("source <(gen-client completions bash)", "for this session")],
    flags: Flag.always
  ) { run in
    let shell = run.invocation.arguments[0]
    guard Completions.shells.contains(shell) else {
      throw UsageError(
        message: "no completions for \"\(shell)\"; there are some for "
          + Wording.list(Completions.shells)
      )
    }
    run.console.output(Completions.script(for: shell))
    return .success
  }

  static let templates = Command(
    "templates",
    "export DIR",
    .words(["export"]),
    2...2,
    "Write the built-in templates out",
    detail: """
      Writes each built-in template to DIR, as a beginning for templates of your own. A file that \
      is there and differs is left alone. Keep the templates you change, delete the others, and \
      give the folder with `--templates`.
      """,
    examples: [("gen-client templates export Templates", "one file a template")],
    flags: [Flag.quiet] + Flag.always
  ) { run in
    let arguments = run.invocation.arguments
    guard arguments[0] == "export" else {
      throw UsageError(
        message: "`gen-client templates` can `export DIR`, not \"\(arguments[0])\"",
        help: "gen-client templates --help"
      )
    }
    let folder = arguments[1]
    var written = 0
    for (name, text) in BuiltInTemplates.sources {
      let path = PathText.join(folder, name + ".mustache")
      let bytes = Array(text.utf8)
      if FileSystem.kind(of: path) != nil, !FileSystem.holds(bytes, at: path) {
        run.sink.report(
          Diagnostic(.warning, .foreignFile, "\(path) is there and differs; it is left alone")
        )
        continue
      }
      let file = try StagedFile(bytes, for: path)
      if file.isChange { written += 1 }
      try file.commit()
    }
    run.report(run.sink.diagnostics)
    run.note("\(Wording.count(written, "template")) written to \(folder)")
    return .success
  }

  static let reference = Command(
    "reference",
    Reference.pages.map(\.name).joined(separator: "|"),
    .words(Reference.pages.map(\.name)),
    1...1,
    "Print a page of the reference",
    detail: "The pages in docs/reference are made by this command.",
    flags: Flag.always,
    isHidden: true
  ) { run in
    let name = run.invocation.arguments[0]
    guard let page = Reference.page(name) else {
      throw UsageError(message: "there is no page \"\(name)\"")
    }
    run.console.output(page)
    return .success
  }
}
