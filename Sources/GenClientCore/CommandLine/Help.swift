/// Help on the terminal.
enum Help {
  static let overview = "gen-client\n"
  static func text(of command: Command) -> String { command.usage + "\n" }
}
