// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "integration",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: [
    .executableTarget(
      name: "integration",
      dependencies: [
        .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
