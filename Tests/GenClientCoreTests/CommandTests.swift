import Diagnostics
import SpecTree
import Templates
import Testing

@testable import GenClientCore

// MARK: list

@Test func listIsATable() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  #expect(
    runTool(["list", spec, "--no-config"]).output == """
      items.listItems    GET   /items       [Item]
      items.getItem      GET   /items/{id}  Item    read
      orders.placeOrder  POST  /orders      Void

      """
  )
  let markdown = runTool(["list", spec, "--no-config", "--as", "markdown", "--tag", "orders"])
    .output
  #expect(
    markdown == """
      | Call | Method | Path | Result | Scopes |
      | --- | --- | --- | --- | --- |
      | `orders.placeOrder` | POST | `/orders` | `Void` |  |

      """
  )
  let json = runTool(["list", spec, "--no-config", "--as", "json", "--operation", "getItem"]).output
  let root = try parse(bytes: Array(json.utf8), file: "json", sink: DiagnosticSink())
  #expect(root.count == 1)
  #expect(root[0]?["scopes"]?[0]?.text == "read")
}

// MARK: lint

@Test func lintPassesAGoodDocument() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  let outcome = runTool(["lint", spec, "--no-config"])
  #expect(outcome.code == .success)
  #expect(outcome.output.hasSuffix("1 document with 3 operations: no errors\n"))
}

@Test func lintPrintsFindingsAsItsResult() throws {
  let folder = TestFolder()
  let document = Sample.shop("    Spare:\n", "    Spare:\n      type: object\n")
  let spec = try folder.write(document, to: "shop.yaml")
  let outcome = runTool(["lint", spec, "--no-config"])
  #expect(outcome.code == .success)
  #expect(outcome.output.contains("[duplicate-key]"))
  #expect(runTool(["lint", spec, "--no-config", "--strict"]).code == .failure)
  let sarif = runTool(["lint", spec, "--no-config", "--format", "sarif"])
  let root = try parse(bytes: Array(sarif.output.utf8), file: "sarif", sink: DiagnosticSink())
  #expect(root["version"]?.text == "2.1.0")
}

@Test func lintNamesWhatIsWrong() throws {
  let folder = TestFolder()
  let spec = try folder.write("openapi: 3.9.0\ninfo: {title: X, version: \"1\"}\n", to: "x.yaml")
  let outcome = runTool(["lint", spec, "--no-config"])
  #expect(outcome.code == .failure)
  #expect(outcome.output.contains("x.yaml:1:"))
}

// MARK: init

@Test func initWritesAConfigurationThatWorks() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  let path = folder("gen-client.yaml")
  #expect(runTool(["init", spec, "-o", path]).code == .success)
  let text = try #require(folder.text("gen-client.yaml"))
  for key in ConfigurationKey.all { #expect(text.contains("\(key.name):")) }
  #expect(text.contains("# Tags: items (2), orders (1)."))
  #expect(text.contains("\nname: Shop\n"))
  // What is commented out has to be right, too, once it is not.
  let sink = DiagnosticSink()
  for line in text.split(separator: "\n") where line.hasPrefix("# ") {
    guard let key = ConfigurationKey.all.first(where: { line.hasPrefix("# \($0.name): ") }) else {
      continue
    }
    let node = try parse(bytes: Array(line.dropFirst(2).utf8), file: key.name, sink: sink)
    ConfigurationCheck(sink: sink).check(node)
  }
  #expect(sink.diagnostics == [])
  #expect(runTool(["--config", path]).code == .success)
}

@Test func initLeavesAConfigurationAlone() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  let path = try folder.write("mine", to: "gen-client.yaml")
  #expect(runTool(["init", spec, "-o", path]).code == .failure)
  #expect(folder.text("gen-client.yaml") == "mine")
  #expect(runTool(["init", spec, "-o", "-"]).output.contains("specs:\n"))
}

// MARK: explain

@Test(arguments: DiagnosticCatalogue.all.entries.map(\.code.rawValue))
func everyCodeIsExplained(code: String) throws {
  let outcome = runTool(["explain", code])
  #expect(outcome.code == .success)
  #expect(outcome.output.contains("[\(code)]"))
  #expect(outcome.output.contains("Before:") && outcome.output.contains("After:"))
}

@Test func explainListsAllCodes() {
  let lines = runTool(["explain"]).output.split(separator: "\n")
  #expect(lines.count == DiagnosticCatalogue.all.entries.count)
}

@Test func anUnknownCodeSuggestsTheNearest() {
  let outcome = runTool(["explain", "duplicat-key"])
  #expect(outcome.code == .usage)
  #expect(outcome.error.contains("did you mean \"duplicate-key\"?"))
}

// MARK: templates

@Test func exportedTemplatesGiveTheSameOutput() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  let outcome = runTool(["templates", "export", folder("templates")])
  #expect(outcome.code == .success)
  #expect(try FileSystem.names(in: folder("templates")).count == BuiltInTemplates.sources.count)
  #expect(runTool([spec, "-o", folder("one"), "--no-config"]).code == .success)
  let flags = ["--templates", folder("templates")]
  #expect(runTool([spec, "-o", folder("two"), "--no-config"] + flags).code == .success)
  let isSource: ((key: String, value: String)) -> Bool = { $0.key.hasSuffix(".swift") }
  #expect(folder.tree("one").filter(isSource) == folder.tree("two").filter(isSource))
}

@Test func exportLeavesYourOwnTemplatesAlone() throws {
  let folder = TestFolder()
  try folder.write("mine", to: "templates/header.mustache")
  let outcome = runTool(["templates", "export", folder("templates")])
  #expect(outcome.code == .success)
  #expect(outcome.error.contains("header.mustache is there and differs"))
  #expect(folder.text("templates/header.mustache") == "mine")
}

@Test func templatesCanOnlyBeExported() {
  #expect(runTool(["templates", "import", "x"]).code == .usage)
}

// MARK: mock

@Test func mockSaysWhereItsServerShouldBe() {
  let outcome = runTool(["mock", "api.yaml"])
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains("there is no /nowhere/gen-client-mock"))
}

@Test func mockHandsItsFlagsToTheServer() throws {
  let folder = TestFolder()
  let server = try folder.write("", to: "gen-client-mock")
  let calls = Locked<[[String]]>([])
  let outcome = runTool(
    ["--quiet", "mock", "api.yaml", "--port", "8080", "--map", "https://x/=y"],
    program: folder("gen-client"),
    replaceProcess: { path, words in
      calls.withLock { $0.append([path] + words) }
      return nil
    }
  )
  #expect(outcome.code == .success)
  let words = ["--quiet", "api.yaml", "--port", "8080", "--map", "https://x/=y"]
  #expect(calls.withLock { $0 } == [[server] + words])
}
