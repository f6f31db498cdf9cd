import Testing

@testable import GenClientCore

/// A configuration with a key, and what the key changes.
struct KeyEffect: Sendable, CustomTestStringConvertible {
  /// The key's path: `[]` stands for an entry of a list, `*` for a name of the user's.
  let path: String
  /// The configuration with the key.
  let configuration: String
  /// The same without it.
  let base: String
  /// What the run leaves or says with the key alone.
  let sign: String
  /// What it leaves or says without the key alone.
  let gone: String

  init(
    _ path: String,
    _ key: String,
    sign: String = "",
    gone: String = "",
    base: String = "specs: shop.yaml\n"
  ) {
    self.path = path
    configuration = base + key + "\n"
    self.base = base
    self.sign = sign
    self.gone = gone
  }

  var testDescription: String { path }
}

private let pages = "pagination: {operations: {listItems: "
private let login = "oauth2: {login: "

/// One row a key, at least.
private let effects: [KeyEffect] = [
  .init("specs", "specs: shop.yaml", sign: "struct Shop", gone: "has no `specs`", base: "# -\n"),
  .init("specs[].path", "specs: [{path: shop.yaml}]", sign: "struct Shop", base: "# -\n"),
  .init("output", "output: Elsewhere", sign: "Elsewhere/Shop.swift", gone: "Sources/Shop/"),
  .init("name", "name: Store", sign: "public struct Store", gone: "public struct Shop"),
  .init("access", "access: package", sign: "package struct Shop", gone: "public struct"),
  .init("layout", "layout: sharded", sign: "GenClient+Models7.swift", gone: "Models/Item.swift"),
  .init("layout", "layout: perType", sign: "/ItemPart.swift", base: "specs: pair.yaml\n"),
  .init("imports", "imports: [Coins]", sign: "\nimport Coins\n"),
  .init("header", "header: Licensed.", sign: "\n// Licensed.\n"),
  .init("filter.tags", "filter: {tags: [orders]}", gone: "GET /items"),
  .init("filter.paths", "filter: {paths: [/items*]}", gone: "POST /orders"),
  .init("filter.operations", "filter: {operations: [getItem]}", gone: "POST /orders"),
  .init("filter.schemas", "filter: {schemas: [Spare]}", gone: "struct Item"),
  .init("names", "names: {Item: Article}", sign: "struct Article:", gone: "struct Item:"),
  .init("types.schemas", "types: {schemas: {Money: Coins}}", sign: "Coins", gone: "struct Money"),
  .init("types.formats", "types: {formats: {uri: Web.Link}}", sign: "let link: Web.Link?"),
  .init("enums", "enums: closed", sign: "enum State: ClosedEnum", gone: "enum State: OpenEnum"),
  .init("mutability", "mutability: all", sign: "public var link:", gone: "public let link:"),
  .init("pagination.detect", "pagination: {detect: false}", gone: "PagedCall<"),
  .init("pagination.operations", pages + "none}}", gone: "PagedCall<"),
  .init("pagination.operations", pages + "link}}", sign: "pages: .link"),
  .init("pagination.operations.*.page", pages + "{page: q}}}", sign: "pages: .page(\"q\""),
  .init("pagination.operations.*.first", pages + "{page: q, first: 7}}}", sign: "first: 7"),
  .init("pagination.operations.*.offset", pages + "{offset: q}}}", sign: "pages: .offset(\"q\""),
  .init("pagination.operations.*.limit", pages + "{offset: q, limit: n}}}", sign: "limit: \"n\""),
  .init("pagination.operations.*.cursor", pages + "{cursor: q}}}", sign: "pages: .cursor(\"q\""),
  .init(
    "pagination.operations.*.pointer",
    pages + "{cursor: q, pointer: /z}}}",
    sign: "at: \"/z\""
  ),
  .init("pagination.operations.*.next", pages + "{next: /z}}}", sign: ".nextURL(at: \"/z\")"),
  .init(
    "oauth2.*.authorizationUrl",
    login + "{authorizationUrl: \"https://a\"}}",
    sign: "https://a"
  ),
  .init("oauth2.*.tokenUrl", login + "{tokenUrl: \"https://t\"}}", sign: "https://t"),
  .init("oauth2.*.refreshUrl", login + "{refreshUrl: \"https://r\"}}", sign: "https://r"),
  .init(
    "oauth2.*.deviceAuthorizationUrl",
    login + "{deviceAuthorizationUrl: \"https://d\"}}",
    sign: "https://d"
  ),
  .init("oauth2.*.scopes", login + "{scopes: [offline]}}", sign: "static let offline = "),
  .init("server", "server: https://own", sign: "The server that the configuration chose."),
  .init("overlays", "overlays: [fix.yaml]", sign: "struct Emporium", gone: "struct Shop"),
  .init("templates", "templates: mine", sign: "\n// Of our own.\n"),
  .init(
    "emit",
    "emit: [table]",
    sign: "Sources/Shop/table.md",
    base: "specs: shop.yaml\ntemplates: mine\n"
  ),
  .init(
    "root",
    "root: deep",
    sign: "error: ",
    gone: "struct Outside",
    base: "specs: deep/leaving.yaml\n"
  ),
  .init(
    "map",
    "map: {\"https://schemas.example.com/\": .}",
    sign: "struct Outside",
    gone: "error: ",
    base: "specs: remote.yaml\n"
  ),
  .init("lock", "lock: false", gone: "gen-client.lock"),
  .init("lock", "lock: names.lock", sign: "names.lock", gone: "gen-client.lock"),
  .init(
    "strict",
    "strict: true",
    sign: "error: ",
    gone: "warning: ",
    base: "specs: twice.yaml\n"
  ),
  .init("report", "report: found.txt", sign: "found.txt", base: "specs: twice.yaml\n"),
]

/// What a run with a configuration leaves and says, as one text.
private func trace(_ configuration: String) throws -> String {
  let folder = TestFolder()
  let given = Sample.project(["gen-client.yaml": configuration])
  for (name, text) in given { try folder.write(text, to: name) }
  let outcome = runTool(["--config", folder("gen-client.yaml")])
  let left = folder.tree().filter { given[$0.key] == nil }.sorted { $0.key < $1.key }
  return left.map { "\($0.key)\n\($0.value)" }.joined() + outcome.error
}

@Test(arguments: effects)
func aKeyHasItsEffect(_ effect: KeyEffect) throws {
  let (with, without) = (try trace(effect.configuration), try trace(effect.base))
  expectEffect(with, without, sign: effect.sign, gone: effect.gone)
}

/// The paths of all keys that hold something else than further keys.
private func paths(_ keys: [ConfigurationKey], _ prefix: String = "") -> [String] {
  func inner(_ shape: ConfigurationKey.Shape, _ path: String) -> [String] {
    switch shape {
    case .text, .path, .flag, .number, .choice: [path]
    case .list(let element): inner(element, path + "[]").map { $0 == path + "[]" ? path : $0 }
    case .map(let value): inner(value, path + ".*").map { $0 == path + ".*" ? path : $0 }
    case .object(let keys): paths(keys, path + ".")
    case .either(let shapes): shapes.flatMap { inner($0, path) }
    }
  }
  return keys.flatMap { inner($0.shape, prefix + $0.name) }
}

@Test func everyKeyHasARow() {
  // What an entry of `specs` may repeat is read by the same code.
  let known = Set(paths(ConfigurationKey.all)).filter {
    !$0.hasPrefix("specs[].") || $0 == "specs[].path"
  }
  #expect(known.count > 35)
  let rows = Set(effects.map(\.path))
  #expect(known.subtracting(rows).sorted() == [])
  #expect(rows.subtracting(known).sorted() == [])
}
