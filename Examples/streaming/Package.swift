// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "streaming",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // Server-sent events, read as they come.
    .executableTarget(
      name: "StreamingDemo",
      dependencies: [
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
        .product(name: "EndpointTesting", package: "gen-client"),
      ],
      plugins: [.plugin(name: "GenClientPlugin", package: "gen-client")]
    )
  ],
  swiftLanguageModes: [.v6]
)
