import Diagnostics
import Mustache
import SwiftEmitter

/// The pages of `docs/reference`, made of the same tables as the tool itself.
enum Reference {
  /// The pages by name, with the file each is kept in.
  static let pages: [(name: String, file: String)] = [
    ("cli", "cli.md"), ("configuration", "configuration.md"), ("diagnostics", "diagnostics.md"),
    ("schema", "gen-client.schema.json"), ("man", "gen-client.1"), ("templates", "templates.md"),
  ]

  /// A page; `nil` for a name there is none of.
  static func page(_ name: String) -> String? {
    switch name {
    case "cli": commandLine
    case "configuration": configuration
    case "diagnostics": diagnostics
    case "schema": ConfigurationSchema.text
    case "man": ManualPage.text
    case "templates": note("templates") + TemplateReference.page
    default: nil
    }
  }

  static let exitCodes: [(Int32, String)] = [
    (ExitCode.success.rawValue, "All is well."),
    (
      ExitCode.failure.rawValue,
      "The document is wrong, a file cannot be read or written, or the check failed."
    ),
    (ExitCode.usage.rawValue, "The command line is wrong."),
  ]

  private static func note(_ name: String) -> String {
    "<!-- Made by `gen-client reference \(name)`; do not edit. -->\n\n"
  }

  // MARK: Command line

  private static var commandLine: String {
    var text = note("cli") + "# Command line\n\n"
    text += "| Command | |\n| --- | --- |\n"
    for command in Command.all where !command.isHidden {
      text += "| [`\(command.name)`](#\(command.name)) | \(cell(command.summary)) |\n"
    }
    text +=
      "\nFlags may stand anywhere; `--` ends them. `--flag VALUE` and `--flag=VALUE` are the same.\n"
    for command in Command.all where !command.isHidden {
      text +=
        "\n## \(command.name)\n\n\(command.summary).\n\n```\n\(command.usage)\n```\n\n\(command.detail)\n"
      if !command.examples.isEmpty {
        text += "\n| Example | |\n| --- | --- |\n"
        text += command.examples.map { "| `\($0.line)` | \(cell($0.meaning)) |\n" }.joined()
      }
      text += "\n| Flag | |\n| --- | --- |\n"
      text += command.flags.map { "| `\($0.usage)` | \(cell($0.summary)) |\n" }.joined()
    }
    text += "\n## Flags in detail\n"
    for flag in Flag.everywhere where !flag.detail.isEmpty {
      text += "\n### `--\(flag.name)`\n\n\(flag.summary). \(flag.detail)\n"
      if flag.repeats { text += "\nIt may be given several times.\n" }
    }
    text += "\n## Exit codes\n\n| Code | |\n| --- | --- |\n"
    text += exitCodes.map { "| \($0.0) | \($0.1) |\n" }.joined()
    return text
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  // MARK: Configuration

  private static var configuration: String {
    var text =
      note("configuration") + """
        # Configuration

        `gen-client.yaml` is strict: a key that is not listed here is an error. Paths start at the \
        file's folder. What the command line says goes before what the file says. Editors that read \
        JSON Schema find one in [gen-client.schema.json](gen-client.schema.json).

        | Key | Value | Without it | |
        | --- | --- | --- | --- |

        """
    func add(_ keys: [ConfigurationKey], prefix: String) {
      for key in keys {
        let path = prefix + key.name
        text +=
          "| `\(path)` | \(cell(key.shape.description)) | \(cell(key.fallback)) "
          + "| \(cell(key.summary)) Example: `\(cell(key.example))` |\n"
        for (infix, keys) in key.shape.members {
          // The keys of a client hold at an entry of `specs`, too; once is enough.
          add(
            keys.filter { inner in
              key.name != "specs" || !ConfigurationKey.client.contains { $0.name == inner.name }
            },
            prefix: path + infix + "."
          )
        }
      }
    }
    add(ConfigurationKey.all, prefix: "")
    return text + "\nAn entry of `specs` that is a mapping may have these keys, too: "
      + Wording.list(ConfigurationKey.client.map(\.name), quoted: true) + ".\n"
  }

  // MARK: Diagnostics

  private static var diagnostics: String {
    var text =
      note("diagnostics") + "# Diagnostics\n\n`gen-client explain CODE` prints the same.\n"
    for entry in DiagnosticCatalogue.all.entries.sorted(by: { $0.code.rawValue < $1.code.rawValue })
    {
      text += "\n## \(entry.code)\n\n**\(entry.title).** \(entry.explanation)\n"
      text += "\nBefore:\n\n\(fenced(entry.before))\n\nAfter:\n\n\(fenced(entry.after))\n"
    }
    return text
  }

  private static func fenced(_ text: String) -> String {
    "```yaml\n" + text + (text.hasSuffix("\n") ? "" : "\n") + "```"
  }
}

extension ConfigurationKey.Shape {
  /// The keys of mappings in the shape, with what stands between: nothing, `[]` for a list, `.*` for
  /// a mapping with free keys.
  var members: [(infix: String, keys: [ConfigurationKey])] {
    switch self {
    case .text, .path, .flag, .number, .choice: []
    case .object(let keys): [("", keys)]
    case .list(let element): element.members.map { ("[]" + $0.infix, $0.keys) }
    case .map(let value): value.members.map { (".*" + $0.infix, $0.keys) }
    case .either(let shapes): shapes.flatMap(\.members)
    }
  }
}
