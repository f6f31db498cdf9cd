import Diagnostics
import Testing

@testable import GenClientCore

private func generate(_ folder: TestFolder, _ document: String, _ flags: [String] = []) throws
  -> Outcome
{
  try folder.write(document, to: "specs/shop.yaml")
  let path = try folder.write("specs: specs/shop.yaml\noutput: out\n", to: "gen-client.yaml")
  return runTool(["--config", path] + flags)
}

@Test func theLockHasASortedLineForEachName() throws {
  let folder = TestFolder()
  _ = try generate(folder, Sample.shop)
  let lines = try #require(folder.text("gen-client.lock")).split(separator: "\n").filter {
    !$0.hasPrefix("#")
  }
  #expect(lines.contains("Item specs/shop.yaml#/components/schemas/Item"))
  #expect(lines.contains("getItem specs/shop.yaml GET /items/{id}"))
  let keys = lines.map { $0.split(separator: " ", maxSplits: 1)[1] }
  #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
}

@Test func aNewClashTakesANewNameAndOldNamesStay() throws {
  let folder = TestFolder()
  let first = Sample.shop("    Spare:\n", "    spare-part:\n")
  _ = try generate(folder, first)
  #expect(folder.text("out/Models/Spare.swift")?.contains("struct SparePart: ") == true)
  // The newcomer spells the Swift name exactly, and would get it in a fresh run.
  let second = Sample.shop(
    "    Spare:\n",
    "    SparePart:\n      type: object\n      properties: {new: {type: string}}\n    spare-part:\n"
  )
  _ = try generate(folder, second)
  #expect(property(of: "SparePart", in: folder)?.contains("var part:") == true)
  #expect(property(of: "SparePart2", in: folder)?.contains("var new:") == true)
  let fresh = TestFolder()
  _ = try generate(fresh, second)
  #expect(property(of: "SparePart", in: fresh)?.contains("var new:") == true)
}

/// The line below the declaration of a type: its first property.
private func property(of type: String, in folder: TestFolder) -> Substring? {
  folder.text("out/Models/Spare.swift")?.split(separator: "\n")
    .drop { !$0.contains("struct \(type): ") }.dropFirst().first
}

@Test func newPropertiesCasesAndArgumentsRenameNoOldOnes() throws {
  func document(_ property: String, _ value: String, _ parameter: String) -> String {
    """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /things:
        get:
          operationId: list
          parameters:
            \(parameter)
            - {name: item_id, in: query, schema: {type: string}}
          responses: {"204": {description: None.}}
    components:
      schemas:
        Thing:
          type: object
          properties:
            \(property)
            item_id: {type: string}
            state: {type: string, enum: [\(value)dark_red]}
    """
  }
  let folder = TestFolder()
  _ = try generate(folder, document("", "", ""))
  let lock = try #require(folder.text("gen-client.lock"))
  #expect(lock.contains("itemID specs/shop.yaml#/components/schemas/Thing .item_id\n"))
  #expect(lock.contains("itemID specs/shop.yaml GET /things .query item_id\n"))
  // The newcomers spell the Swift names exactly, and would get them in a fresh run.
  let second = document(
    "itemID: {type: integer}",
    "darkRed, ",
    "- {name: itemID, in: query, schema: {type: integer}}"
  )
  _ = try generate(folder, second)
  let model = try #require(folder.text("out/Models/Thing.swift"))
  #expect(model.contains("var itemID: String?") && model.contains("var itemID2: Int?"))
  #expect(model.contains("case .darkRed: \"dark_red\""))
  let target = try #require(folder.text("out/Targets/ThingsTarget.swift"))
  #expect(target.contains("itemID: String? = nil"))
  let fresh = TestFolder()
  _ = try generate(fresh, second)
  #expect(fresh.text("out/Models/Thing.swift")?.contains("var itemID: Int?") == true)
}

@Test func namesOfWhatIsGoneLeaveTheLock() throws {
  let folder = TestFolder()
  _ = try generate(folder, Sample.shop)
  _ = try generate(folder, Sample.shop("    Spare:\n", "    Part:\n"))
  let text = try #require(folder.text("gen-client.lock"))
  #expect(!text.contains("Spare") && text.contains("Part"))
}

@Test func aFrozenLockIsReadAndNotWritten() throws {
  let folder = TestFolder()
  #expect(try generate(folder, Sample.shop, ["--frozen"]).code == .success)
  #expect(folder.text("gen-client.lock") == nil)
  try folder.write("Article specs/shop.yaml#/components/schemas/Item\n", to: "gen-client.lock")
  #expect(try generate(folder, Sample.shop, ["--frozen"]).code == .success)
  #expect(folder.sources("out/Models").contains("Article.swift"))
  #expect(try generate(folder, Sample.shop, ["--no-lock"]).code == .success)
  #expect(folder.sources("out/Models").contains("Item.swift"))
}

@Test func withoutAConfigurationALockIsKeptOnlyWhereAsked() throws {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  _ = runTool([spec, "-o", folder("out"), "--no-config"])
  #expect(try FileSystem.names(in: folder.path) == ["out", "shop.yaml"])
  _ = runTool([spec, "-o", folder("out"), "--no-config", "--lock", folder("names.lock")])
  #expect(folder.text("names.lock")?.contains("Item shop.yaml#/components/schemas/Item") == true)
}

@Test(arguments: [
  ("Issue GET /issues\n<<<<<<< ours\n", ":2:1: error: expected a Swift name"),
  ("A x.yaml GET /a\nB x.yaml GET /a\n", ":2:1: error: x.yaml GET /a has two names"),
  ("a;b x.yaml GET /a\n", ":1:1: error: expected a Swift name"),
  ("justone\n", ":1:1: error: expected a Swift name"),
])
func aBrokenLockIsAnError(lock: String, message: String) throws {
  let folder = TestFolder()
  try folder.write(lock, to: "gen-client.lock")
  let outcome = try generate(folder, Sample.shop)
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains(message), "\(outcome.error)")
  #expect(FileSystem.kind(of: folder("out")) == nil)
}

@Test func aStaleLockFailsTheCheck() throws {
  let folder = TestFolder()
  _ = try generate(folder, Sample.shop)
  let path = folder("gen-client.yaml")
  #expect(runTool(["check", "--config", path]).code == .success)
  try FileSystem.remove(folder("gen-client.lock"))
  let outcome = runTool(["check", "--config", path])
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains("gen-client.lock is out of date"))
  #expect(runTool(["check", "--config", path, "--frozen"]).code == .success)
}
