import Testing

@testable import GenClientCore

@Test func theOverviewFitsAScreen() {
  let lines = runTool(["--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.count <= 25)
  #expect(lines.allSatisfy { $0.count <= 80 })
}

@Test(arguments: Command.all.map(\.name))
func helpOfACommandNamesAllItsFlags(name: String) throws {
  let command = try #require(Command.named(name))
  let outcome = runTool([name, "--help"])
  #expect(outcome.code == .success)
  for flag in command.flags { #expect(outcome.output.contains("--\(flag.name)")) }
  #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  #expect(!command.summary.hasSuffix("."))
}

@Test(arguments: Completions.shells)
func completionsKnowEveryCommandAndFlag(shell: String) {
  let script = runTool(["completions", shell]).output
  for command in Command.all where !command.isHidden {
    #expect(script.contains(command.name))
    for flag in command.flags {
      #expect(script.contains(shell == "fish" ? "-l \(flag.name)" : "--\(flag.name)"))
    }
  }
}

@Test func completionsForAnotherShellAreRefused() {
  let outcome = runTool(["completions", "tcsh"])
  #expect(outcome.code == .usage)
  #expect(outcome.error.contains("bash, zsh and fish"))
}

/// `gen-client reference PAGE > docs/reference/FILE` makes the page again.
@Test(arguments: Reference.pages.map(\.name))
func referencePagesAreUpToDate(name: String) throws {
  let page = try #require(Reference.pages.first { $0.name == name })
  let path = "\(repository)/docs/reference/\(page.file)"
  let kept = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
  #expect(kept == runTool(["reference", name]).output)
}

@Test func everyFlagIsInTheManualPage() {
  let page = ManualPage.text
  for flag in Flag.everywhere {
    #expect(page.contains("\\-\\-\(flag.name.split(separator: "-").joined(separator: "\\-"))"))
  }
  #expect(page.hasPrefix(".TH GEN-CLIENT 1"))
}
