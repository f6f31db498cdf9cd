import Diagnostics

/// Scripts that complete command lines, made of the tables of commands and flags.
enum Completions {
  /// The shells there are scripts for.
  static let shells = ["bash", "zsh", "fish"]

  /// The script of a shell; empty for one that is not known.
  static func script(for shell: String) -> String {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: ""
    }
  }

  private static var commands: [Command] { Command.all.filter { !$0.isHidden } }

  private static func words(_ command: Command) -> [String]? {
    switch command.argumentKind {
    case .none: []
    case .documents: nil
    case .words(let words): words
    case .codes: DiagnosticCatalogue.all.entries.map(\.code.rawValue)
    }
  }

  // MARK: bash

  private static var bash: String {
    let values = Flag.everywhere.compactMap { flag -> String? in
      guard let value = flag.value else { return nil }
      let pattern = (["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])).joined(
        separator: "|"
      )
      let action =
        switch value {
        case .choice(_, let words):
          "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$word\"))"
        case .text, .number: "COMPREPLY=()"
        }
      return "    \(pattern)) \(action); return ;;"
    }
    let arguments = commands.map { command in
      let flags = command.flags.map { "--\($0.name)" }.joined(separator: " ")
      let files = words(command) == nil ? "yes" : ""
      let words = (words(command) ?? []).joined(separator: " ")
      return "    \(command.name)) flags=\"\(flags)\"; words=\"\(words)\"; files=\"\(files)\" ;;"
    }
    return """
      # bash completion of gen-client; load it with: source <(gen-client completions bash)
      _gen_client() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command=\(Command.standard.name) flags words files index
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "${COMP_WORDS[index]}" in
          \(commands.map(\.name).joined(separator: "|"))) command="${COMP_WORDS[index]}"; break ;;
          esac
        done
        case "$previous" in
      \(values.joined(separator: "\n"))
        esac
        case "$command" in
      \(arguments.joined(separator: "\n"))
        esac
        if [[ "$word" == -* ]]; then
          COMPREPLY=($(compgen -W "$flags" -- "$word"))
          return
        fi
        if [[ $COMP_CWORD -eq 1 ]]; then words="$words \(commands.map(\.name).joined(separator: " "))"; fi
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        if [[ -n "$files" ]]; then COMPREPLY+=($(compgen -f -- "$word")); fi
      }
      complete -o filenames -F _gen_client gen-client

      """
  }

  // MARK: zsh

  private static var zsh: String {
    let cases = commands.map { command in
      let flags = command.flags.map { "        \(zshFlag($0)) \\" }.joined(separator: "\n")
      return
        "    \(command.name))\n      _arguments -s \\\n\(flags)\n        \(zshArguments(command)) ;;"
    }
    let list = commands.map { "    '\($0.name):\(zshQuoted($0.summary))'" }.joined(separator: "\n")
    return """
      #compdef gen-client
      # zsh completion of gen-client; put it in a folder of $fpath as _gen-client.
      _gen-client() {
        local -a commands=(
      \(list)
        )
        local command=\(Command.standard.name) word
        for word in ${words[2,CURRENT-1]}; do
          if [[ -n ${(M)commands:#$word:*} ]]; then command=$word; break; fi
        done
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          _describe command commands
        fi
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      _gen-client "$@"

      """
  }

  private static func zshFlag(_ flag: Flag) -> String {
    let summary = zshQuoted(flag.summary)
    var action = ""
    if let value = flag.value {
      action = ":\(value.placeholder):"
      switch value {
      case .choice(_, let words): action += "(\(words.joined(separator: " ")))"
      case .file: action += "_files"
      case .folder: action += "_files -/"
      case .text, .number: action += " "
      }
    }
    let star = flag.repeats ? "*" : ""
    guard let short = flag.short else { return "'\(star)--\(flag.name)[\(summary)]\(action)'" }
    return "'(-\(short) --\(flag.name))'{-\(short),--\(flag.name)}'[\(summary)]\(action)'"
  }

  private static func zshArguments(_ command: Command) -> String {
    guard let words = words(command) else {
      return "'*:document:_files -g \"*.(yaml|yml|json)\"'"
    }
    return words.isEmpty ? "'*: :'" : "'*:argument:(\(words.joined(separator: " ")))'"
  }

  private static func zshQuoted(_ text: String) -> String {
    text.map { character in
      switch character {
      case "'": "'\\''"
      case "[", "]", ":": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  // MARK: fish

  private static var fish: String {
    var lines = [
      "# fish completion of gen-client; put it in ~/.config/fish/completions/gen-client.fish.",
      "complete -c gen-client -f",
    ]
    let names = commands.map(\.name).joined(separator: " ")
    for command in commands {
      lines.append(
        "complete -c gen-client -n '__fish_use_subcommand' -a \(command.name) -d '\(fishQuoted(command.summary))'"
      )
    }
    for command in commands {
      let isStandard = command.name == Command.standard.name
      let condition =
        isStandard
        ? "not __fish_seen_subcommand_from \(names)" : "__fish_seen_subcommand_from \(command.name)"
      let start = "complete -c gen-client -n '\(condition)'"
      lines += command.flags.map { "\(start) \(fishFlag($0))" }
      if let words = words(command) {
        if !words.isEmpty { lines.append("\(start) -a '\(words.joined(separator: " "))'") }
      } else {
        lines.append("\(start) -F")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishFlag(_ flag: Flag) -> String {
    var text = "-l \(flag.name)"
    if let short = flag.short { text += " -s \(short)" }
    switch flag.value {
    case nil: break
    case .choice(_, let words): text += " -x -a '\(words.joined(separator: " "))'"
    case .file: text += " -r -F"
    case .folder: text += " -x -a '(__fish_complete_directories)'"
    case .text, .number: text += " -x"
    }
    return text + " -d '\(fishQuoted(flag.summary))'"
  }

  private static func fishQuoted(_ text: String) -> String {
    text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
