import Diagnostics
import OpenAPI
import SpecTree
import Testing

@Suite struct Swagger2Tests {
  private func read(_ text: String) -> Outcome {
    load("swagger: \"2.0\"\ninfo: {title: T, version: \"1\"}\n" + text)
  }

  @Test(arguments: [
    (
      "host: a.example.com\nbasePath: /v1/\nschemes: [http, https]",
      ["https://a.example.com/v1", "http://a.example.com/v1"]
    ),
    ("host: a.example.com", ["https://a.example.com"]),
    ("basePath: /v1", ["/v1"]),
    ("basePath: v1", ["/v1"]),
    ("", []),
  ])
  func hostPathAndSchemesMakeServers(text: String, urls: [String]) {
    #expect(read(text + "\npaths: {}\n").document?.servers.map(\.url) == urls)
  }

  @Test func parametersHaveTheirSchemasInThemselves() throws {
    let outcome = read(
      """
      paths:
        /a/{id}:
          get:
            parameters:
            - {name: id, in: path, required: true, type: integer, format: int64, description: The id.}
            - {name: c, in: query, type: array, items: {type: string}}
            - {name: m, in: query, type: array, items: {type: string}, collectionFormat: multi}
            - {name: p, in: query, type: array, items: {type: string}, collectionFormat: pipes}
            - {name: s, in: query, type: array, items: {type: string}, collectionFormat: ssv}
            - {name: t, in: query, type: array, items: {type: string}, collectionFormat: tsv}
            - {name: X-H, in: header, type: array, items: {type: string}, collectionFormat: csv}
            - {name: e, in: query, type: string, enum: [a, b], default: a, x-nullable: true}
            responses: {}
      """
    )
    let document = try #require(outcome.document)
    let parameters = document.operations[0].parameters
    #expect(
      parameters.map { "\($0.style)\($0.explodes ? "*" : "")" } == [
        "simple", "form", "form*", "pipeDelimited", "spaceDelimited", "tabDelimited", "simple",
        "form",
      ]
    )
    let id = document[try #require(parameters[0].schema)]
    #expect((id.types, id.format) == (.integer, "int64"))
    #expect(id.description == nil)
    #expect(parameters[0].description == "The id.")
    let list = document[try #require(parameters[1].schema)]
    #expect(document[try #require(list.items)].types == .string)
    let choice = document[try #require(parameters[7].schema)]
    #expect(choice.types == [.string, .null])
    #expect(choice.default?.text == "a")
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func aBodyParameterIsARequestBody() throws {
    let outcome = read(
      """
      consumes: [application/json, application/xml]
      paths:
        /a:
          post:
            parameters: [{name: pet, in: body, required: true, description: A pet., schema: {$ref: "#/definitions/Pet"}}]
            responses: {}
          put:
            consumes: [text/plain]
            parameters: [{$ref: "#/parameters/Pet"}]
            responses: {}
      parameters:
        Pet: {name: pet, in: body, schema: {$ref: "#/definitions/Pet"}}
      definitions:
        Pet: {type: object}
      """
    )
    let document = try #require(outcome.document)
    let post = try #require(document.operations[0].requestBody)
    #expect(post.content.map(\.range.text) == ["application/json", "application/xml"])
    #expect(post.isRequired)
    #expect(post.name == "pet")
    #expect(post.description == "A pet.")
    #expect(post.content.allSatisfy { $0.schema.map { document[$0].name } == "Pet" })
    let put = try #require(document.operations[1].requestBody)
    #expect(put.content.map(\.range.text) == ["text/plain"])
    #expect(put.reference?.componentName == "Pet")
    #expect(document.components.requestBodies.map(\.name) == ["Pet"])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func formParametersAreTheFieldsOfABody() throws {
    let outcome = read(
      """
      paths:
        /a:
          post:
            consumes: [multipart/form-data]
            parameters:
            - {name: file, in: formData, type: file, required: true}
            - {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi, description: All tags.}
            responses: {}
          put:
            parameters: [{$ref: "#/parameters/Name"}]
            responses: {}
      parameters:
        Name: {name: name, in: formData, type: string}
      """
    )
    let document = try #require(outcome.document)
    let post = try #require(document.operations[0].requestBody)
    #expect(post.content.map(\.range.text) == ["multipart/form-data"])
    #expect(post.isRequired)
    let form = document[try #require(post.content[0].schema)]
    #expect(form.types == .object)
    #expect(form.properties.map(\.name) == ["file", "tags"])
    #expect(form.required == ["file"])
    #expect(document[form.properties[0].schema].types == .file)
    #expect(document[form.properties[1].schema].description == "All tags.")
    #expect(post.content[0].encoding.map(\.explodes) == [false, true])
    #expect(form.location.line == 8)
    let put = try #require(document.operations[1].requestBody)
    #expect(put.content.map(\.range.essence) == ["application/x-www-form-urlencoded"])
    #expect(!put.isRequired)
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func aResponseIsWrittenAsItsOperationProduces() throws {
    let outcome = read(
      """
      produces: [application/json]
      paths:
        /a:
          get:
            responses:
              200: {$ref: "#/responses/Pets"}
              404: {description: Gone.}
          put:
            produces: [text/csv]
            responses: {200: {$ref: "#/responses/Pets"}}
          head:
            produces: [image/png]
            responses: {200: {description: A picture., schema: {type: file}}}
      responses:
        Pets:
          description: All.
          schema: {type: array, items: {$ref: "#/definitions/Pet"}}
          headers: {X-Total: {type: integer, description: How many.}}
          examples: {application/json: [{name: Rex}]}
      definitions:
        Pet: {type: object, discriminator: kind, properties: {kind: {type: string}}}
      """
    )
    let document = try #require(outcome.document)
    let ranges = document.operations.map { $0.responses.map { $0.content.map(\.range.text) } }
    #expect(ranges == [[["application/json"], []], [["text/csv"]], [["image/png"]]])
    let pets = document.operations[0].responses[0]
    #expect(pets.reference?.componentName == "Pets")
    #expect(pets.headers.map(\.name) == ["X-Total"])
    #expect(document[try #require(pets.headers[0].schema)].types == .integer)
    #expect(pets.content[0].examples.count == 1)
    #expect(document.schemas.first { $0.name == "Pet" }?.discriminator?.propertyName == "kind")
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test func securityDefinitionsAreSchemes() throws {
    let outcome = read(
      """
      paths: {}
      security: [{basic: []}]
      securityDefinitions:
        basic: {type: basic}
        key: {type: apiKey, in: query, name: k}
        code: {type: oauth2, flow: accessCode, authorizationUrl: https://a.example, tokenUrl: https://t.example, scopes: {read: Reading.}}
        app: {type: oauth2, flow: application, tokenUrl: https://t.example, scopes: {}}
      """
    )
    let document = try #require(outcome.document)
    let kinds = document.components.securitySchemes.map { scheme -> String in
      switch scheme.value.kind {
      case .http(let name, _): name
      case .apiKey(let name, let place): "\(place) \(name)"
      case .oauth2(let flows): flows.flows.map(\.kind.rawValue).joined()
      default: "?"
      }
    }
    #expect(kinds == ["basic", "query k", "authorizationCode", "clientCredentials"])
    #expect(document.security?.first?.schemes.map(\.scheme) == ["basic"])
    #expect(outcome.diagnostics.isEmpty)
  }
}
