// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "plugin",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // The smallest: one document beside the code that uses it.
    .executableTarget(
      name: "PetShopDemo",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    ),
    // A document in several files.
    .executableTarget(
      name: "MultiFileDemo",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    ),
    // Server-sent events, read as they come.
    .executableTarget(
      name: "StreamingDemo",
      dependencies: [
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
        .product(name: "EndpointTesting", package: "gen-client"),
      ],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
