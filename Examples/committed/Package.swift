// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Committed",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // Generated sources, committed; the plugin warns when they are older than their document.
    .target(
      name: "Library",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")],
      plugins: [.plugin(name: "GenClientVerifyPlugin", package: "gen-client")]
    ),
    .executableTarget(name: "LibraryDemo", dependencies: ["Library"]),
  ],
  swiftLanguageModes: [.v6]
)
