import Foundation
import PackagePlugin

/// Generates a target's client before the target is built.
///
/// A target that uses the plugin holds a `gen-client.yaml`. The set of generated files is always the
/// same, so that nothing has to run to know it; what is in them follows from the document. The
/// command runs again only when the configuration, a document or a template changes.
@main
struct GenClientPlugin: BuildToolPlugin {
  /// The files of the `sharded` layout, which the tool writes whatever the document says.
  static let outputs =
    ["Client", "Session", "Operations", "Targets", "Webhooks"]
    + (0..<8).map { "Models\($0)" }

  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    guard let configuration = Configuration(in: target.directoryURL) else {
      Diagnostics.error(
        "\(target.name) uses GenClientPlugin, but there is no gen-client.yaml in "
          + "\(target.directoryURL.path); `gen-client init` writes one"
      )
      return []
    }
    let folder = context.pluginWorkDirectoryURL.appending(path: "Generated")
    return [
      .buildCommand(
        displayName: "Generating the client of \(target.name)",
        executable: try context.tool(named: "gen-client").url,
        arguments: [
          "--config", configuration.file.path, "--layout", "sharded", "--output", folder.path,
          "--frozen", "--quiet", "--format", "xcode", "--color", "never",
        ],
        inputFiles: configuration.inputs,
        outputFiles: Self.outputs.map { folder.appending(path: "GenClient+\($0).swift") }
      )
    ]
  }
}
