// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "demo",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GitHub", targets: ["GitHub"]),
    .library(name: "StandIn", targets: ["StandIn"]),
  ],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // Written by gen-client from Specs/github.yaml; see Scripts/github-client.
    .target(
      name: "GitHub",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")]
    ),
    // The service that the examples call.
    .target(
      name: "StandIn",
      dependencies: [
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointTesting", package: "gen-client"),
      ]
    ),
    .executableTarget(
      name: "Demo",
      dependencies: [
        "GitHub",
        "StandIn",
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
