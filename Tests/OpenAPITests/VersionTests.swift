import Diagnostics
import OpenAPI
import Testing

@Suite struct VersionTests {
  @Test(arguments: [
    ("openapi: 3.0.3", Document.Version.Generation.openAPI30),
    ("openapi: 3.0", .openAPI30),
    ("openapi: \"3.0.0-rc1\"", .openAPI30),
    ("openapi: 3.1.0", .openAPI31),
    ("openapi: 3.1", .openAPI31),
    ("openapi: 3.2.0", .openAPI32),
    ("swagger: 2.0", .swagger2),
    ("swagger: \"2.0\"", .swagger2),
  ])
  func aVersionIsReadAsItIsSpelt(line: String, generation: Document.Version.Generation) {
    let outcome = load("\(line)\ninfo: {title: T, version: 1.10}\npaths: {}\n")
    #expect(outcome.document?.version.generation == generation)
    #expect(outcome.document?.info.version == "1.10")
    #expect(outcome.findings.isEmpty)
  }

  @Test(arguments: [
    "openapi: 3.9.0", "openapi: 4.0.0", "openapi: 2.0", "swagger: 1.2", "openapi: x", "openapi: {}",
    "openapi: 30", "openapi: 3.10.0", "openapi:",
  ])
  func anotherVersionIsRefusedAndTheSupportedOnesNamed(line: String) {
    let outcome = load("\(line)\npaths: {}\n")
    #expect(outcome.document == nil)
    #expect(outcome.codes(.error) == [.unsupportedVersion])
    #expect(outcome.diagnostics.first?.fix?.contains("3.0, 3.1 and 3.2") == true)
    #expect(outcome.diagnostics.first?.location?.line == 1)
  }

  @Test(arguments: [
    ("openapi: 3", Document.Version.Generation.openAPI30), ("swagger: 2", .swagger2),
    ("openapi: \"3.1.0-[x]\"", .openAPI31), ("openapi: 3.0.1.2", .openAPI30),
  ])
  func anOddVersionIsReadAsWhatItBeginsLike(
    line: String,
    generation: Document.Version.Generation
  ) {
    let outcome = load("\(line)\ninfo: {title: T, version: '1'}\npaths: {}\n")
    #expect(outcome.document?.version.generation == generation)
    #expect(outcome.codes(.warning) == [.oddVersion])
  }

  @Test func aMisspeltVersionKeyIsSuggested() {
    let outcome = load("opanapi: 3.0.0\npaths: {}\n")
    #expect(outcome.codes(.error) == [.notADescription])
    #expect(outcome.diagnostics.first?.fix?.contains("`openapi`") == true)
  }

  @Test(arguments: [("3.0.0", false), ("3.1.0", true), ("3.2.0", true)])
  func pathsMayBeMissingWhereThereAreWebhooks(version: String, isFine: Bool) {
    let outcome = load(
      "openapi: \(version)\ninfo: {title: T, version: '1'}\nwebhooks: {}\n"
    )
    #expect((outcome.document != nil) == isFine)
    if !isFine { #expect(outcome.codes(.error) == [.missingPaths]) }
  }

  @Test func allFaultsAreNamedAtOnce() {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /{: {}
        /a:
          get: text
          post:
            parameters: [{$ref: "#/components/parameters/none"}]
            responses: {}
      components:
        schemas:
          A: {type: strnig}
      """
    )
    #expect(
      outcome.findings == [
        "4:3 invalid-path", "6:10 wrong-shape", "8:27 dangling-reference", "12:15 unknown-type",
      ]
    )
  }
}
