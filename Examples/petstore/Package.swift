// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "petstore",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    // Written by gen-client from petstore.yaml.
    .target(
      name: "Petstore",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")]
    ),
    .executableTarget(
      name: "PetstoreDemo",
      dependencies: [
        "Petstore",
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
      ],
      path: "Sources/App"
    ),
  ],
  swiftLanguageModes: [.v6]
)
