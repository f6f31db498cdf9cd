// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "github-cli",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "gen-client", path: "../.."),
    // The generated client, and the service that the tour calls.
    .package(name: "demo", path: "../demo"),
  ],
  targets: [
    .executableTarget(
      name: "github-cli",
      dependencies: [
        .product(name: "GitHub", package: "demo"),
        .product(name: "StandIn", package: "demo"),
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
      ],
      path: "Sources"
    )
  ],
  swiftLanguageModes: [.v6]
)
