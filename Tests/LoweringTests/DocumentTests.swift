import ClientModel
import Testing

/// Servers, webhooks, pagination, and what is special to single versions.
@Suite struct DocumentTests {
  @Test func serversWithVariables() throws {
    let lowered = try Lowered(
      document: """
        openapi: 3.1.0
        info: {title: Test, version: "1"}
        servers:
          - url: https://{region}.example.test:{port}/v2
            variables:
              region: {enum: [eu, us], default: eu, description: Where it runs.}
              port: {default: "8443"}
          - {url: 'http://localhost:8080', description: Local}
        paths:
          /up:
            post:
              operationId: upload
              servers: [{url: 'https://uploads.example.test'}]
              responses: {'204': {description: None.}}
        """
    )
    let server = lowered.model.servers[0]
    #expect(lowered.model.servers.map(\.name) == ["primary", "local"])
    #expect(server.variables.map(\.name) == ["region", "port"])
    #expect(server.variables.map(\.defaultValue) == ["eu", "8443"])
    #expect(server.variables.map(\.defaultCase) == ["eu", nil])
    #expect(lowered["PrimaryServerRegion"] == "enum PrimaryServerRegion: String {eu, us}")
    #expect(lowered.operation("upload")?.servers.map(\.url) == ["https://uploads.example.test"])
  }

  @Test func webhooksAndCallbacksHavePayloads() throws {
    let lowered = try Lowered(
      document: """
        openapi: 3.1.0
        info: {title: Test, version: "1"}
        paths:
          /subscriptions:
            post:
              operationId: subscribe
              responses: {'204': {description: None.}}
              callbacks:
                onEvent:
                  '{$request.body#/url}':
                    post:
                      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}
                      responses: {'204': {description: None.}}
        webhooks:
          issue-opened: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}, responses: {'204': {description: None.}}}}
          ping: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {zen: {type: string}}}}}}, responses: {'204': {description: None.}}}}
          form: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}, responses: {'204': {description: None.}}}}
        components:
          schemas:
            Event: {type: object, properties: {id: {type: string}}}
        """
    )
    let webhooks = lowered.model.webhooks
    #expect(webhooks.map(\.name) == ["issueOpened", "ping", "form", "subscribeOnEvent"])
    #expect(webhooks.map(\.key) == ["issue-opened", "ping", "form", "subscribe onEvent"])
    #expect(
      webhooks.map { $0.payload.map { Sketch.of($0) } } == ["Event", "PingPayload", nil, "Event"]
    )
    #expect(lowered.codes == ["webhook-payload"])
  }

  @Test(
    arguments: [
      (
        "parameters: [{name: page, in: query, schema: {type: integer, default: 0}}]",
        "type: array, items: {type: string}", Pagination.page(parameter: "page", first: 0)
      ),
      (
        "parameters: [{name: offset, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}]",
        "type: array, items: {type: string}", .offset(parameter: "offset", limit: "limit")
      ),
      (
        "parameters: [{name: cursor, in: query, schema: {type: string}}]",
        "type: object, properties: {items: {type: array, items: {type: string}}, next_cursor: {type: string}}",
        .cursor(parameter: "cursor", pointer: "/next_cursor")
      ),
      (
        "parameters: [{name: pageToken, in: query, schema: {type: string}}]",
        "type: object, properties: {nextPageToken: {type: string}}",
        .cursor(parameter: "pageToken", pointer: "/nextPageToken")
      ),
      (
        "parameters: [{name: q, in: query, schema: {type: string}}]",
        "type: object, properties: {links: {type: object, properties: {next: {type: string}}}}",
        .nextURL(pointer: "/links/next")
      ),
      (
        "parameters: [{name: q, in: query, schema: {type: string}}]",
        "type: array, items: {type: string}", nil
      ),
    ] as [(String, String, Pagination?)]
  )
  func pagination(_ parameters: String, _ schema: String, _ expected: Pagination?) throws {
    let paths = """
      /list:
        get:
          operationId: list
          \(parameters)
          responses: {'200': {description: A., content: {application/json: {schema: {\(schema)}}}}}
      """
    #expect(try Lowered(paths: paths).operation("list")?.pagination == expected)
    var options = Lowered.options
    options.pagination = ["list": Pagination?.none]
    #expect(try Lowered(paths: paths, options: options).operation("list")?.pagination == nil)
    options = Lowered.options
    options.detectsPagination = false
    #expect(try Lowered(paths: paths, options: options).operation("list")?.pagination == nil)
  }

  @Test func aLinkHeaderIsFollowed() throws {
    let lowered = try Lowered(
      paths: """
        /list:
          get:
            operationId: list
            responses: {'200': {description: A., headers: {Link: {schema: {type: string}}}, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
        """
    )
    #expect(lowered.operation("list")?.pagination == .link)
  }

  @Test func swagger2() throws {
    let lowered = try Lowered(
      document: """
        swagger: "2.0"
        info: {title: Test, version: "1"}
        host: api.example.com
        basePath: /v1
        schemes: [https]
        consumes: [application/json]
        produces: [application/json, application/xml]
        paths:
          /things:
            get:
              operationId: list
              parameters:
                - {name: a, in: query, type: array, items: {type: string}, collectionFormat: ssv}
                - {name: b, in: query, type: array, items: {type: string}, collectionFormat: tsv}
                - {name: c, in: query, type: array, items: {type: string}, collectionFormat: multi}
              responses: {200: {description: A., schema: {$ref: '#/definitions/Thing'}, headers: {X-Total: {type: integer}}}}
            post:
              operationId: send
              consumes: [multipart/form-data]
              parameters:
                - {name: file, in: formData, type: file, required: true}
                - {name: note, in: formData, type: string}
              responses: {204: {description: None.}}
        definitions:
          Thing: {type: object, discriminator: kind, required: [kind], properties: {kind: {type: string}, note: {type: string, x-nullable: true}}}
          Car: {allOf: [{$ref: '#/definitions/Thing'}, {properties: {doors: {type: integer}}}]}
        """
    )
    #expect(lowered.model.servers.map(\.url) == ["https://api.example.com/v1"])
    let list = try #require(lowered.operation("list"))
    #expect(Sketch.of(list) == "list(a: [String]?, b: [String]?, c: [String]?) -> Thing")
    #expect(list.parameters.map(\.style) == [.spaceDelimited, .tabDelimited, .form])
    #expect(list.accept == ["application/json"])
    #expect(
      lowered["ThingsSendMultipart"] == "struct ThingsSendMultipart {file: FilePart, note: String?}"
    )
    #expect(
      lowered["Thing"] == "union Thing by \"kind\" {car: Car [Car], base: Thing.Base [Thing]}"
    )
    #expect(
      lowered["Car"] == "struct Car {kind: String = \"Car\", note: String?|null, doors: Int?}"
    )
    #expect(lowered.codes.allSatisfy { $0 == "alternative-form" })
  }

  @Test func version32() throws {
    let lowered = try Lowered(
      document: """
        openapi: 3.2.0
        info: {title: Test, version: "1"}
        tags: [{name: shop, summary: The shop}]
        paths:
          /search:
            query:
              operationId: search
              tags: [shop]
              parameters:
                - name: filter
                  in: querystring
                  content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}
              responses: {'204': {description: None.}}
            additionalOperations:
              PURGE: {operationId: purge, tags: [shop], responses: {'204': {description: None.}}}
        """
    )
    #expect(lowered.operations.map(\.method) == ["QUERY", "PURGE"])
    #expect(lowered.operation("search")?.parameters.first?.location == .querystring)
    #expect(lowered.model.groups.first?.documentation.summary == "The shop")
  }

  @Test(arguments: [
    ("{type: object, properties: {a: {type: string}}}", "StreamStreamEvent"),
    (
      "{type: object, properties: {event: {type: string}, data: {type: string}}}", "ServerSentEvent"
    ),
    (
      "{type: object, properties: {id: {type: string}, data: {type: object, properties: {a: {type: string}}}}}",
      "StreamStreamEvent"
    ),
    (
      "{type: object, properties: {data: {type: string, contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Item'}}}}",
      "Item"
    ),
    (
      "{oneOf: [{properties: {event: {const: a}, data: {type: string}}}, {properties: {event: {const: b}, data: {type: string}}}]}",
      "ServerSentEvent"
    ),
  ])
  func eventsMayBeDescribedWholeOrByTheirData(_ schema: String, _ expected: String) throws {
    let lowered = try Lowered(
      schemas: "Item: {type: object, properties: {id: {type: integer}}}",
      paths: """
        /stream:
          get:
            operationId: stream
            responses: {'200': {description: A., content: {text/event-stream: {itemSchema: \(schema)}}}}
        """,
      version: "3.2.0"
    )
    let result = try #require(lowered.operation("stream")).result
    #expect(Sketch.of(result) == "stream of \(expected) by serverSentEvents(end: nil)")
  }

  @Test func filteredDocumentsHoldWhatIsReached() throws {
    let schemas = """
      Item: {type: object, properties: {base: {$ref: '#/components/schemas/Base'}}}
      Base: {type: object, required: [k], properties: {k: {type: string}}, discriminator: {propertyName: k, mapping: {s: '#/components/schemas/Special'}}}
      Special: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {x: {$ref: '#/components/schemas/Deep'}}}]}
      Deep: {type: object, properties: {y: {type: string}}}
      Rate: {type: integer}
      Unrelated: {type: object, properties: {z: {type: string}}}
      Wanted: {type: object, properties: {w: {type: string}}}
      """
    let paths = """
      /items/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        get:
          operationId: getItem
          responses: {'200': {description: A., headers: {X-Rate: {schema: {$ref: '#/components/schemas/Rate'}}}, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
        delete: {operationId: deleteItem, responses: {'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Unrelated'}}}}}}
      """
    var options = Lowered.options
    options.includes = { $0.operationID == "getItem" }
    options.includesSchema = { $0 == "Wanted" }
    let lowered = try Lowered(schemas: schemas, paths: paths, options: options)
    #expect(lowered.operations.map(\.name) == ["getItem"])
    #expect(lowered.operation("getItem")?.parameters.map(\.name) == ["id"])
    #expect(
      Set(lowered.model.types.map(\.name.description))
        == ["Base", "Deep", "Item", "Special", "Wanted", "RateHeaders"]
    )
  }
}
