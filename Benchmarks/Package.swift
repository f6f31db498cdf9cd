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
    .executableTarget(
      name: "bench-json",
      dependencies: ["BenchmarkSupport", .product(name: "EndpointKit", package: "gen-client")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
