import Diagnostics
import OpenAPI
import SpecTree
import Testing

@Suite struct OperationTests {
  private func read(
    _ operation: String,
    path: String = "/a",
    version: String = "3.0.3",
    more: String = ""
  )
    -> (operation: Operation?, outcome: Outcome)
  {
    let outcome = load(
      """
      openapi: \(version)
      info: {title: T, version: "1"}
      paths:
        "\(path)":
          get:
            responses: {}
      \(operation.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
      \(more)
      """
    )
    return (outcome.document?.operations.first, outcome)
  }

  // MARK: Parameters

  @Test(arguments: [
    ("in: query", Parameter.Place.query, Parameter.Style.form, true),
    ("in: query, explode: false", .query, .form, false),
    ("in: query, style: deepObject, explode: true", .query, .deepObject, true),
    ("in: query, style: pipeDelimited", .query, .pipeDelimited, false),
    ("in: query, style: spaceDelimited", .query, .spaceDelimited, false),
    ("in: header", .header, .simple, false),
    ("in: cookie", .cookie, .form, true),
    ("in: Header", .header, .simple, false),
  ])
  func aStyleHasTheDefaultOfItsPlace(
    text: String,
    place: Parameter.Place,
    style: Parameter.Style,
    explodes: Bool
  ) {
    let (operation, _) = read("parameters: [{name: p, \(text), schema: {type: string}}]")
    let parameter = operation?.parameters.first
    #expect(parameter?.place == place)
    #expect(parameter?.style == style)
    #expect(parameter?.explodes == explodes)
    #expect(parameter?.isRequired == false)
  }

  @Test func pathParametersAreMatchedToThePath() {
    let (operation, outcome) = read(
      """
      parameters:
      - {name: petId, in: path, required: true, schema: {type: integer}}
      - {name: unused, in: path, required: true, schema: {type: string}}
      """,
      path: "/pets/{pet_id}/files/{name}.{ext}"
    )
    #expect(operation?.parameters.map(\.name) == ["pet_id", "name", "ext"])
    #expect(operation?.parameters.map(\.isInferred) == [false, true, true])
    #expect(operation?.parameters.allSatisfy(\.isRequired) == true)
    let types = operation?.parameters.compactMap(\.schema).map { outcome.document?[$0].types }
    #expect(types == [.integer, .string, .string])
    #expect(
      outcome.codes(.warning) == [
        .undeclaredPathParameter, .undeclaredPathParameter, .undeclaredPathParameter,
        .unusedPathParameter,
      ]
    )
  }

  @Test func parametersOfThePathAreMergedAndOverridden() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a/{id}:
          parameters:
          - {name: id, in: path, required: true, schema: {type: string}}
          - {$ref: "#/components/parameters/Page"}
          get:
            parameters:
            - {name: size, in: query, schema: {type: integer}}
            - {name: id, in: path, required: true, schema: {type: integer}}
            - {name: page, in: header, schema: {type: string}}
            responses: {}
      components:
        parameters:
          Page: {name: page, in: query, schema: {type: integer}}
      """
    )
    let operation = try #require(outcome.document?.operations.first)
    #expect(
      operation.parameters.map { "\($0.place.rawValue) \($0.name)" }
        == ["path id", "query page", "query size", "header page"]
    )
    #expect(operation.parameters[1].reference?.componentName == "Page")
    let document = try #require(outcome.document)
    #expect(document[try #require(operation.parameters[0].schema)].types == .integer)
    #expect(outcome.findings.isEmpty)
  }

  @Test func whatIsNoParameterIsLeftOutAndReported() {
    let (operation, outcome) = read(
      """
      parameters:
      - text
      - {in: query}
      - {name: a}
      - {name: b, in: query, schema: {type: string}}
      - {name: b, in: query, schema: {type: integer}}
      """
    )
    #expect(operation?.parameters.map(\.name) == ["b"])
    #expect(
      outcome.codes(.warning) == [
        .wrongShape, .unusableParameter, .unusableParameter, .duplicateParameter,
      ]
    )
  }

  @Test func aSchemaInTheParameterItselfIsUnderstood() {
    let (operation, outcome) = read(
      "parameters: [{name: a, in: query, type: array, items: {type: integer}, description: d}]"
    )
    let schema = operation?.parameters.first?.schema.map { outcome.document?[$0] }
    #expect(schema??.types == .array)
    #expect(schema??.description == nil)
    #expect(outcome.codes(.warning) == [.repairedShape])
  }

  @Test func keywordsOfASchemaBesideTheSchemaAreReported() {
    let (_, outcome) = read(
      "parameters: [{name: a, in: query, default: 1, schema: {type: integer}}]"
    )
    #expect(outcome.codes(.notice) == [.ignoredKeyword])
  }

  @Test func contentTakesThePlaceOfASchema() {
    let (operation, outcome) = read(
      "parameters: [{name: a, in: query, content: {application/json: {schema: {type: object}}}}]"
    )
    #expect(operation?.parameters.first?.schema == nil)
    #expect(operation?.parameters.first?.content?.range.isJSON == true)
    #expect(outcome.findings.isEmpty)
  }

  @Test func swaggerParametersInALaterDocumentMakeABody() {
    let (operation, outcome) = read(
      """
      parameters:
      - {name: f, in: formData, type: string}
      - {name: u, in: formData, type: file}
      """
    )
    #expect(operation?.requestBody?.content.map(\.range.essence) == ["multipart/form-data"])
    #expect(outcome.codes(.warning).filter { $0 == .keywordOfOtherVersion }.count == 2)
  }

  // MARK: Names, tags, servers

  @Test func aRepeatedIDIsKeptByTheFirst() {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a: {get: {operationId: x, responses: {}}, put: {operationId: x, responses: {}}}
        /b: {get: {operationId: "", responses: {}}}
      """
    )
    #expect(outcome.document?.operations.map(\.operationID) == ["x", nil, nil])
    #expect(outcome.codes(.warning) == [.duplicateOperationID])
  }

  @Test func methodsInCapitalsAreUnderstood() {
    let outcome = load(
      "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {/a: {GET: {responses: {}}}}\n"
    )
    #expect(outcome.document?.operations.map(\.method) == ["GET"])
    #expect(outcome.codes(.warning) == [.repairedShape])
  }

  @Test func theNearestServersCount() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      servers: [{url: /root}]
      paths:
        /a:
          servers: [{url: /path}]
          get: {responses: {}}
          put: {servers: [{url: /operation}], responses: {}}
        /b: {get: {responses: {}}}
      """
    )
    let document = try #require(outcome.document)
    #expect(document.servers.map(\.url) == ["/root"])
    #expect(document.operations.map { $0.servers.map(\.url) } == [["/path"], ["/operation"], []])
  }

  @Test func securityIsInheritedReplacedOrWaived() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      security: [{key: []}]
      paths:
        /a:
          get: {responses: {}}
          put: {security: [], responses: {}}
          post: {security: [{}, {oauth: [read, write], key: []}], responses: {}}
          patch: {security: [{gone: []}, {key: []}], responses: {}}
      components:
        securitySchemes:
          key: {type: apiKey, name: X-Key, in: header}
          oauth:
            type: oauth2
            flows:
              authorizationCode:
                authorizationUrl: https://example.com/authorize
                tokenUrl: https://example.com/token
                scopes: {read: Reading., write: Writing.}
      """
    )
    let document = try #require(outcome.document)
    let shapes = document.operations.map { operation in
      document.security(of: operation)?.map { requirement in
        requirement.schemes.map { "\($0.scheme)\($0.scopes)" }.joined(separator: "&")
      }
    }
    #expect(
      shapes == [["key[]"], [], ["", #"oauth["read", "write"]&key[]"#], ["key[]"]]
    )
    #expect(outcome.codes(.warning) == [.undeclaredSecurityScheme])
    guard case .oauth2(let flows)? = document.components.securitySchemes.last?.value.kind else {
      Issue.record("no OAuth scheme")
      return
    }
    #expect(flows.flows.map(\.kind) == [.authorizationCode])
    #expect(flows.flows[0].scopes.map(\.name) == ["read", "write"])
  }

  @Test func allSchemeTypesAreRead() {
    let outcome = load(
      """
      openapi: 3.2.0
      info: {title: T, version: "1"}
      components:
        securitySchemes:
          a: {type: http, scheme: Bearer, bearerFormat: JWT}
          b: {type: http, scheme: basic}
          c: {type: openIdConnect, openIdConnectUrl: https://example.com/.well-known}
          d: {type: mutualTLS}
          e: {type: apiKey, in: cookie, name: sid}
          f:
            type: oauth2
            oauth2MetadataUrl: https://example.com/meta
            deprecated: true
            flows:
              deviceAuthorization:
                deviceAuthorizationUrl: https://example.com/device
                tokenUrl: https://example.com/token
                scopes: {}
      """
    )
    let kinds = outcome.document?.components.securitySchemes.map { "\($0.value.kind)" } ?? []
    #expect(kinds.count == 6)
    #expect(kinds[0].hasPrefix("http(scheme: \"bearer\""))
    #expect(outcome.document?.components.securitySchemes[5].value.isDeprecated == true)
    guard case .oauth2(let flows)? = outcome.document?.components.securitySchemes[5].value.kind
    else {
      Issue.record("no OAuth scheme")
      return
    }
    #expect(flows.metadataURL == "https://example.com/meta")
    #expect(flows.flows[0].deviceAuthorizationURL == "https://example.com/device")
    #expect(outcome.findings.isEmpty)
  }

  @Test func serverVariablesAreCompleted() {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths: {}
      servers:
      - url: https://{region}.example.com/{version}
        variables:
          version: {enum: [v1, v2], default: v1}
          surplus: {default: x}
      """
    )
    let variables = outcome.document?.servers.first?.variables
    #expect(variables?.map(\.name) == ["version", "region"])
    #expect(variables?.map(\.defaultValue) == ["v1", ""])
    #expect(variables?.first?.values == ["v1", "v2"])
    #expect(outcome.codes(.warning) == [.serverVariable])
    #expect(outcome.codes(.notice) == [.serverVariable])
  }

  // MARK: Bodies and responses

  @Test func statusesAreCodesRangesAndTheRest() {
    let (operation, outcome) = read("", more: "")
    #expect(operation?.responses.isEmpty == true)
    #expect(outcome.findings.isEmpty)
    let read = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a:
          get:
            responses:
              200: {description: a}
              "2XX": {description: b}
              4xx: {description: c}
              default: {description: d}
              x-more: {}
              error: {description: e}
              404:
              "204": text
      """
    )
    let responses = read.document?.operations.first?.responses
    #expect(
      responses?.map(\.status)
        == [.code(200), .range(2), .range(4), .default, .code(404), .code(204)]
    )
    #expect(responses?.map(\.description) == ["a", "b", "c", "d", "", "text"])
    #expect(
      read.codes(.warning) == [.invalidStatus, .invalidStatus, .missingKeyword, .repairedShape]
    )
  }

  @Test func bodiesWithoutAMediaTypeAreJSON() {
    let (operation, outcome) = read(
      """
      requestBody: {schema: {type: string}}
      """,
      more: """
            put: {requestBody: {$ref: "#/components/schemas/A"}, responses: {"200": {description: "", schema: {type: string}}}}
        components: {schemas: {A: {type: object}}}
        """
    )
    #expect(operation?.requestBody?.content.map(\.range.text) == ["application/json"])
    let second = outcome.document?.operations.last
    #expect(second?.requestBody?.content.first?.schema != nil)
    #expect(second?.responses.first?.content.map(\.range.text) == ["application/json"])
    #expect(outcome.codes(.warning) == [.repairedShape, .repairedShape, .repairedShape])
  }

  @Test func encodingsHeadersLinksAndExamplesAreRead() throws {
    let outcome = load(
      """
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a:
          post:
            requestBody:
              required: true
              content:
                multipart/form-data:
                  schema: {type: object, properties: {file: {type: string, format: binary}}}
                  encoding:
                    file:
                      contentType: image/png, image/jpeg
                      headers: {X-Checksum: {schema: {type: string}}}
            responses:
              "201":
                description: It.
                headers: {X-Rate-Limit: {schema: {type: integer}, required: true}}
                content:
                  application/json:
                    examples: {one: {summary: One., value: {a: 1}}, two: {externalValue: a.json}}
                links:
                  self: {operationId: get, parameters: {id: $response.body#/id}}
      """
    )
    let operation = try #require(outcome.document?.operations.first)
    let body = try #require(operation.requestBody)
    #expect(body.isRequired)
    let encoding = try #require(body.content.first?.encoding.first)
    #expect(encoding.property == "file")
    #expect(encoding.contentTypes.map(\.essence) == ["image/png", "image/jpeg"])
    #expect(encoding.headers.map(\.name) == ["X-Checksum"])
    let response = operation.responses[0]
    #expect(response.headers.map(\.name) == ["X-Rate-Limit"])
    #expect(response.headers[0].isRequired)
    #expect(response.content[0].examples.map(\.name) == ["one", "two"])
    #expect(response.content[0].examples[0].value?["a"]?.int == 1)
    #expect(response.links[0].parameters.first?.name == "id")
    #expect(outcome.diagnostics.isEmpty)
  }
}
