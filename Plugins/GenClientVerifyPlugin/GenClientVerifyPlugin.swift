import Foundation
import PackagePlugin

/// Warns when a target's committed client is older than its document.
///
/// Nothing is generated: the tool compares the hashes that the last run recorded beside its output
/// with the files as they are now. The check runs again only when one of them changes.
@main
struct GenClientVerifyPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let places = [target.directoryURL, context.package.directoryURL]
    guard let configuration = places.lazy.compactMap({ Configuration(in: $0) }).first else {
      Diagnostics.error(
        "\(target.name) uses GenClientVerifyPlugin, but there is no gen-client.yaml in "
          + places.map(\.path).joined(separator: " or ")
      )
      return []
    }
    // A source file without code: any other file would become a resource of the target.
    let stamp = context.pluginWorkDirectoryURL.appending(path: "GenClientVerified.swift")
    return [
      .buildCommand(
        displayName: "Checking the client of \(target.name)",
        executable: try context.tool(named: "gen-client").url,
        arguments: [
          "check", "--config", configuration.file.path, "--inputs-only", "--warn",
          "--stamp", stamp.path, "--quiet", "--format", "xcode", "--color", "never",
        ],
        inputFiles: configuration.inputs,
        outputFiles: [stamp]
      )
    ]
  }
}
