import Diagnostics
import Testing

@testable import GenClientCore

/// A command line with a flag, and what the flag changes.
struct FlagEffect: Sendable, CustomTestStringConvertible {
  /// The flag's name.
  let flag: String
  /// The command line; `@` stands for the test's folder.
  let words: [String]
  /// The same without the flag.
  let base: [String]
  /// What the run leaves or says with the flag alone.
  let sign: String
  /// What it leaves or says without the flag alone.
  let gone: String

  init(
    _ flag: String,
    _ value: String? = nil,
    sign: String = "",
    gone: String = "",
    base: [String] = ["@/shop.yaml", "-o", "@/out", "--no-config"]
  ) {
    self.flag = flag
    words = base + ["--\(flag)"] + (value.map { [$0] } ?? [])
    self.base = base
    self.sign = sign
    self.gone = gone
  }

  var testDescription: String { "--\(flag)" }
}

private let twice = ["@/twice.yaml", "-o", "@/out", "--no-config"]
private let stale = ["check", "@/shop.yaml", "-o", "@/old", "--no-config"]
private let difference = ["diff", "@/shop.yaml", "@/pair.yaml", "--no-config"]

/// One row a flag, at least.
private let effects: [FlagEffect] = [
  .init("output", "@/there", sign: "there/Own.swift", base: ["@/shop.yaml", "-c", "@/own.yaml"]),
  .init("config", "@/own.yaml", sign: "struct Own", base: ["@/shop.yaml", "-o", "@/out"]),
  .init("no-config", gone: "struct Own", base: ["@/shop.yaml", "-o", "@/out", "-c", "@/own.yaml"]),
  .init("name", "Store", sign: "struct Store", gone: "struct Shop"),
  .init("access", "internal", gone: "public struct Shop"),
  .init("layout", "sharded", sign: "GenClient+Models7.swift", gone: "Models/Item.swift"),
  .init("templates", "@/mine", sign: "// Of our own.\n"),
  .init(
    "emit",
    "table",
    sign: "out/table.md",
    base: ["@/shop.yaml", "-o", "@/out", "--no-config", "--templates", "@/mine"]
  ),
  .init("emit", "samples", sign: "Shop+Samples.swift"),
  .init("overlay", "@/fix.yaml", sign: "struct Emporium", gone: "struct Shop"),
  .init(
    "root",
    "@/deep",
    sign: "error: ",
    gone: "struct Outside",
    base: ["@/deep/leaving.yaml", "-o", "@/out", "--no-config"]
  ),
  .init(
    "map",
    "https://schemas.example.com/=@",
    sign: "struct Outside",
    gone: "error: ",
    base: ["@/remote.yaml", "-o", "@/out", "--no-config"]
  ),
  .init("server", "https://own", sign: "The server that the configuration chose."),
  .init("tag", "orders", gone: "GET /items"),
  .init("path", "/items*", gone: "POST /orders"),
  .init("operation", "getItem", gone: "POST /orders"),
  .init("schema", "Spare", gone: "struct Item"),
  .init("lock", "@/names.lock", sign: "names.lock"),
  .init("no-lock", gone: "gen-client.lock", base: ["@/shop.yaml", "-c", "@/own.yaml"]),
  .init("frozen", gone: "gen-client.lock", base: ["@/shop.yaml", "-c", "@/own.yaml"]),
  .init("inputs-only", sign: "@/old is out of date: @/shop.yaml has changed", base: stale),
  .init("warn", sign: "code success", gone: "code failure", base: stale),
  .init("stamp", "@/stamp", sign: "// Checked by gen-client.", base: stale),
  .init("as", "markdown", sign: "# Changes of the Swift surface", base: difference),
  .init("format", "json", sign: "\"code\":\"duplicate-key\"", base: twice),
  .init("color", "always", sign: "\u{1B}[", base: twice),
  .init("strict", sign: "code failure", gone: "code success", base: twice),
  .init("report", "@/found.txt", sign: "found.txt", base: twice),
  .init("quiet", gone: "Shop: 3 operations"),
  .init("verbose", sign: "lower "),
  .init("dry-run", sign: " to write)", gone: Manifest.fileName),
  .init("port", "7777", sign: "|--port|7777", base: ["mock", "@/shop.yaml"]),
  .init("version", gone: "struct Shop"),
  .init("help", sign: "Usual flags:", gone: "struct Shop"),
]

/// What a run leaves and says, as one text in which the folder is `@`.
private func trace(_ words: [String]) throws -> String {
  let folder = TestFolder()
  func resolved(_ text: String) -> String {
    text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: folder.path)
  }
  try folder.write(Sample.shop("Shop REST API v2", "Shop"), to: "shop.yaml")
  _ = runTool([folder("shop.yaml"), "-o", folder("old"), "--no-config"])
  let given = Sample.project([
    "own.yaml": "name: Own\noutput: configured\n",
    "bin/gen-client-mock": "",
  ])
  for (name, text) in given { try folder.write(text, to: name) }
  let replaced = Locked("")
  let outcome = runTool(words.map(resolved), program: folder("bin/gen-client")) { path, words in
    replaced.withLock { $0 = ([path] + words).joined(separator: "|") }
    return nil
  }
  let left = folder.tree().filter { given[$0.key] == nil && !$0.key.hasPrefix("old/") }
  let text =
    left.sorted { $0.key < $1.key }.map { "\($0.key)\n\($0.value)" }.joined()
    + "\(outcome.output)\(outcome.error)\ncode \(outcome.code)\n" + replaced.withLock { $0 }
  return text.split(separator: folder.path, omittingEmptySubsequences: false).joined(separator: "@")
}

@Test(arguments: effects)
func aFlagHasItsEffect(_ effect: FlagEffect) throws {
  let (with, without) = (try trace(effect.words), try trace(effect.base))
  expectEffect(with, without, sign: effect.sign, gone: effect.gone)
}

@Test func everyFlagHasARow() {
  let known = Set(Flag.everywhere.map(\.name))
  let rows = Set(effects.map(\.flag))
  #expect(known.subtracting(rows).sorted() == [])
  #expect(rows.subtracting(known).sorted() == [])
}
