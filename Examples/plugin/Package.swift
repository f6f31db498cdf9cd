// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "plugin",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // The document lies beside the code that uses it; nothing generated is committed.
    .executableTarget(
      name: "PetShopDemo",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    )
  ],
  swiftLanguageModes: [.v6]
)
