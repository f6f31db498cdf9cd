import Diagnostics

/// The command line of `gen-client mock`, ready to serve.
///
/// The tool itself knows nothing of servers: `gen-client-mock` brings one.
public struct MockRun: Sendable {
  /// What answers.
  public let service: MockService
  /// The port wished for; 0 for any that is free.
  public let port: UInt16
  /// Whether each request is printed.
  public let isQuiet: Bool

  /// Reads a command line without the program's name, and the document it names.
  ///
  /// - Returns: The run; or, where it says what is wrong or prints help, the exit code.
  public static func make(_ arguments: [String]) -> Result<MockRun, Exit> {
    let console = Console.process
    let invocation: Invocation
    do {
      (_, invocation) = try ArgumentParser.parse([Command.mock.name] + arguments)
    } catch {
      console.error("gen-client-mock: \(error)\n")
      return .failure(Exit(code: ExitCode.usage.rawValue))
    }
    if invocation.help {
      console.output(Help.text(of: .mock))
      return .failure(Exit(code: ExitCode.success.rawValue))
    }
    let run = Run(invocation: invocation, console: console)
    do {
      let plan = try RunPlan(run)
      let loaded = try run.pipeline.load(plan.clients[0])
      run.report(run.sink.diagnostics)
      let port = invocation.port.flatMap { UInt16($0) } ?? 0
      return .success(
        MockRun(service: MockService(loaded.document), port: port, isQuiet: invocation.quiet)
      )
    } catch let error as DiagnosticError {
      run.report(run.sink.diagnostics + error.diagnostics)
    } catch let error as UsageError {
      console.error("gen-client-mock: \(error.message)\n")
      return .failure(Exit(code: ExitCode.usage.rawValue))
    } catch {
      console.error("gen-client-mock: \(error)\n")
    }
    return .failure(Exit(code: ExitCode.failure.rawValue))
  }

  /// Why there is nothing to serve.
  public struct Exit: Error, Hashable, Sendable {
    /// The exit code.
    public let code: Int32
  }
}
