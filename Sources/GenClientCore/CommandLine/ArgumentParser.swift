import OpenAPI

/// Reads a command line by the tables of commands and flags.
struct ArgumentParser {
  /// A command line that makes no sense.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// What is wrong with it, and what was meant perhaps.
    let description: String
    /// The command whose help may explain.
    var command: String?
  }

  private var words: ArraySlice<String>
  private var invocation = Invocation()
  private let command: Command
  private var given: Set<String> = []

  /// Reads a command line without the tool's own name.
  static func parse(_ words: [String]) throws(Failure) -> (Command, Invocation) {
    let (command, position) = command(in: words)
    var rest = words
    if let position { rest.remove(at: position) }
    var parser = ArgumentParser(words: rest[...], command: command)
    parser.invocation.command = command.name
    try parser.run()
    return (command, parser.invocation)
  }

  private init(words: ArraySlice<String>, command: Command) {
    self.words = words
    self.command = command
  }

  /// The first word that is no flag, where it names a command.
  private static func command(in words: [String]) -> (Command, position: Int?) {
    var position = 0
    while position < words.count {
      let word = words[position]
      if word == "--" { break }
      guard word.hasPrefix("-"), word != "-" else {
        guard let command = Command.named(word) else { break }
        return (command, position)
      }
      // A flag's value is no command.
      if let flag = Flag.everywhere.first(where: {
        word == "--\($0.name)" || word == $0.short.map { "-\($0)" }
      }),
        flag.value != nil
      {
        position += 1
      }
      position += 1
    }
    return (.standard, nil)
  }

  private mutating func run() throws(Failure) {
    while let word = words.popFirst() {
      if word == "--" {
        invocation.arguments += words
        words = []
      } else if word.hasPrefix("--") {
        try long(word)
      } else if word.hasPrefix("-"), word != "-" {
        try short(word)
      } else {
        invocation.arguments.append(word)
      }
    }
    if invocation.help || invocation.version { return }
    try checkArguments()
  }

  private mutating func long(_ word: String) throws(Failure) {
    let parts = word.dropFirst(2).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = String(parts[0])
    guard let flag = command.flags.first(where: { $0.name == name }) else { throw unknown(name) }
    if parts.count == 2, flag.value == nil {
      throw failure("--\(name) takes no value")
    }
    try take(flag, as: "--\(name)", value: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func short(_ word: String) throws(Failure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let flag = command.flags.first(where: { $0.short == letter }) else {
        throw failure("unknown flag -\(letter)")
      }
      guard flag.value != nil else {
        try take(flag, as: "-\(letter)", value: nil)
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      let value = letters.isEmpty ? nil : String(letters)
      letters = ""
      try take(flag, as: "-\(letter)", value: value)
    }
  }

  private mutating func take(_ flag: Flag, as spelling: String, value: String?) throws(Failure) {
    if !given.insert(flag.name).inserted, !flag.repeats, flag.value != nil {
      throw failure("\(spelling) is given twice")
    }
    var text = ""
    if let kind = flag.value {
      guard let value = value ?? words.popFirst() else {
        throw failure("\(spelling) needs a value: \(spelling) \(kind.placeholder)")
      }
      text = value
      try check(value, kind, spelling)
    }
    if let rejection = flag.set(&invocation, text) {
      throw failure("\(spelling) \(rejection.message)")
    }
  }

  private func check(_ value: String, _ kind: Flag.Value, _ spelling: String) throws(Failure) {
    switch kind {
    case .choice(_, let words):
      guard !words.contains(value) else { return }
      let hint =
        Wording.didYouMean(Suggestion.nearest(to: value, in: words)).map { "; \($0)" } ?? ""
      throw failure(
        "\(spelling) is \(Wording.alternatives(words, quoted: false)), not \"\(value)\"\(hint)"
      )
    case .number:
      guard let number = Int(value), (0...65535).contains(number) else {
        throw failure("\(spelling) takes a number from 0 to 65535, not \"\(value)\"")
      }
    case .text, .file, .folder:
      if value.isEmpty { throw failure("\(spelling) has an empty value") }
    }
  }

  private func checkArguments() throws(Failure) {
    let count = invocation.arguments.count
    if count < command.argumentCount.lowerBound {
      throw failure("`gen-client \(command.name)` needs more: \(command.usage)")
    }
    if count > command.argumentCount.upperBound {
      let surplus = invocation.arguments[command.argumentCount.upperBound]
      throw failure("`gen-client \(command.name)` does not know what to do with \"\(surplus)\"")
    }
  }

  private func unknown(_ name: String) -> Failure {
    let known = command.flags.map(\.name)
    if let owner = Command.all.first(where: { $0.flags.contains { $0.name == name } }) {
      return failure(
        "`gen-client \(command.name)` has no flag --\(name); `gen-client \(owner.name)` has"
      )
    }
    let hint = Suggestion.nearest(to: name, in: known).map { "; did you mean --\($0)?" } ?? ""
    return failure("unknown flag --\(name)\(hint)")
  }

  private func failure(_ text: String) -> Failure {
    Failure(description: text, command: command.name)
  }
}

extension Flag {
  /// The flags of all commands, each once.
  static let everywhere: [Flag] = {
    var flags: [Flag] = []
    for flag in Command.all.flatMap(\.flags) where !flags.contains(where: { $0.name == flag.name })
    {
      flags.append(flag)
    }
    return flags
  }()
}
