/// The man page, made of the tables of commands and flags.
enum ManualPage {
  /// The page in the `man` macros of troff.
  static var text: String {
    var lines = [
      ".TH GEN-CLIENT 1 \"\" \"gen-client \(genClientVersion)\" \"User Commands\"",
      ".SH NAME",
      "gen-client \\- generate Swift clients from OpenAPI documents",
      ".SH SYNOPSIS",
    ]
    for command in Command.all where !command.isHidden {
      lines += [".B \(escaped(command.usage))", ".br"]
    }
    lines += [".SH COMMANDS"]
    for command in Command.all where !command.isHidden {
      lines += [".SS \(escaped(command.name))", escaped("\(command.summary)."), ".PP"]
      lines.append(escaped(Help.plain(command.detail)))
      if !command.flags.isEmpty {
        lines += [
          ".PP",
          "Flags: " + escaped(command.flags.map { "--\($0.name)" }.joined(separator: ", ")) + ".",
        ]
      }
      for example in command.examples {
        lines += [".TP", ".B \(escaped(example.line))", escaped(example.meaning)]
      }
    }
    lines.append(".SH FLAGS")
    for flag in Flag.everywhere {
      lines += [".TP", ".B \(escaped(flag.usage))", escaped(flag.summary + ".")]
      if !flag.detail.isEmpty { lines.append(escaped(Help.plain(flag.detail))) }
    }
    lines += [
      ".SH CONFIGURATION",
      "gen\\-client.yaml in the working folder, or the file of \\-\\-config. Its keys:",
    ]
    for key in ConfigurationKey.all {
      lines += [".TP", ".B \(escaped(key.name))", escaped(Help.plain(key.summary))]
    }
    lines += [".SH EXIT STATUS"]
    for (code, meaning) in Reference.exitCodes {
      lines += [".TP", ".B \(code)", escaped(meaning)]
    }
    lines += [
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR",
      "If it is there and not empty, findings are not coloured unless \\-\\-color always is given.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "…": "..."
      default: String(character)
      }
    }.joined()
    if escaped.hasPrefix(".") || escaped.hasPrefix("'") { escaped = "\\&" + escaped }
    return escaped
  }
}
