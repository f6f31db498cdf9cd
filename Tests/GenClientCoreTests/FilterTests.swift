import Testing

@testable import GenClientCore

private func generate(_ folder: TestFolder, _ flags: [String], document: String = Sample.shop)
  throws
  -> Outcome
{
  let spec = try folder.write(document, to: "shop.yaml")
  return runTool([spec, "--output", folder("out"), "--no-config"] + flags)
}

@Test(arguments: [
  (["--tag", "orders"], ["Order"]),
  (["--operation", "placeOrder"], ["Order"]),
  (["--operation", "POST /orders"], ["Order"]),
  (["--path", "/items/*"], ["Item", "Money"]),
  (["--path", "/items*", "--tag", "orders"], ["Item", "Money", "Order"]),
  (["--tag", "orders", "--schema", "Spare"], ["Order", "Spare"]),
  (["--schema", "Money"], ["Money"]),
])
func theFilterTakesWhatItNamesAndWhatThatNeeds(flags: [String], models: [String]) throws {
  let folder = TestFolder()
  let outcome = try generate(folder, flags)
  #expect(outcome.code == .success, "\(outcome.error)")
  #expect(folder.sources("out/Models") == models.map { "\($0).swift" })
}

@Test(arguments: [
  (["--operation", "getitem"], "no operation \"getitem\"", "did you mean \"getItem\"?"),
  (["--tag", "itmes"], "no tag \"itmes\"", "did you mean \"items\"?"),
  (["--path", "/item"], "no path \"/item\"", "did you mean \"/items\"?"),
  (["--schema", "Orders"], "no schema \"Orders\"", "did you mean \"Order\"?"),
])
func namesTheDocumentDoesNotHaveAreErrors(flags: [String], message: String, hint: String) throws {
  let folder = TestFolder()
  let outcome = try generate(folder, flags)
  #expect(outcome.code == .failure)
  #expect(outcome.error.contains(message))
  #expect(outcome.error.contains(hint))
  #expect(FileSystem.kind(of: folder("out")) == nil)
}

@Test func pathLevelParametersAndAllThatIsReachedStay() throws {
  let folder = TestFolder()
  let document = """
    openapi: 3.0.3
    info: {title: Filter, version: "1"}
    paths:
      /shops/{shop}/items/{item}:
        parameters:
          - {name: shop, in: path, required: true, schema: {type: string}}
        get:
          operationId: getItem
          tags: [items]
          parameters:
            - {name: item, in: path, required: true, schema: {type: string}}
          responses:
            "200":
              description: item
              headers:
                X-Rate: {schema: {$ref: "#/components/schemas/RateLimit"}}
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Item"}
        delete:
          operationId: dropItem
          tags: [admin]
          parameters:
            - {name: item, in: path, required: true, schema: {type: string}}
          responses:
            default:
              description: any
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Unrelated"}
    components:
      schemas:
        RateLimit: {type: integer}
        Base:
          type: object
          required: [kind]
          discriminator: {propertyName: kind, mapping: {special: "#/components/schemas/Special"}}
          properties: {kind: {type: string}}
        Special:
          allOf:
            - $ref: "#/components/schemas/Base"
            - {type: object, properties: {extra: {type: string}}}
        Item:
          type: object
          properties: {base: {$ref: "#/components/schemas/Base"}}
        Unrelated: {type: object, properties: {x: {type: string}}}
    """
  let outcome = try generate(folder, ["--operation", "getItem"], document: document)
  #expect(outcome.code == .success, "\(outcome.error)")
  let all = folder.tree("out").values.joined()
  #expect(all.contains("case getItem(shop: String, item: String)"))
  #expect(!all.contains("dropItem") && !all.contains("Unrelated"))
  // What a discriminator leads to is needed too, although nothing else refers to it.
  #expect(all.contains("public struct Special: Model {") && all.contains("case special(Special)"))
  #expect(all.contains("let extra: String?"))
}

@Test(arguments: [
  ("/items", "/items", true), ("/items", "/items/*", false), ("/items/{id}", "/items/*", true),
  ("/items/{id}/tags", "/items/*/tags", true), ("/a/b", "*", true), ("/a/b/c", "/a*c", true),
  ("/a/b", "/a*c", false), ("/a", "/a*a", false), ("/repos/x", "/repo", false),
])
func starsStandForAnything(path: String, pattern: String, fits: Bool) {
  #expect(SettingsResolver.fits(path, pattern: pattern) == fits)
}
