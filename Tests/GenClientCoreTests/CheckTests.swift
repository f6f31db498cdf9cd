import Testing

@testable import GenClientCore

private func check(_ folder: TestFolder, _ flags: [String] = []) -> Outcome {
  runTool(["check", folder("shop.yaml"), "-o", folder("out"), "--no-config"] + flags)
}

private func generated() throws -> TestFolder {
  let folder = TestFolder()
  let spec = try folder.write(Sample.shop, to: "shop.yaml")
  #expect(runTool([spec, "-o", folder("out"), "--no-config"]).code == .success)
  return folder
}

@Test func freshOutputPasses() throws {
  let folder = try generated()
  let outcome = check(folder)
  #expect(outcome.code == .success)
  #expect(outcome.output == "up to date\n")
  #expect(outcome.error == "")
}

@Test func staleOutputFailsWithADiff() throws {
  let folder = try generated()
  let before = folder.tree("out")
  try folder.write(Sample.shop("id: {type: string}\n", "id: {type: integer}\n"), to: "shop.yaml")
  let outcome = check(folder)
  #expect(outcome.code == .failure)
  let path = folder("out/Models/Item.swift")
  #expect(outcome.output.hasPrefix("--- \(path)\n+++ \(path)\n@@ -"))
  #expect(outcome.output.contains("\n-    public let id: String\n+    public let id: Int\n"))
  #expect(outcome.error.contains("1 to change [stale-output]"))
  #expect(folder.tree("out") == before)
}

@Test func missingAndSurplusFilesFail() throws {
  let folder = try generated()
  try FileSystem.remove(folder("out/Models/Item.swift"))
  try folder.write(Sample.shop("    Spare:\n", "    Extra:\n"), to: "shop.yaml")
  let outcome = check(folder)
  #expect(outcome.code == .failure)
  #expect(outcome.output.contains("--- /dev/null\n+++ \(folder("out/Models/Item.swift"))\n"))
  #expect(outcome.output.contains("--- \(folder("out/Models/Spare.swift"))\n+++ /dev/null\n"))
  #expect(outcome.error.contains("2 to add and 1 to remove"))
}

@Test func nothingGeneratedYetFails() throws {
  let folder = TestFolder()
  try folder.write(Sample.shop, to: "shop.yaml")
  #expect(check(folder).code == .failure)
  #expect(FileSystem.kind(of: folder("out")) == nil)
}

@Test func aWarningIsEnoughWhereTheUserSaysSo() throws {
  let folder = try generated()
  try folder.write(Sample.shop("amount", "total"), to: "shop.yaml")
  let outcome = check(folder, ["--warn", "--format", "xcode"])
  #expect(outcome.code == .success)
  #expect(outcome.error.hasPrefix("\(folder("shop.yaml")):1:1: warning: "))
}

@Test func theStampIsWrittenWhenTheCheckIsDone() throws {
  let folder = try generated()
  _ = check(folder, ["--stamp", folder("stamp.swift")])
  #expect(folder.text("stamp.swift")?.hasPrefix("//") == true)
}

// MARK: Inputs only

@Test func recordedHashesAreComparedWithoutGenerating() throws {
  let folder = try generated()
  #expect(check(folder, ["--inputs-only"]).code == .success)
  try folder.write(Sample.shop + "# a comment\n", to: "shop.yaml")
  let outcome = check(folder, ["--inputs-only"])
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains("shop.yaml has changed"))
}

@Test func otherSettingsMakeOutputStale() throws {
  let folder = try generated()
  let outcome = check(folder, ["--inputs-only", "--access", "internal"])
  #expect(outcome.error.contains("the configuration has changed"))
}

@Test func anotherVersionOfTheToolMakesOutputStale() throws {
  let folder = try generated()
  let path = "out/\(Manifest.fileName)"
  let text = try #require(folder.text(path))
  let old = text.split(separator: "gen-client \(genClientVersion)\n").joined(
    separator: "gen-client 0.0.1\n"
  )
  try folder.write(old, to: path)
  #expect(check(folder, ["--inputs-only"]).error.contains("it was made by gen-client 0.0.1"))
}

@Test func withoutAManifestNothingWasGenerated() throws {
  let folder = try generated()
  try FileSystem.remove(folder("out/\(Manifest.fileName)"))
  #expect(check(folder, ["--inputs-only"]).error.contains("holds nothing that gen-client made"))
}

@Test func theClientsFolderIsFoundByItsNameWhereNoOneNamesIt() throws {
  let folder = TestFolder()
  try folder.write(Sample.shop, to: "shop.yaml")
  let path = try folder.write("specs: shop.yaml\n", to: "gen-client.yaml")
  #expect(runTool(["--config", path]).code == .success)
  #expect(runTool(["check", "--config", path, "--inputs-only"]).code == .success)
  #expect(runTool(["check", "--config", path]).code == .success)
}
