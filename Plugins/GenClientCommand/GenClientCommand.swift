import Foundation
import PackagePlugin

/// `swift package gen-client`: the command line in the package's folder, with permission to write.
@main
struct GenClientCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "gen-client").url
    // SwiftPM hands `--target NAME` to plugins; here it stands for the target's configuration.
    process.arguments = try Self.resolved(arguments, in: context.package)
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
  }

  private static func resolved(_ arguments: [String], in package: Package) throws -> [String] {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = try package.targets(named: names)
    return targets.reduce(extractor.remainingArguments) { arguments, target in
      arguments + ["--config", target.directoryURL.appending(path: "gen-client.yaml").path]
    }
  }

  /// The tool did not succeed; it has said why.
  struct Failure: Error, CustomStringConvertible {
    let status: Int32
    var description: String { "gen-client ended with status \(status)" }
  }
}
