import Diagnostics
import SpecTree
import Testing

@testable import GenClientCore

private func generate(_ folder: TestFolder, _ configuration: String, _ flags: [String] = []) throws
  -> Outcome
{
  try folder.write(Sample.shop, to: "shop.yaml")
  let path = try folder.write(configuration, to: "gen-client.yaml")
  return runTool(["--config", path] + flags)
}

@Test func theConfigurationsFolderIsWhereItsPathsStart() throws {
  let folder = TestFolder()
  let outcome = try generate(folder, "specs: shop.yaml\n")
  #expect(outcome.code == .success, "\(outcome.error)")
  #expect(FileSystem.isFile(folder("Sources/Shop/Shop.swift")))
  #expect(FileSystem.isFile(folder("gen-client.lock")))
}

@Test(arguments: [
  ("specs: shop.yaml\nacces: public\n", "gen-client.yaml:2:1: error:", "did you mean `access`?"),
  ("specs: shop.yaml\naccess: pubic\n", "gen-client.yaml:2:9: error:", "did you mean `public`?"),
  (
    "specs: shop.yaml\nfilter:\n  tag: [items]\n", "gen-client.yaml:3:3: error:",
    "did you mean `tags`?"
  ),
  (
    "specs: shop.yaml\nfilter: items\n", "gen-client.yaml:2:9: error:",
    "`filter` should be a mapping, not `items`"
  ),
  (
    "specs: shop.yaml\nimports: Money\n", "gen-client.yaml:2:10: error:",
    "`imports` should be a list"
  ),
  (
    "specs: shop.yaml\nstrict: \"yes\"\n", "gen-client.yaml:2:9: error:",
    "`strict` should be true or false"
  ),
  ("specs:\n  - {name: X}\n", "gen-client.yaml:2:5: error:", "has no `path`"),
  (
    "specs:\n  - {path: shop.yaml, lock: x}\n", "gen-client.yaml:2:23: error:",
    "has no key `lock` here"
  ),
  ("specs: shop.yaml\nname: a b\n", "gen-client.yaml:2:7: error:", "`a b` is no Swift name"),
  (
    "specs: shop.yaml\nfilter: {operations: [getitem]}\n", "gen-client.yaml:2:23: error:",
    "did you mean \"getItem\"?"
  ),
  (
    "specs: shop.yaml\nnames: {Itme: Thing}\n", "gen-client.yaml:2:15: error:",
    "did you mean \"Item\"?"
  ),
  (
    "specs: shop.yaml\ntypes: {schemas: {Mony: M}}\n", "gen-client.yaml:2:25: error:",
    "did you mean \"Money\"?"
  ),
  (
    "specs: shop.yaml\ntypes: {formats: {uri: \"a;b\"}}\n", "gen-client.yaml:2:24: error:",
    "is not how a Swift type is written"
  ),
  ("specs: shop.yaml\nimports: [\"a b\"]\n", "error:", "is no name of a module"),
  (
    "specs: shop.yaml\nserver: Production\n", "gen-client.yaml:2:9: error:",
    "no server \"Production\""
  ),
  (
    "specs: shop.yaml\noauth2: {logn: {tokenUrl: x}}\n", "gen-client.yaml:2:16: error:",
    "did you mean \"login\"?"
  ),
  (
    "specs: shop.yaml\npagination: {operations: {listItem: link}}\n",
    "gen-client.yaml:2:37: error:",
    "did you mean \"listItems\"?"
  ),
  ("specs: [\n", "gen-client.yaml:2:1: error:", ""),
  ("- a\n", "gen-client.yaml:1:1: error:", "the configuration should be a mapping, not a list"),
])
func mistakesAreLocatedAndExplained(configuration: String, place: String, message: String) throws {
  let folder = TestFolder()
  let outcome = try generate(folder, configuration)
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains(place), "\(outcome.error)")
  #expect(outcome.error.contains(message), "\(outcome.error)")
  #expect(FileSystem.kind(of: folder("Sources")) == nil)
}

@Test func aConfigurationWithoutDocumentsAsksForSome() throws {
  let outcome = try generate(TestFolder(), "# nothing yet\n")
  #expect(outcome.code == .usage)
  #expect(outcome.error.contains("has no `specs`"))
}

/// Every key with its example from the table.
private let examples: [(path: String, text: String)] = {
  func lines(_ keys: [ConfigurationKey], _ prefix: String, _ indent: String) -> [(String, String)] {
    keys.flatMap { key -> [(String, String)] in
      [(prefix + key.name, "\(indent)\(key.name): \(key.example)\n")]
    }
  }
  return lines(ConfigurationKey.all, "", "")
}()

@Test(arguments: examples)
func theExampleOfEveryKeyIsValid(example: (path: String, text: String)) throws {
  let sink = DiagnosticSink()
  let node = try parse(bytes: Array(example.text.utf8), file: "x", sink: sink)
  ConfigurationCheck(sink: sink).check(node)
  #expect(sink.diagnostics == [])
}

// MARK: Effects of the keys

@Test func theFileSaysMostAndTheCommandLineHasTheLastWord() throws {
  let folder = TestFolder()
  let configuration = """
    specs: shop.yaml
    name: Store
    access: internal
    output: Generated
    header: |
      Licensed.
      Twice.
    imports: [Money]
    """
  #expect(try generate(folder, configuration).code == .success)
  let text = try #require(folder.text("Generated/Store.swift"))
  #expect(text.contains("\nstruct Store"))
  #expect(
    text.contains("Do not edit.\n// Licensed.\n// Twice.\n\nimport EndpointKit\nimport Money\n")
  )
  #expect(
    try generate(folder, configuration, ["--name", "Kiosk", "--access", "public"]).code == .success
  )
  #expect(folder.text("Generated/Kiosk.swift")?.contains("public struct Kiosk") == true)
  #expect(folder.text("Generated/Store.swift") == nil)
}

@Test func namesRenameSchemasAndOperations() throws {
  let folder = TestFolder()
  let configuration = """
    specs: shop.yaml
    names:
      Item: Article
      "#/components/schemas/Money": Price
      placeOrder: buy
      GET /items: browse
      tag orders: Purchases
    """
  let outcome = try generate(folder, configuration)
  #expect(outcome.code == .success, "\(outcome.error)")
  #expect(
    folder.sources("Sources/Shop/Models").starts(with: [
      "Article.swift", "Order.swift", "Price.swift",
    ])
  )
  let all = folder.tree("Sources/Shop").values.joined()
  #expect(all.contains("func buy(") && all.contains("func browse("))
}

@Test func typesOfYourOwnTakeThePlaceOfGeneratedOnes() throws {
  let folder = TestFolder()
  let configuration = """
    specs: shop.yaml
    types:
      schemas: {Money: Coins.Amount}
      formats: {uri: URL}
    """
  #expect(try generate(folder, configuration).code == .success)
  let item = try #require(folder.text("Sources/Shop/Models/Item.swift"))
  #expect(item.contains("let price: Coins.Amount?"))
  #expect(item.contains("let link: URL?"))
  #expect(folder.text("Sources/Shop/Models/Money.swift") == nil)
}

@Test(arguments: [
  ("link", "pages: .link"), ("{page: page}", "pages: .page("), ("{next: /next}", "/next"),
])
func paginationIsAsTheConfigurationSays(rule: String, sign: String) throws {
  let folder = TestFolder()
  let configuration = """
    specs: shop.yaml
    pagination:
      detect: false
      operations: {listItems: \(rule)}
    """
  let outcome = try generate(folder, configuration)
  #expect(outcome.code == .success, "\(outcome.error)")
  let text = try #require(folder.text("Sources/Shop/Operations/Shop+Items.swift"))
  #expect(text.contains("PagedCall") && text.contains(sign), "\(text)")
}

@Test func paginationCanBeTurnedOff() throws {
  let folder = TestFolder()
  _ = try generate(folder, "specs: shop.yaml\npagination: {detect: false}\n")
  #expect(folder.text("Sources/Shop/Operations/Shop+Items.swift")?.contains("PagedCall") == false)
}

@Test func oauth2URLsAreReplaced() throws {
  let folder = TestFolder()
  let configuration = """
    specs: shop.yaml
    oauth2:
      login:
        authorizationUrl: https://id.example.com/a
        tokenUrl: https://id.example.com/t
        refreshUrl: https://id.example.com/r
    """
  #expect(try generate(folder, configuration).code == .success)
  let text = try #require(folder.text("Sources/Shop/Shop+Session.swift"))
  for end in ["a", "t", "r"] { #expect(text.contains("https://id.example.com/\(end)")) }
}

@Test func scopesThatTheDocumentLeavesOutAreAdded() throws {
  let folder = TestFolder()
  let configuration = "specs: shop.yaml\noauth2: {login: {scopes: [offline_access, read]}}\n"
  #expect(try generate(folder, configuration).code == .success)
  let text = try #require(folder.text("Sources/Shop/Shop+Session.swift"))
  #expect(text.contains("static let offlineAccess = \"offline_access\""))
  #expect(text.contains("scopes: [\"read\", \"offline_access\"]"))
}

@Test func enumsMayBeClosed() throws {
  let folder = TestFolder()
  _ = try generate(folder, "specs: shop.yaml\n")
  let open = try #require(folder.text("Sources/Shop/Models/Item.swift"))
  #expect(open.contains("enum State: OpenEnum") && open.contains("case unknown(String)"))
  #expect(try generate(folder, "specs: shop.yaml\nenums: closed\n").code == .success)
  let closed = try #require(folder.text("Sources/Shop/Models/Item.swift"))
  #expect(closed.contains("enum State: ClosedEnum"))
  #expect(!closed.contains("unknown") && !closed.contains("KnownCases"))
  #expect(closed.contains("case .used: \"used\""))
}

@Test func anEntryOfSpecsMayHaveSettingsOfItsOwn() throws {
  let folder = TestFolder()
  let configuration = """
    specs:
      - {path: shop.yaml, name: One, output: First}
      - {path: shop.yaml, name: Two, access: internal, filter: {tags: [orders]}}
    access: package
    """
  let outcome = try generate(folder, configuration)
  #expect(outcome.code == .success, "\(outcome.error)")
  #expect(folder.text("First/One.swift")?.contains("package struct One") == true)
  #expect(folder.text("Sources/Two/Two.swift")?.contains("\nstruct Two") == true)
  #expect(folder.sources("Sources/Two/Models") == ["Order.swift"])
}

@Test func overlaysRootMapAndTemplatesStartAtTheFile() throws {
  let folder = TestFolder()
  try folder.write(
    "overlay: 1.0.0\ninfo: {title: a, version: \"1\"}\nactions: [{target: $.info, update: {title: Fixed}}]\n",
    to: "fix.yaml"
  )
  try folder.write("// Words.\n", to: "templates/header.mustache")
  let configuration = """
    specs: shop.yaml
    overlays: [fix.yaml]
    root: .
    map: {"https://x.example.com/": schemas}
    templates: templates
    """
  let outcome = try generate(folder, configuration)
  #expect(outcome.code == .success, "\(outcome.error)")
  #expect(folder.text("Sources/Fixed/Fixed.swift")?.hasPrefix("// Words.\n") == true)
}

@Test func strictAndReportMayStandInTheFile() throws {
  let folder = TestFolder()
  let document = Sample.shop("    Spare:\n", "    Spare:\n      type: object\n")
  try folder.write(document, to: "twice.yaml")
  #expect(try generate(folder, "specs: twice.yaml\nreport: found.json\n").code == .success)
  #expect(folder.text("found.json")?.contains("duplicate-key") == true)
  #expect(try generate(folder, "specs: twice.yaml\nstrict: true\n").code == .failure)
}

@Test func theSchemaForEditorsIsJSONAndHasEveryKey() throws {
  let text = ConfigurationSchema.text
  let node = try parse(
    SourceFile(path: "schema", bytes: Array(text.utf8)),
    as: .json,
    sink: DiagnosticSink()
  )
  let properties = try #require(node["properties"])
  #expect(properties.entries.map(\.key) == ConfigurationKey.all.map(\.name))
  #expect(properties["filter"]?["properties"]?.count == 4)
}
