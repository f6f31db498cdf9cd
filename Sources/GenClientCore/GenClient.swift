import Diagnostics

/// The command line tool, as a function.
public enum GenClient {
  /// Runs the tool.
  ///
  /// - Parameter arguments: The command line without the tool's own name.
  /// - Returns: The exit code.
  public static func main(_ arguments: [String]) -> Int32 {
    Host.ignoreBrokenPipes()
    let kept = Kept()
    let code = run(arguments, console: .process, kept: kept)
    // The process ends here, which is quicker than taking large models apart first.
    _ = Unmanaged.passRetained(kept)
    return code.rawValue
  }

  static func run(
    _ arguments: [String],
    console: Console,
    kept: Kept = Kept()
  ) -> ExitCode {
    let command: Command
    let invocation: Invocation
    do {
      (command, invocation) = try ArgumentParser.parse(arguments)
    } catch {
      let isStandard = error.command == nil || error.command == Command.standard.name
      let help = isStandard ? "gen-client --help" : "gen-client \(error.command ?? "") --help"
      console.error("gen-client: \(error)\nTry `\(help)`.\n")
      return .usage
    }
    if invocation.version {
      console.output("gen-client \(genClientVersion)\n")
      return .success
    }
    if invocation.help {
      let isNamed = arguments.contains(command.name)
      console.output(isNamed ? Help.text(of: command) : Help.overview)
      return .success
    }
    let run = Run(invocation: invocation, console: console, words: arguments, kept: kept)
    do {
      let code = try command.run(run)
      run.reportTimes()
      return code
    } catch let error as UsageError {
      console.error("gen-client: \(error.message)\nTry `\(error.help)`.\n")
      return .usage
    } catch let error as DiagnosticError {
      run.report(merged(run.sink.diagnostics, error.diagnostics))
      return .failure
    } catch let error as FileFailure {
      run.report(run.sink.diagnostics + [error.diagnostic()])
      return .failure
    } catch {
      run.report(run.sink.diagnostics + [Diagnostic(.error, .cannotRead, "\(error)")])
      return .failure
    }
  }

  /// What was found before the run ended, and why it ended; some of it may be the same.
  private static func merged(_ found: [Diagnostic], _ thrown: [Diagnostic]) -> [Diagnostic] {
    func place(_ diagnostic: Diagnostic) -> String {
      "\(diagnostic.code) \(diagnostic.location.map(\.description) ?? "") \(diagnostic.message)"
    }
    let known = Set(thrown.map(place))
    return found.filter { !known.contains(place($0)) } + thrown
  }
}

/// What lives as long as its run, whoever has done with it.
final class Kept: Sendable {
  private let values = Locked<[any Sendable]>([])

  func add(_ value: some Sendable) { values.withLock { $0.append(value) } }
}

/// A command line that reads well and still asks for nothing that can be done.
struct UsageError: Error, Hashable {
  let message: String
  var help = "gen-client --help"
}
