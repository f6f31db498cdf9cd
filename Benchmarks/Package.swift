// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the main one stays free of what only measuring needs.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "gen-client", path: "..")],
  targets: [
    .target(name: "BenchmarkSupport"),
    // Merges the rows of the other executables into results.json and prints them as a table.
    .executableTarget(name: "bench", dependencies: ["BenchmarkSupport"]),
    // Written by gen-client from Specs/github.yaml; see run.
    .target(
      name: "GitHub",
      dependencies: [.product(name: "EndpointKit", package: "gen-client")]
    ),
    .executableTarget(
      name: "bench-json",
      dependencies: [
        "BenchmarkSupport", "GitHub", .product(name: "EndpointKit", package: "gen-client"),
      ]
    ),
    .executableTarget(name: "bench-http", dependencies: ["BenchmarkSupport"]),
    // The clients that bench-http runs, each in a process of its own.
    .executableTarget(name: "bench-http-c", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "bench-http-client",
      dependencies: [
        "BenchmarkSupport", "GitHub", .product(name: "EndpointKit", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
        .product(name: "EndpointTesting", package: "gen-client"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
