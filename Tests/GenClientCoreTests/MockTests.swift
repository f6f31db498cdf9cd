import Diagnostics
import OpenAPI
import SpecTree
import Testing

@testable import GenClientCore

private let description = """
  openapi: 3.1.0
  info: {title: Mock, version: "1"}
  servers: [{url: "https://api.example.com/{stage}/v1", variables: {stage: {default: live}}}]
  security: [{login: [a]}]
  paths:
    /things:
      get:
        operationId: listThings
        parameters:
          - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50}}
          - {name: tags, in: query, explode: false, schema: {type: array, items: {enum: [a, b]}}}
          - {name: X-Trace, in: header, required: true, schema: {type: string, format: uuid}}
        responses:
          "404":
            description: No.
            content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}
          "200":
            description: Yes.
            headers: {X-Total: {schema: {type: integer, minimum: 7}}}
            content:
              application/json:
                schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}
                examples:
                  few: {value: [{id: 1}]}
                  none: {value: []}
              text/csv: {schema: {type: string}, example: "id\\n1\\n"}
      post:
        operationId: addThing
        security: []
        requestBody:
          required: true
          content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
        responses: {"201": {description: Made., content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
    /forms:
      post:
        security: []
        requestBody:
          required: true
          content:
            application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Form"}}
            multipart/form-data: {schema: {$ref: "#/components/schemas/Form"}}
        responses: {"204": {description: Taken.}}
    /things/mine:
      get: {operationId: mine, security: [{}], responses: {"204": {description: None.}}}
    /things/{id}.{form}:
      get:
        operationId: getThing
        security: [{key: []}]
        parameters:
          - {name: id, in: path, required: true, schema: {type: integer}}
          - {name: form, in: path, required: true, schema: {enum: [json, csv]}}
        responses: {default: {description: Any., content: {text/event-stream: {itemSchema: {type: object, properties: {n: {type: integer}}}}}}}
  components:
    securitySchemes:
      login: {type: http, scheme: Bearer}
      key: {type: apiKey, in: query, name: key}
    schemas:
      Form:
        type: object
        required: [count]
        properties:
          count: {type: integer, minimum: 1}
          tags: {type: array, items: {enum: [a, b]}}
      Problem: {type: object, properties: {message: {type: string, default: gone}}}
      Thing:
        type: object
        required: [id, name]
        additionalProperties: false
        properties:
          id: {type: integer, readOnly: true}
          name: {type: string, minLength: 2, pattern: "^[A-Z]"}
          parent: {$ref: "#/components/schemas/Thing"}
          size: {type: [number, "null"], multipleOf: 0.5}
          born: {type: string, format: date}
  """

private func service() throws -> MockService {
  let sink = DiagnosticSink()
  let root = try parse(bytes: Array(description.utf8), file: "mock.yaml", sink: sink)
  return MockService(try Document.load(root, path: "mock.yaml", files: .memory([:]), sink: sink))
}

private let trace = ("X-Trace", "7f0c2a52-6d5c-4b5e-9a53-0d3c2f6b8a10")
private let login = ("Authorization", "Bearer x")

private func text(_ response: MockResponse) -> String {
  String(decoding: response.body, as: UTF8.self)
}

@Test func examplesAreServed() throws {
  let response = try service().respond(
    to: MockRequest(method: "GET", path: "/things", fields: [trace, login])
  )
  #expect(response.status == 200)
  #expect(response.fields.contains { $0.name == "X-Total" && $0.value == "7" })
  #expect(text(response).filter { !$0.isWhitespace } == "[{\"id\":1}]")
}

@Test func theRequestMayPreferAnExampleAStatusOrAForm() throws {
  let service = try service()
  func answer(_ fields: [(String, String)]) -> MockResponse {
    service.respond(
      to: MockRequest(method: "GET", path: "/things", fields: [trace, login] + fields)
    )
  }
  #expect(text(answer([("Prefer", "example=none")])) == "[]\n")
  #expect(answer([("Prefer", "code=404")]).status == 404)
  #expect(text(answer([("Prefer", "code=404")])).contains("\"message\": \"gone\""))
  #expect(answer([("Prefer", "code=500")]).status == 400)
  #expect(answer([("Prefer", "code=abc")]).status == 400)
  #expect(text(answer([("Accept", "text/csv;q=1, application/json")])) == "id\n1\n")
  #expect(text(answer([("Accept", "text/*")])) == "id\n1\n")
  #expect(answer([("Accept", "image/png")]).status == 406)
}

@Test(arguments: [
  ("/things", [("limit", "0")], "`limit` (query) is less than 1"),
  ("/things", [("limit", "x")], "`limit` (query) should be a whole number, not text"),
  ("/things", [("tags", "a,c")], "an item of `tags` (query) should be one of a or b"),
  ("/things", [("limit", "1"), ("limit", "2")], "`limit` (query) is given 2 times"),
  ("/things", [("limt", "3")], "`limt` (query) is not documented; did you mean `limit`?"),
])
func parametersAreCompared(path: String, query: [(String, String)], message: String) throws {
  let response = try service().respond(
    to: MockRequest(
      method: "GET",
      path: path,
      query: query.map { (name: $0.0, value: $0.1) },
      fields: [trace, login]
    )
  )
  #expect(response.status == 400)
  #expect(text(response).contains(message), "\(text(response))")
}

@Test func aRequiredHeaderIsMissed() throws {
  let response = try service().respond(
    to: MockRequest(method: "GET", path: "/things", fields: [login])
  )
  #expect(text(response).contains("`X-Trace` (header) is required"))
}

@Test(arguments: [
  ("GET", "/things", [], [], 401), ("GET", "/things", [], [("Authorization", "Basic x")], 401),
  ("GET", "/things/1.json", [], [], 401), ("GET", "/things/1.json", [("key", "k")], [], 200),
  ("GET", "/things/mine", [], [], 204),
])
func credentialsAreAskedForWhereTheDocumentDoes(
  method: String,
  path: String,
  query: [(String, String)],
  fields: [(String, String)],
  status: Int
) throws {
  let response = try service().respond(
    to: MockRequest(
      method: method,
      path: path,
      query: query.map { (name: $0.0, value: $0.1) },
      fields: fields.map { (name: $0.0, value: $0.1) }
    )
  )
  #expect(response.status == status)
  if status == 401 { #expect(response.fields.contains { $0.name == "WWW-Authenticate" }) }
}

@Test(arguments: [
  (#"{"name":"Rex"}"#, 201, ""),
  (#"{"name":"Rex","parent":{"name":"Mia"},"size":1.5,"born":"2024-02-29"}"#, 201, ""),
  (#"{"name":"Rex","size":null}"#, 201, ""),
  ("", 400, "the body is required"),
  ("{", 400, "the body is no JSON"),
  ("[]", 400, "the body should be an object, not a list"),
  (#"{"name":"Rex","name":"Mia"}"#, 400, "the body is ambiguous: "),
  ("{}", 400, "the body has no `name`, which is required"),
  (#"{"name":"R"}"#, 400, "`/name` is shorter than 2 characters"),
  (#"{"name":"rex"}"#, 400, "`/name` does not match ^[A-Z]"),
  (#"{"name":1}"#, 400, "`/name` should be text, not a number"),
  (#"{"name":"Rex","nme":1}"#, 400, "`/nme` is not documented; did you mean `name`?"),
  (#"{"name":"Rex","size":0.3}"#, 400, "`/size` is no multiple of 0.5"),
  (#"{"name":"Rex","born":"today"}"#, 400, "`/born` is no date"),
  (#"{"name":"Rex","parent":{"name":"Mia","parent":{}}}"#, 400, "`/parent/parent` has no `name`"),
])
func bodiesAreCompared(body: String, status: Int, message: String) throws {
  let response = try service().respond(
    to: MockRequest(
      method: "POST",
      path: "/things",
      fields: [("Content-Type", "application/json; charset=utf-8")],
      body: Array(body.utf8)
    )
  )
  #expect(response.status == status)
  #expect(message.isEmpty || text(response).contains(message), "\(text(response))")
}

@Test(arguments: [
  ("application/x-www-form-urlencoded", "count=2&tags=a&tags=b", ""),
  ("application/x-www-form-urlencoded", "tags=a", "the body has no `count`"),
  ("application/x-www-form-urlencoded", "count=0", "`/count` is less than 1"),
  ("application/x-www-form-urlencoded", "count=%61", "`/count` should be a whole number"),
  ("application/x-www-form-urlencoded", "count=1&tags=c", "`/tags/0` should be one of a or b"),
  (
    "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"count\"\r\n",
    ""
  ),
  ("multipart/form-data; boundary=x", "--x--", "the body has no part `count`"),
  ("multipart/form-data", "--x--", "the body has no `boundary`"),
])
func formsAreCompared(type: String, body: String, message: String) throws {
  let response = try service().respond(
    to: MockRequest(
      method: "POST",
      path: "/forms",
      fields: [("Content-Type", type)],
      body: Array(body.utf8)
    )
  )
  #expect(response.status == (message.isEmpty ? 204 : 400))
  #expect(text(response).contains(message), "\(text(response))")
}

@Test func aBodyOfAnotherTypeIsRefused() throws {
  let response = try service().respond(
    to: MockRequest(
      method: "POST",
      path: "/things",
      fields: [("Content-Type", "text/plain")],
      body: [65]
    )
  )
  #expect(response.status == 415)
  #expect(text(response).contains("it should be application/json"))
}

@Test func valuesAreMadeFromSchemasAndEndRecursion() throws {
  let response = try service().respond(
    to: MockRequest(
      method: "POST",
      path: "/things",
      fields: [("Content-Type", "application/json")],
      body: Array(#"{"name":"Rex"}"#.utf8)
    )
  )
  let root = try parse(bytes: response.body, file: "json", sink: DiagnosticSink())
  #expect(root["id"]?.int == 1)
  #expect(root["born"]?.text == "2024-01-15")
  #expect(root["parent"] == nil)
}

@Test func streamsSendThreeEvents() throws {
  let response = try service().respond(
    to: MockRequest(method: "GET", path: "/things/5.csv", query: [("key", "k")])
  )
  #expect(response.fields.first?.value == "text/event-stream")
  #expect(text(response) == String(repeating: "data: {\"n\":1}\n\n", count: 3))
}

@Test(arguments: [
  ("GET", "/live/v1/things/mine", 204), ("GET", "/thing", 404), ("DELETE", "/things", 405),
  ("HEAD", "/things/mine", 204), ("GET", "/things/a%2Fb.json", 401), ("GET", "/things/5.xml", 401),
  ("GET", "/things/", 404),
])
func pathsAreMatched(method: String, path: String, status: Int) throws {
  #expect(try service().respond(to: MockRequest(method: method, path: path)).status == status)
}

@Test func anUnknownPathSuggestsTheNearest() throws {
  let response = try service().respond(to: MockRequest(method: "GET", path: "/thing"))
  #expect(text(response).contains("did you mean /things?"))
}
