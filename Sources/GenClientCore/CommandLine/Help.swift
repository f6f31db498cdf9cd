/// Help on the terminal.
enum Help {
  /// What `gen-client --help` prints: one screen.
  static var overview: String {
    let commands = Command.all.filter { !$0.isHidden && $0.name != Command.standard.name }
    let width = commands.map(\.name.count).max() ?? 0
    let common: [Flag] = [.output, .config, .name, .tag, .format, .dryRun, .verbose]
    return """
      Generate Swift clients from OpenAPI documents.

      gen-client [SPEC…] [flags]   Write Sources/NAME, or do what gen-client.yaml says
      gen-client COMMAND --help    All about a command

      Commands:
      \(commands.map { "  \(padded($0.name, to: width))  \($0.summary)" }.joined(separator: "\n"))

      Usual flags:
      \(table(common))

      """
  }

  /// What `gen-client COMMAND --help` prints.
  static func text(of command: Command) -> String {
    var parts = ["\(command.summary).\n\n  \(command.usage)"]
    parts.append(Wording.wrap(plain(command.detail), width: 80).joined(separator: "\n"))
    parts.append("Flags:\n" + table(command.flags))
    if !command.examples.isEmpty {
      let width = command.examples.map(\.line.count).max() ?? 0
      let lines = command.examples.map { "  \(padded($0.line, to: width))  \($0.meaning)" }
      parts.append("Examples:\n" + lines.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ flags: [Flag]) -> String {
    let rows = flags.map { flag in
      // Long names stand in one column whether or not there is a short one.
      (flag.short == nil ? "    " + flag.usage : flag.usage, flag.summary)
    }
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    return rows.map { "  \(padded($0.0, to: width))  \($0.1)" }.joined(separator: "\n")
  }

  /// Text without the marks of code.
  static func plain(_ text: String) -> String { text.filter { $0 != "`" } }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
