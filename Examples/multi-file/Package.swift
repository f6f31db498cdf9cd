// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "multi-file",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // A document in several files.
    .executableTarget(
      name: "MultiFileDemo",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    )
  ],
  swiftLanguageModes: [.v6]
)
