// swift-tools-version: 6.1
import PackageDescription

/// One module for each golden client, named after its document.
let clients = [
  "Allof", "AllofConflict", "BodiesBinary", "BodiesForm", "BodiesMultipart", "Defaults",
  "Deprecated", "DiscriminatorBase", "DocComments", "Enums", "Filter", "FormatsDates",
  "HeadersCookies", "Maps", "NamesClash", "NamesReserved", "Nullability", "Nullability30",
  "OneofDiscriminator", "OneofUndiscriminated", "Openapi32", "Pagination", "ParametersPath",
  "ParametersQueryStyles", "Petstore", "ReadWriteOnly", "Recursion", "References",
  "ResponsesErrors", "ResponsesSeveral", "Schemas31", "SecuritySchemes", "Servers",
  "StreamingSse", "Swagger2", "Typeless", "Webhooks", "Wide",
]

let runtime = Target.Dependency.product(name: "EndpointKit", package: "gen-client")

let package = Package(
  name: "Golden",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gen-client", path: "../..")],
  targets: clients.map { client in
    // No type may be named after its module, and the client is.
    .target(name: "Golden\(client)", dependencies: [runtime], path: "Sources/\(client)")
  } + [
    .testTarget(
      name: "GoldenTests",
      dependencies: clients.map { .byName(name: "Golden\($0)") } + [
        runtime, .product(name: "EndpointTesting", package: "gen-client"),
      ]
    ),
    .testTarget(
      name: "SmokeTests",
      dependencies: clients.map { .byName(name: "Golden\($0)") } + [
        runtime, .product(name: "EndpointTesting", package: "gen-client"),
        .product(name: "EndpointCurl", package: "gen-client"),
      ],
      path: "Sources/SmokeTests"
    ),
  ],
  swiftLanguageModes: [.v6]
)
