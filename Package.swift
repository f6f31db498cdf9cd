// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "gen-client",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "gen-client", targets: ["gen-client"]),
    .executable(name: "gen-client-mock", targets: ["gen-client-mock"]),
    .library(name: "EndpointKit", targets: ["EndpointKit"]),
    .library(name: "EndpointCurl", targets: ["EndpointCurl"]),
    .library(name: "EndpointURLSession", targets: ["EndpointURLSession"]),
    .library(name: "EndpointXML", targets: ["EndpointXML"]),
    .library(name: "EndpointTesting", targets: ["EndpointTesting"]),
    .plugin(name: "GenClientPlugin", targets: ["GenClientPlugin"]),
    .plugin(name: "GenClientVerifyPlugin", targets: ["GenClientVerifyPlugin"]),
    .plugin(name: "GenClientCommand", targets: ["GenClientCommand"]),
  ],
  targets: [
    // System libraries
    .systemLibrary(
      name: "CLibYAML",
      path: "Sources/CLibYAML",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(
      name: "CCurl",
      path: "Sources/CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),

    // Generator: document in, Swift out. Never imports the runtime.
    .target(name: "Diagnostics"),
    .target(name: "SpecTree", dependencies: ["Diagnostics", "CLibYAML"]),
    .target(name: "OpenAPI", dependencies: ["SpecTree", "Diagnostics"]),
    .target(name: "ClientModel"),
    .target(name: "Lowering", dependencies: ["OpenAPI", "SpecTree", "Diagnostics", "ClientModel"]),
    .target(name: "Mustache"),
    .target(
      name: "Templates",
      path: "Templates",
      resources: [
        .embedInCode("alias.mustache"),
        .embedInCode("body-choice.mustache"),
        .embedInCode("case.mustache"),
        .embedInCode("client.mustache"),
        .embedInCode("code.mustache"),
        .embedInCode("constant.mustache"),
        .embedInCode("doc.mustache"),
        .embedInCode("endpoint.mustache"),
        .embedInCode("enum.mustache"),
        .embedInCode("header.mustache"),
        .embedInCode("initializer.mustache"),
        .embedInCode("models.mustache"),
        .embedInCode("namespace.mustache"),
        .embedInCode("object.mustache"),
        .embedInCode("operation.mustache"),
        .embedInCode("operations.mustache"),
        .embedInCode("property.mustache"),
        .embedInCode("response-headers.mustache"),
        .embedInCode("samples.mustache"),
        .embedInCode("server.mustache"),
        .embedInCode("session.mustache"),
        .embedInCode("smoke-calls.mustache"),
        .embedInCode("smoke-header.mustache"),
        .embedInCode("smoke-tests.mustache"),
        .embedInCode("status-union.mustache"),
        .embedInCode("target.mustache"),
        .embedInCode("type.mustache"),
        .embedInCode("union.mustache"),
        .embedInCode("webhooks.mustache"),
      ]
    ),
    .target(name: "SwiftEmitter", dependencies: ["ClientModel", "Mustache", "Templates"]),
    .target(
      name: "GenClientCore",
      dependencies: [
        "SpecTree", "OpenAPI", "Lowering", "ClientModel", "SwiftEmitter", "Diagnostics", "Mustache",
        "Templates",
      ]
    ),
    .executableTarget(name: "gen-client", dependencies: ["GenClientCore"]),

    // Runtime: what generated code runs on. Never imports the generator.
    .target(name: "EndpointKit"),
    .target(name: "EndpointCurl", dependencies: ["EndpointKit", "CCurl"]),
    .target(name: "EndpointURLSession", dependencies: ["EndpointKit"]),
    // Apart, so that nobody links FoundationXML who reads no XML.
    .target(name: "EndpointXML", dependencies: ["EndpointKit"]),
    .target(name: "EndpointTesting", dependencies: ["EndpointKit"]),

    // The mock server: above both, so that neither imports the other.
    .executableTarget(
      name: "gen-client-mock",
      dependencies: ["GenClientCore", "EndpointTesting", "EndpointKit"]
    ),

    // Plugins
    .plugin(name: "GenClientPlugin", capability: .buildTool(), dependencies: ["gen-client"]),
    .plugin(name: "GenClientVerifyPlugin", capability: .buildTool(), dependencies: ["gen-client"]),
    .plugin(
      name: "GenClientCommand",
      capability: .command(
        intent: .custom(verb: "gen-client", description: "Generates Swift clients from OpenAPI."),
        permissions: [
          .writeToPackageDirectory(reason: "Writes the generated sources into the package.")
        ]
      ),
      dependencies: ["gen-client"]
    ),

    // Tests
    .executableTarget(
      name: "corpus",
      dependencies: ["Lowering", "OpenAPI", "SpecTree", "Diagnostics", "ClientModel"],
      path: "Tests/Corpus/Sources"
    ),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "SpecTreeTests", dependencies: ["SpecTree", "Diagnostics"]),
    .testTarget(name: "OpenAPITests", dependencies: ["OpenAPI", "SpecTree", "Diagnostics"]),
    .testTarget(
      name: "LoweringTests",
      dependencies: ["Lowering", "OpenAPI", "SpecTree", "Diagnostics", "ClientModel"]
    ),
    .testTarget(name: "MustacheTests", dependencies: ["Mustache"]),
    .testTarget(
      name: "SwiftEmitterTests",
      dependencies: ["SwiftEmitter", "ClientModel", "Mustache"]
    ),
    .testTarget(
      name: "GenClientCoreTests",
      dependencies: [
        "GenClientCore", "SwiftEmitter", "ClientModel", "SpecTree", "OpenAPI", "Lowering",
        "Diagnostics", "Templates",
      ]
    ),
    .testTarget(
      name: "EndpointKitTests",
      dependencies: ["EndpointKit", "EndpointTesting"]
    ),
    .testTarget(
      name: "EndpointCurlTests",
      dependencies: ["EndpointCurl", "EndpointURLSession", "EndpointKit", "EndpointTesting"]
    ),
    .testTarget(
      name: "EndpointXMLTests",
      dependencies: ["EndpointXML", "EndpointKit", "EndpointTesting"]
    ),
    .testTarget(name: "EndpointTestingTests", dependencies: ["EndpointTesting", "EndpointKit"]),
    .testTarget(
      name: "OAuth2Tests",
      dependencies: ["EndpointKit", "EndpointTesting", "EndpointCurl"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
