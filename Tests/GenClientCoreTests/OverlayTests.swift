import Diagnostics
import SpecTree
import Testing

@testable import GenClientCore

private func node(_ text: String, _ name: String = "doc.yaml") throws -> Node {
  try parse(bytes: Array(text.utf8), file: name, sink: DiagnosticSink())
}

private let document = """
  info: {title: T, tags: [a, b]}
  paths:
    /pets:
      get: {operationId: listPets, x-internal: true, parameters: [{name: a}, {name: b}]}
      post: {operationId: addPet, deprecated: true}
    /orders:
      get: {operationId: listOrders, size: 3}
  """

/// Selects and gives what was selected as one-line YAML.
private func select(_ query: String) throws -> [String] {
  let tree = EditableTree(try node(document))
  return try JSONPathParser.parse(query).select(in: tree).map { place in
    let node = place.node
    return node.isScalar ? node.text : node.pointer.description
  }
}

@Test(arguments: [
  ("$.info.title", ["T"]),
  ("$['info']['title']", ["T"]),
  ("$.info[\"title\", 'tags']", ["T", "/info/tags"]),
  ("$.info.tags[0]", ["a"]),
  ("$.info.tags[-1]", ["b"]),
  ("$.info.tags[*]", ["a", "b"]),
  ("$.info.tags[0:1]", ["a"]),
  ("$.info.tags[::-1]", ["b", "a"]),
  ("$.paths.*", ["/paths/~1pets", "/paths/~1orders"]),
  ("$.paths['/pets'].get.operationId", ["listPets"]),
  ("$..operationId", ["listPets", "addPet", "listOrders"]),
  ("$..parameters[?@.name == 'b'].name", ["b"]),
  ("$.paths.*[?@.deprecated == true].operationId", ["addPet"]),
  ("$.paths.*[?(@.x-internal)].operationId", ["listPets"]),
  ("$.paths.*[?!@.deprecated].operationId", ["listPets", "listOrders"]),
  ("$.paths.*[?@.size >= 3 && @.size < 4].operationId", ["listOrders"]),
  ("$.paths.*[?@.deprecated || @.size].operationId", ["addPet", "listOrders"]),
  ("$.paths.*[?search(@.operationId, 'Pet')].operationId", ["listPets", "addPet"]),
  ("$.paths.*[?match(@.operationId, 'add.*')].operationId", ["addPet"]),
  ("$.paths.*[?length(@.parameters) == 2].operationId", ["listPets"]),
  ("$.paths.*[?count(@.*) == 2].operationId", ["addPet", "listOrders"]),
  ("$.nothing", []),
  ("$", [""]),
])
func queriesSelect(query: String, found: [String]) throws {
  #expect(try select(query) == found)
}

@Test(arguments: [
  "paths", "$.", "$['a", "$[", "$.a[?@.b ==]", "$.a[?1]", "$.a b", "$['\\x']", "$[?(@.a]", "$..",
])
func wrongQueriesAreErrors(query: String) {
  #expect(throws: JSONPathParser.Failure.self) { _ = try JSONPathParser.parse(query) }
}

private func apply(_ actions: String, version: String = "1.0.0") throws -> (Node, [Diagnostic]) {
  let sink = DiagnosticSink()
  let text = "overlay: \(version)\ninfo: {title: t, version: \"1\"}\nactions:\n\(actions)"
  let overlay = try Overlay(try node(text, "overlay.yaml"), sink: sink)
  return (overlay.apply(to: try node(document), sink: sink), sink.diagnostics)
}

@Test func updatesMergeIntoObjects() throws {
  let (root, found) = try apply("- {target: $.info, update: {title: New, contact: {name: Me}}}\n")
  #expect(root["info"]?["title"]?.text == "New")
  #expect(root["info"]?["contact"]?["name"]?.text == "Me")
  #expect(root["info"]?["tags"]?.count == 2)
  #expect(root["info"]?["contact"]?.location.file == "overlay.yaml")
  #expect(found.isEmpty)
}

@Test func updatesOfListsAppend() throws {
  let (root, _) = try apply(
    "- {target: $.info.tags, update: c}\n- {target: $.info, update: {tags: [d]}}\n"
  )
  #expect(root["info"]?["tags"]?.elements.map(\.text) == ["a", "b", "c", "d"])
}

@Test func removalsTakeOutEverythingSelected() throws {
  let (root, _) = try apply(
    "- {target: \"$.paths.*[?@.deprecated]\", remove: true}\n- {target: \"$.info.tags[0]\", remove: true}\n"
  )
  #expect(root["paths"]?["/pets"]?["post"] == nil)
  #expect(root["paths"]?["/pets"]?["get"] != nil)
  #expect(root["info"]?["tags"]?.elements.map(\.text) == ["b"])
}

@Test func copiesTakeTheValueOfAnotherPlace() throws {
  let (root, _) = try apply(
    "- {target: \"$.paths['/orders'].get\", copy: \"$.paths['/pets'].post\"}\n",
    version: "1.1.0"
  )
  #expect(root["paths"]?["/orders"]?["get"]?["operationId"]?.text == "addPet")
  #expect(root["paths"]?["/orders"]?["get"]?["size"]?.text == "3")
}

@Test func actionsSeeWhatEarlierOnesDid() throws {
  let (root, found) = try apply(
    "- {target: $.info, update: {new: {a: 1}}}\n- {target: $.info.new, update: {b: 2}}\n"
  )
  #expect(root["info"]?["new"]?.count == 2)
  #expect(found.isEmpty)
}

@Test func aTargetThatSelectsNothingIsAWarningWhereItStands() throws {
  let (_, found) = try apply("- {target: $.info.titel, remove: true}\n")
  #expect(found.map(\.code) == [.overlayNoMatch])
  #expect(found.first?.location?.line == 4)
}

@Test(arguments: [
  ("info: {}\nactions: []\n", "an overlay begins with its version"),
  ("overlay: 2.0.0\nactions: []\n", "version `2.0.0` is not known"),
  ("overlay: 1.0.0\n", "a list of `actions`"),
  ("overlay: 1.0.0\nactions: [{update: {}}]\n", "has a `target`"),
  ("overlay: 1.0.0\nactions: [{target: $.info}]\n", "an `update`, a `copy` or `remove: true`"),
  (
    "overlay: 1.0.0\nactions: [{target: info, remove: true}]\n",
    "is no JSONPath: a JSONPath begins with `$`"
  ),
  ("overlay: 1.0.0\nactions: [{target: $.a, updat: {}}]\n", "no key `updat`"),
  ("overlay: 1.0.0\nactons: []\nactions: []\n", "no key `actons`"),
])
func malformedOverlaysAreErrors(text: String, message: String) throws {
  let error = #expect(throws: DiagnosticError.self) {
    _ = try Overlay(try node(text, "overlay.yaml"), sink: DiagnosticSink())
  }
  #expect(
    error?.diagnostics.contains { $0.message.contains(message) && $0.location != nil } == true,
    "\(String(describing: error))"
  )
}
