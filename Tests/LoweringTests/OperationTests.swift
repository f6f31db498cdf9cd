import ClientModel
import Testing

/// Parameters, bodies, responses and what else an operation has.
@Suite struct OperationTests {
  /// An operation `op` of `POST /op`, in the terms of 3.1.
  static func lowered(_ operation: String, schemas: String = "", version: String = "3.1.0") throws
    -> Lowered
  {
    let margin = "\n    "
    return try Lowered(
      schemas: schemas,
      paths: """
        /op:
          post:
            operationId: op
        """ + "\n"
          + operation.split(separator: "\n").map { margin.dropFirst() + $0 }.joined(separator: "\n")
      ,
      version: version
    )
  }

  static let item = "Item: {type: object, properties: {id: {type: integer}}}"
  static let done = "responses: {'204': {description: None.}}"

  @Test(arguments: [
    ("type: [string, 'null']", true, nil),
    ("type: string", false, nil),
    ("type: [string, 'null']", false, TypeReference.builtin(.string)),
    ("type: [object, 'null']", false, .dictionary(.builtin(.json))),
    ("", false, nil),
  ])
  func bodiesThatMayBeLeftOutAndMayBeNullAreThreeThings(
    _ schema: String,
    _ isRequired: Bool,
    _ type: TypeReference?
  ) throws {
    let lowered = try Self.lowered(
      """
      requestBody:
        required: \(isRequired)
        content: {application/json: {schema: {\(schema)}}}
      \(Self.done)
      """
    )
    #expect(lowered.operation("op")?.body?.nullable == type)
  }

  @Test func filesOfKeysThatNobodyNamesAreFiles() throws {
    let lowered = try Self.lowered(
      """
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties: {a: {type: string}}
              additionalProperties: {type: string, format: binary}
      \(Self.done)
      """
    )
    #expect(
      lowered["OpOpMultipart"]
        == "struct OpOpMultipart {a: String?} + additionalProperties: FilePart"
    )
  }

  @Test(arguments: [
    ("text/*", "text/plain"), ("image/*", "application/octet-stream"),
    ("'*/*'", "application/octet-stream"), ("text/csv", "text/csv"),
  ])
  func aConcreteMediaTypeStandsForARange(_ range: String, _ type: String) throws {
    let lowered = try Self.lowered(
      "requestBody: {content: {\(range): {schema: {type: string}}}}\n\(Self.done)"
    )
    #expect(lowered.operation("op")?.body?.contents.map(\.mediaType) == [type])
  }

  // MARK: Parameters

  @Test func pathParametersComeInPathOrderThenRequiredOnesThenTheOthers() throws {
    let lowered = try Lowered(
      paths: """
        /repos/{owner}/{repo}/files/{number}:
          get:
            operationId: getFile
            parameters:
              - {name: page, in: query, schema: {type: integer}}
              - {name: number, in: path, required: true, schema: {type: integer}}
              - {name: ref, in: query, required: true, schema: {type: string}}
              - {name: repo, in: path, required: true, schema: {type: string}}
              - {name: owner, in: path, required: true, schema: {type: string}}
            responses: {'204': {description: None.}}
        """
    )
    #expect(
      Sketch.of(try #require(lowered.operation("getFile")))
        == "getFile(owner: String, repo: String, number: Int, ref: String, page: Int?) -> Void"
    )
  }

  @Test func parametersThatShareANameAreToldApartByTheirPlace() throws {
    let lowered = try Lowered(
      paths: """
        /x/{id}:
          get:
            operationId: op
            parameters:
              - {name: id, in: query, schema: {type: string}}
              - {name: id, in: path, required: true, schema: {type: string}}
              - {name: id, in: header, schema: {type: string}}
              - {name: body, in: query, schema: {type: string}}
              - {name: Accept, in: header, schema: {type: string}}
            responses: {'204': {description: None.}}
        """
    )
    #expect(
      lowered.operation("op")?.parameters.map(\.name) == ["id", "idQuery", "idHeader", "body2"]
    )
    #expect(lowered.codes == ["ignored-header-parameter"])
  }

  @Test func stylesPlacesAndContentAreCarried() throws {
    let lowered = try Self.lowered(
      """
      parameters:
        - {name: a, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string}}}
        - {name: b, in: query, style: deepObject, schema: {type: object, properties: {r: {type: integer}}}}
        - {name: c, in: query, content: {application/json: {schema: {type: object, properties: {q: {type: string}}}}}}
        - {name: d, in: cookie, schema: {type: string}}
        - {name: e, in: query, allowReserved: true, schema: {type: string}}
        - {name: X-F, in: header, schema: {type: string, format: date-time}}
      \(Self.done)
      """
    )
    let parameters = try #require(lowered.operation("op")?.parameters)
    #expect(parameters.map(\.style) == [.pipeDelimited, .deepObject, .form, .form, .form, .simple])
    #expect(parameters.map(\.explode) == [false, true, true, true, true, false])
    #expect(parameters.map(\.contentType) == [nil, nil, "application/json", nil, nil, nil])
    #expect(parameters.map(\.allowReserved) == [false, false, false, false, true, false])
    #expect(parameters[5].type == .builtin(.date))
    #expect(Sketch.of(parameters[1].type) == "OpOpB")
  }

  // MARK: Bodies

  @Test(arguments: [
    ("application/json: {schema: {$ref: '#/components/schemas/Item'}}", "body: Item"),
    ("application/vnd.x+json: {schema: {type: array, items: {type: string}}}", "body: [String]"),
    ("application/json: {}", "body: JSONValue"),
    (
      "application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}",
      "body: OpOpForm"
    ),
    (
      "multipart/form-data: {schema: {type: object, properties: {a: {type: string}}}}",
      "body: OpOpMultipart"
    ),
    (
      "multipart/form-data: {schema: {type: object, properties: {a: {type: string}}, additionalProperties: {type: string, format: binary}}}",
      "body: OpOpMultipart"
    ),
    ("multipart/mixed: {schema: {type: array, items: {}}}", "body: [MultipartPart]"),
    ("multipart/form-data: {}", "body: [MultipartPart]"),
    (
      "multipart/form-data: {schema: {oneOf: [{type: object, properties: {a: {type: string, format: binary}}}, {type: object, properties: {b: {type: string}}}]}}",
      "body: OpOpMultipart"
    ),
    ("text/plain: {schema: {type: string}}", "body: String"),
    ("application/octet-stream: {schema: {type: string, format: binary}}", "body: HTTPBody"),
    ("image/png: {}", "body: HTTPBody"),
    ("application/xml: {schema: {$ref: '#/components/schemas/Item'}}", "body: HTTPBody"),
    ("'*/*': {schema: {$ref: '#/components/schemas/Item'}}", "body: Item"),
    ("'*/*': {schema: {type: string, format: binary}}", "body: HTTPBody, contentType: String?"),
    ("text/*: {schema: {type: string}}", "body: String"),
    ("image/*: {schema: {type: string}}", "body: HTTPBody, contentType: String"),
    ("application/jsonl: {schema: {$ref: '#/components/schemas/Item'}}", "body: [Item]"),
    (
      "application/json: {schema: {$ref: '#/components/schemas/Item'}}, text/json: {schema: {$ref: '#/components/schemas/Item'}}, 'application/*+json': {schema: {$ref: '#/components/schemas/Item'}}",
      "body: Item"
    ),
    (
      "application/json: {schema: {$ref: '#/components/schemas/Item'}}, application/x-www-form-urlencoded: {schema: {$ref: '#/components/schemas/Item'}}",
      "body: OpOpContent"
    ),
  ])
  func bodies(_ content: String, _ expected: String) throws {
    let lowered = try Self.lowered(
      "requestBody: {required: true, content: {\(content)}}\n" + Self.done,
      schemas: Self.item
    )
    #expect(
      Sketch.of(try #require(lowered.operation("op"))) == "op(\(expected)) -> Void"
    )
  }

  @Test func severalMediaTypesAreAChoice() throws {
    let lowered = try Self.lowered(
      """
      requestBody:
        content:
          application/json: {schema: {$ref: '#/components/schemas/Item'}}
          application/merge-patch+json: {schema: {$ref: '#/components/schemas/Item'}}
          application/xml: {schema: {$ref: '#/components/schemas/Item'}}
          text/csv: {schema: {type: string}}
      \(Self.done)
      """,
      schemas: Self.item
    )
    #expect(
      lowered["OpOpContent"]
        == "bodies OpOpContent {json: Item application/json, "
        + "applicationMergePatchJSON: Item application/merge-patch+json, "
        + "data: HTTPBody application/xml, text: String text/csv}"
    )
    #expect(lowered.codes == ["xml-body"])
  }

  @Test func multipartPropertiesOfBytesAreFiles() throws {
    let lowered = try Self.lowered(
      """
      requestBody: {content: {multipart/form-data: {schema: {$ref: '#/components/schemas/Upload'}, encoding: {meta: {contentType: application/json}}}}}
      responses: {'200': {description: Echo., content: {application/json: {schema: {$ref: '#/components/schemas/Upload'}}}}}
      """,
      schemas: """
        Upload:
          type: object
          required: [photo]
          properties:
            title: {type: string}
            photo: {type: string, format: binary}
            more: {type: array, items: {type: string, contentMediaType: image/png}}
            meta: {type: object, properties: {k: {type: string}}}
        """
    )
    #expect(
      lowered["UploadMultipart"]
        == "struct UploadMultipart {title: String?, photo: FilePart, more: [FilePart]?, meta: Upload.Meta?}"
    )
    #expect(
      lowered["Upload"]
        == "struct Upload {title: String?, photo: String, more: [String]?, meta: Upload.Meta?}"
    )
    let content = try #require(lowered.operation("op")?.body?.contents.first)
    #expect(content.properties.map(\.key) == ["meta"])
    #expect(content.properties.first?.contentType == "application/json")
  }

  @Test func aFileOrAListOfFilesIsAList() throws {
    let file = "{type: string, format: binary}"
    let lowered = try Self.lowered(
      """
      requestBody: {content: {multipart/form-data: {schema: {$ref: '#/components/schemas/Upload'}}}}
      responses: {'204': {description: Done.}}
      """,
      schemas: """
        Upload:
          type: object
          properties:
            images: {oneOf: [\(file), {type: array, items: \(file)}]}
            image: {anyOf: [\(file), \(file)]}
            link: {oneOf: [\(file), {type: integer}]}
        """
    )
    #expect(
      lowered["UploadMultipart"]
        == "struct UploadMultipart {images: [FilePart]?, image: FilePart?, link: Upload.Link?}"
    )
  }

  // MARK: Responses

  @Test(arguments: [
    ("'204': {description: A.}", "Void"),
    (
      "'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "Item"
    ),
    (
      "'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}, '204': {description: B.}",
      "Item?"
    ),
    (
      "'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}, '201': {description: B., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "Item"
    ),
    (
      "'2XX': {description: A., content: {application/json: {schema: {type: array, items: {type: string}}}}}",
      "[String]"
    ),
    (
      "default: {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "Item"
    ),
    (
      "'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}, '202': {description: B., content: {application/json: {schema: {type: string}}}}",
      "OpOpResult"
    ),
    ("'200': {description: A., content: {image/png: {}}}", "Data as data"),
    ("'200': {description: A., content: {text/plain: {schema: {type: string}}}}", "String as text"),
    (
      "'200': {description: A., content: {text/plain: {schema: {type: string}}}}, '204': {description: B.}",
      "String as text"
    ),
    (
      "'200': {description: A., content: {application/xml: {schema: {$ref: '#/components/schemas/Item'}}, application/json: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "Item"
    ),
    (
      "'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}, text/csv: {schema: {type: string}}}}",
      "OpOpResult"
    ),
    ("'302': {description: Elsewhere.}", "Data as data"),
    (
      "'204': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "Void"
    ),
    (
      "'200': {description: A., content: {text/event-stream: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "stream of Item by serverSentEvents(end: nil)"
    ),
    (
      "'200': {description: 'Ends with [DONE].', content: {text/event-stream: {schema: {$ref: '#/components/schemas/Item'}}}}",
      "stream of Item by serverSentEvents(end: Optional(\"[DONE]\"))"
    ),
    (
      "'200': {description: A., content: {application/jsonl: {itemSchema: {$ref: '#/components/schemas/Item'}}}}",
      "stream of Item by jsonLines"
    ),
  ])
  func results(_ responses: String, _ expected: String) throws {
    let lowered = try Self.lowered(
      "responses: {\(responses)}",
      schemas: Self.item,
      version: "3.2.0"
    )
    #expect(Sketch.of(try #require(lowered.operation("op")).result) == expected)
  }

  @Test func aResultOfSeveralTypesHasACaseAStatus() throws {
    let lowered = try Self.lowered(
      """
      responses:
        '200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
        '202': {description: B., content: {application/json: {schema: {type: object, properties: {ticket: {type: string}}}}}}
        '204': {description: C.}
        '404': {description: D., content: {application/json: {schema: {type: object, properties: {message: {type: string}}}}}}
        5XX: {description: E., content: {application/problem+json: {schema: {$ref: '#/components/schemas/Item'}}}}
        '409': {description: F., content: {text/plain: {schema: {type: string}}}}
        '410': {description: G., content: {image/png: {}}}
        '411': {description: H., content: {application/json: {}}}
        '301': {description: I., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}
        '302': {description: J., content: {text/html: {}}}
        '304': {description: K., content: {application/json: {}}}
      """,
      schemas: Self.item
    )
    #expect(
      lowered["OpOpResult"]
        == "statuses OpOpResult {ok: Item, accepted: OpOpResponse202, noContent: -}"
    )
    let operation = try #require(lowered.operation("op"))
    #expect(operation.successes == [.code(200), .code(202), .code(204)])
    #expect(
      operation.failures.map { "\($0.status) \(Sketch.of($0.type)) \($0.format)" } == [
        "code(404) OpOpError404 json", "range(5) Item json", "code(409) String text",
        "code(410) Data data", "code(411) JSONValue json", "code(301) Item json",
      ]
    )
    #expect(
      operation.accept == [
        "application/json", "application/problem+json", "text/plain", "image/png", "text/html",
      ]
    )
  }

  @Test func oneThatCanStreamIsTwoFunctions() throws {
    let lowered = try Lowered(
      schemas: Self.item,
      paths: """
        /chat:
          post:
            operationId: chat
            responses: {'200': {description: A., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}, text/event-stream: {schema: {$ref: '#/components/schemas/Item'}}}}}
        /chat/stream:
          post: {operationId: chatStream, tags: [chat], responses: {'204': {description: None.}}}
        """
    )
    #expect(lowered.operations.map(\.name) == ["chat", "chatStream2", "chatStream"])
    #expect(lowered.operations.map(\.accept) == [["application/json"], ["text/event-stream"], []])
  }

  @Test func typedHeaders() throws {
    let lowered = try Self.lowered(
      """
      responses:
        '200':
          description: A.
          headers:
            X-Rate: {schema: {type: integer}}
            X-Kind: {schema: {type: string, enum: [a, b]}}
            Content-Type: {schema: {type: string}}
      """
    )
    #expect(
      lowered["OpOpHeaders"] == "headers OpOpHeaders {xRate: Int, xKind: OpOpHeaders.XKind}"
    )
  }

  // MARK: Security

  @Test func securityIsWhatTheOperationAsksElseTheDocument() throws {
    let lowered = try Lowered(
      document: """
        openapi: 3.1.0
        info: {title: Test, version: "1"}
        security: [{bearer: []}]
        paths:
          /a: {get: {operationId: inherited, responses: {'204': {description: None.}}}}
          /b: {get: {operationId: none, security: [], responses: {'204': {description: None.}}}}
          /c: {get: {operationId: perhaps, security: [{}, {bearer: []}], responses: {'204': {description: None.}}}}
          /d: {get: {operationId: both, security: [{oauth: [read], key: []}, {bearer: []}], responses: {'204': {description: None.}}}}
        components:
          securitySchemes:
            bearer: {type: http, scheme: bearer}
            key: {type: apiKey, in: header, name: X-Key}
            oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://id.example/token', scopes: {read: Read things., 'write:all': Write.}}}}
        """
    )
    func security(_ name: String) -> ClientModel.SecurityRequirement? {
      lowered.operation(name)?.security
    }
    #expect(security("inherited") == .init(alternatives: [[.init(key: "bearer")]]))
    #expect(security("none") == ClientModel.SecurityRequirement.none)
    #expect(security("perhaps") == .init(alternatives: [[.init(key: "bearer")]], isOptional: true))
    #expect(
      security("both")
        == .init(alternatives: [
          [.init(key: "oauth", scopes: ["read"]), .init(key: "key")], [.init(key: "bearer")],
        ])
    )
    guard case .oauth2(let flows)? = lowered.model.securitySchemes.last?.kind else {
      Issue.record("no flows")
      return
    }
    #expect(flows.map(\.name) == ["clientCredentials"])
    #expect(flows.first?.scopes.map(\.name) == ["read", "writeAll"])
  }
}
