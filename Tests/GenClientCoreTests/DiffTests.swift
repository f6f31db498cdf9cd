import SpecTree
import Testing

@testable import GenClientCore

/// Runs `diff` on the sample and a changed one.
private func diff(_ new: String, _ flags: [String] = []) throws -> Outcome {
  let folder = TestFolder()
  let old = try folder.write(Sample.shop, to: "old.yaml")
  let path = try folder.write(new, to: "new.yaml")
  let outcome = runTool(["diff", old, path, "--no-config"] + flags)
  return Outcome(
    code: outcome.code,
    output: outcome.output.split(separator: folder.path + "/", omittingEmptySubsequences: false)
      .joined(),
    error: outcome.error
  )
}

@Test func equalDocumentsHaveNoChanges() throws {
  #expect(try diff(Sample.shop).output == "Nothing has changed.\n")
}

@Test func documentationAloneIsAPatch() throws {
  let described = try diff(Sample.shop("    Spare:\n", "    Spare:\n      description: A part.\n"))
  #expect(
    described.output
      == "Suggested version step: patch (documentation and the like), from 1.4.2 to 1.4.3\n"
  )
}

@Test func aNewOperationIsMinor() throws {
  let new = Sample.shop(
    "  /orders:\n",
    "  /carts:\n    get:\n      operationId: listCarts\n      tags: [orders]\n"
      + "      responses: {\"204\": {description: None.}}\n  /orders:\n"
  )
  #expect(
    try diff(new).output == """
      Added (1)
        Shop.orders.listCarts: added (GET /carts)  new.yaml:42:5

      Suggested version step: minor, from 1.4.2 to 1.5.0

      """
  )
}

@Test func aRemovedPropertyIsBreakingAndSaysWhere() throws {
  let outcome = try diff(
    Sample.shop("        price: {$ref: \"#/components/schemas/Money\"}\n", "")
  )
  #expect(outcome.output.contains("Breaking (1)\n  Shop.Item.price: removed (Money?)  old.yaml:"))
  #expect(outcome.output.contains("Suggested version step: major, from 1.4.2 to 2.0.0"))
}

@Test(arguments: [
  ("    Spare:\n", "    Part:\n", "breaking", "Shop.Spare", "removed"),
  ("    Spare:\n", "    Part:\n", "added", "Shop.Part", "added"),
  (
    "amount: {type: integer}", "amount: {type: string}", "breaking", "Shop.Money.amount",
    "is String?, it was Int?"
  ),
  (
    "required: [item]\n", "required: []\n", "breaking", "Shop.Order.item",
    "is String?, it was String"
  ),
  (
    "item: {type: string}\n", "item: {type: string}\n        note: {type: string}\n", "added",
    "Shop.Order.note", "added (String?)"
  ),
  (
    "required: [item]\n      properties:\n",
    "required: [item, note]\n      properties:\n        note: {type: string}\n",
    "breaking", "Shop.Order.note", "the initializer needs it"
  ),
  ("enum: [new, used]", "enum: [new, used, broken]", "added", "Shop.Item.State.broken", "added"),
  ("enum: [new, used]", "enum: [new]", "breaking", "Shop.Item.State.used", "removed"),
  (
    "operationId: getItem", "operationId: fetchItem", "breaking", "Shop.items.getItem",
    "is now items.fetchItem"
  ),
  (
    "{name: q, in: query, schema: {type: string}}",
    "{name: q, in: query, required: true, schema: {type: string}}",
    "breaking", "Shop.items.listItems", "`q` is required now"
  ),
  (
    "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, schema: {type: integer}}",
    "breaking", "Shop.items.listItems", "`q` is Int, it was String"
  ),
  (
    "        - {name: q, in: query, schema: {type: string}}\n", "", "breaking",
    "Shop.items.listItems", "the argument `q` is gone"
  ),
  (
    "- {name: q, in: query, schema: {type: string}}",
    "- {name: q, in: query, schema: {type: string}}\n        - {name: sort, in: query, schema: {type: string}}",
    "added", "Shop.items.listItems", "a new argument `sort: String`"
  ),
  (
    "security: [{login: [read]}]", "security: []", "changed", "Shop.items.getItem",
    "needs other credentials or scopes"
  ),
  (
    "operationId: getItem", "operationId: getItem\n      deprecated: true", "changed",
    "Shop.items.getItem", "is deprecated"
  ),
  (
    "        \"204\": {description: Done.}",
    "        \"200\": {description: Done., content: {application/json: {schema: {$ref: \"#/components/schemas/Order\"}}}}",
    "breaking", "Shop.orders.placeOrder", "gives Order, it gave Void"
  ),
  (
    "scopes: {read: Look around.}", "scopes: {read: Look around., write: Change.}", "added",
    "Shop.Scopes.write", "added"
  ),
  (
    "  /items/{id}:", "  /things/{id}:", "changed", "Shop.items.getItem",
    "is GET /things/{id}, it was GET /items/{id}"
  ),
])
func changesOfTheSurfaceAreWeighed(
  old: String,
  new: String,
  impact: String,
  symbol: String,
  message: String
) throws {
  let text = try diff(Sample.shop(old, new), ["--as", "json"]).output
  let root = try parse(bytes: Array(text.utf8), file: "json", sink: .init())
  let found = (root["changes"]?.elements.map { $0 } ?? []).contains { change in
    change["impact"]?.text == impact && change["symbol"]?.text == symbol
      && change["message"]?.text.contains(message) == true
  }
  #expect(found, "\(text)")
}

@Test func aNewCaseOfAClosedEnumIsBreaking() throws {
  let folder = TestFolder()
  let old = try folder.write(Sample.shop, to: "old.yaml")
  let new = try folder.write(Sample.shop("[new, used]", "[new, used, broken]"), to: "new.yaml")
  let path = try folder.write("enums: closed\n", to: "gen-client.yaml")
  let text = runTool(["diff", old, new, "--config", path]).output
  #expect(text.contains("Breaking (1)\n  Shop.Item.State.broken: added"), "\(text)")
}

@Test func strictFailsOnBreakingChanges() throws {
  let new = Sample.shop("    Spare:\n", "    Part:\n")
  #expect(try diff(new).code == .success)
  #expect(try diff(new, ["--strict"]).code == .failure)
}

@Test func markdownIsForReleaseNotes() throws {
  let text = try diff(Sample.shop("    Spare:\n", "    Part:\n"), ["--as", "markdown"]).output
  #expect(text.hasPrefix("# Changes of the Swift surface\n\nSuggested version step: major"))
  #expect(text.contains("## Breaking\n\n- `Shop.Spare`: removed (old.yaml:"))
  #expect(text.contains("## Added\n\n- `Shop.Part`: added (new.yaml:"))
}

@Test func anotherTitleAloneDoesNotMakeEverythingDifferent() throws {
  #expect(try !diff(Sample.shop("Shop REST API v2", "Store")).output.contains("Breaking"))
}

@Test(arguments: [
  (VersionStep.major, "2.0.0"), (.minor, "1.5.0"), (.patch, "1.4.3"), (.none, "1.4.2"),
])
func versionsGrowByTheStep(step: VersionStep, version: String) {
  #expect(step.next(after: "1.4.2") == version)
  #expect(step.next(after: "2024-01-01") == nil)
}
