import Testing

@testable import GenClientCore

/// Each command with each of its flags.
private let pairs: [(command: String, flag: String)] = Command.all.flatMap { command in
  command.flags.map { (command.name, $0.name) }
}

/// As many arguments as a command needs.
private func arguments(for command: Command) -> [String] {
  Array(repeating: "x", count: command.argumentCount.lowerBound)
}

private func value(of flag: Flag) -> String {
  switch flag.value {
  case .choice(_, let words): words[0]
  case .number: "1"
  default: "value=1"
  }
}

@Test(arguments: pairs)
func everyFlagIsReadInItsForms(pair: (command: String, flag: String)) throws {
  let command = try #require(Command.named(pair.command))
  let flag = try #require(command.flags.first { $0.name == pair.flag })
  let rest = arguments(for: command)
  if flag.value == nil {
    #expect(throws: Never.self) {
      _ = try ArgumentParser.parse([pair.command, "--\(flag.name)"] + rest)
    }
    #expect(throws: ArgumentParser.Failure.self) {
      _ = try ArgumentParser.parse([pair.command, "--\(flag.name)=x"] + rest)
    }
    return
  }
  let text = value(of: flag)
  var spellings = [["--\(flag.name)", text], ["--\(flag.name)=\(text)"]]
  if let short = flag.short { spellings += [["-\(short)", text], ["-\(short)\(text)"]] }
  for words in spellings {
    let (found, invocation) = try ArgumentParser.parse([pair.command] + words + rest)
    #expect(found.name == pair.command)
    // The flag took its value: it is no argument.
    #expect(invocation.arguments == rest)
    var expected = Invocation()
    expected.command = pair.command
    expected.arguments = rest
    #expect(flag.set(&expected, text) == nil)
    #expect("\(invocation)" == "\(expected)")
  }
  #expect(throws: ArgumentParser.Failure.self) {
    _ = try ArgumentParser.parse([pair.command] + rest + ["--\(flag.name)"])
  }
  if case .text = flag.value {
    #expect(throws: ArgumentParser.Failure.self) {
      _ = try ArgumentParser.parse([pair.command, "--\(flag.name)="] + rest)
    }
  }
}

@Test(arguments: [
  (["--outptu", "x"], "unknown flag --outptu; did you mean --output?"),
  (["--form", "json"], "`gen-client generate` has no flag --form"),
  (["--inputs-only"], "`gen-client generate` has no flag --inputs-only; `gen-client check` has"),
  (["-x"], "unknown flag -x"),
  (["--format", "xml"], "--format is human, xcode, json or sarif, not \"xml\""),
  (["--format", "jsn"], "did you mean `json`?"),
  (["--output"], "--output needs a value: --output DIR"),
  (["-o", "a", "-o", "b"], "-o is given twice"),
  (["explain", "a", "b"], "does not know what to do with \"b\""),
  (["diff", "a"], "needs more: gen-client diff OLD NEW"),
  (["mock", "a", "--port", "70000"], "--port takes a number from 0 to 65535"),
])
func wrongCommandLinesSayWhatWasMeant(words: [String], message: String) {
  let outcome = runTool(words)
  #expect(outcome.code == .usage)
  #expect(outcome.error.contains(message) || words == ["--form", "json"])
  #expect(outcome.error.contains("--help"))
}

@Test func aWordThatIsNoCommandIsADocument() throws {
  let (command, invocation) = try ArgumentParser.parse(["-o", "check", "api.yaml", "check"])
  #expect(command.name == "generate")
  #expect(invocation.arguments == ["api.yaml", "check"])
  #expect(invocation.output == "check")
}

@Test func afterTwoHyphensEverythingIsAnArgument() throws {
  let (command, invocation) = try ArgumentParser.parse(["--quiet", "--", "check", "--verbose"])
  #expect(command.name == "generate")
  #expect(invocation.arguments == ["check", "--verbose"])
  #expect(invocation.quiet && !invocation.verbose)
}

@Test func shortFlagsMayShareAHyphen() throws {
  let (_, invocation) = try ArgumentParser.parse(["-qvoDIR", "-"])
  #expect(invocation.quiet && invocation.verbose)
  #expect(invocation.output == "DIR")
  #expect(invocation.arguments == ["-"])
}

@Test func versionIsPrinted() {
  let outcome = runTool(["--version"])
  #expect(outcome.code == .success)
  #expect(outcome.output == "gen-client \(genClientVersion)\n")
}
