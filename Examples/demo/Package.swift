// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "demo",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // Written by gen-client from Specs/github.yaml; see Scripts/demo.
    .target(
      name: "GitHub",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")]
    ),
    .executableTarget(
      name: "Demo",
      dependencies: [
        "GitHub",
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
        .product(name: "EndpointTesting", package: "gen-client"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
