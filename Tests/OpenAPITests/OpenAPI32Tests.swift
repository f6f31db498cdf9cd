import Diagnostics
import OpenAPI
import Testing

@Suite struct OpenAPI32Tests {
  @Test func whatIsNewIn32IsRead() throws {
    let outcome = load(
      """
      openapi: 3.2.0
      $self: https://example.com/api.yaml
      info: {title: T, version: "1"}
      tags:
      - {name: products, summary: Products, kind: nav}
      - {name: books, parent: products}
      servers: [{url: https://example.com, name: main}]
      paths:
        /search:
          query:
            parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}]
            responses:
              "200":
                summary: Found.
                content:
                  text/event-stream:
                    itemSchema: {type: object}
                    prefixEncoding: [{contentType: text/plain}]
                    itemEncoding: {contentType: text/html}
                    examples: {a: {dataValue: {x: 1}, serializedValue: "data: x"}}
          additionalOperations:
            COPY: {responses: {}}
      components:
        mediaTypes:
          Events: {itemSchema: {type: string}}
      """
    )
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    #expect(document.tags.map(\.parent) == [nil, "products"])
    #expect(document.tags[0].kind == "nav")
    #expect(document.servers[0].name == "main")
    #expect(document.operations.map(\.method) == ["QUERY", "COPY"])
    #expect(document.operations[0].parameters[0].place == .querystring)
    let content = document.operations[0].responses[0].content[0]
    #expect(content.itemSchema != nil)
    #expect(content.prefixEncoding.count == 1)
    #expect(content.itemEncoding?.contentTypes.map(\.text) == ["text/html"])
    #expect(content.examples[0].serializedValue == "data: x")
    #expect(document.components.mediaTypes.map(\.name) == ["Events"])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func webhooksAndCallbacksHaveTheirOwnPaths() throws {
    let outcome = load(
      """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      webhooks:
        petSold:
          post:
            requestBody: {content: {application/json: {schema: {type: object}}}}
            responses: {"200": {description: Thanks.}}
        shared: {$ref: "#/components/pathItems/Shared"}
      paths:
        /a:
          post:
            callbacks:
              done:
                "{$request.body#/url}?id={$request.query.id}": {post: {responses: {}}}
            responses: {}
      components:
        pathItems:
          Shared: {get: {responses: {}}}
      """
    )
    let document = try #require(outcome.document)
    #expect(document.webhooks.map(\.path) == ["petSold", "shared"])
    #expect(document.webhooks[0].operations[0].requestBody != nil)
    #expect(document.webhooks[1].reference?.componentName == "Shared")
    let callback = try #require(document.operations[0].callbacks.first)
    #expect(callback.name == "done")
    #expect(callback.pathItems[0].path.hasPrefix("{$request"))
    #expect(outcome.diagnostics.isEmpty)
  }
}
