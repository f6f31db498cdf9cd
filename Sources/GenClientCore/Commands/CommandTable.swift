extension Command {
  /// All commands, in the order of the overview.
  static let all: [Command] = [
    generate, check, diff, list, lint, initialize, mock, templates, explain, completions, reference,
  ]
}
