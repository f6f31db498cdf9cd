extension Command {
  /// All commands, in the order of the overview.
  static let all: [Command] = [
    generate
  ]
}
