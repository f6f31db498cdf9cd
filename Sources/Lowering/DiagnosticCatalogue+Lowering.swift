import Diagnostics

extension DiagnosticCatalogue {
  /// The diagnostics of turning a description into a client's model.
  public static let lowering = DiagnosticCatalogue([
    Entry(
      .allOfConflict,
      "Schemas that contradict each other",
      """
      Schemas that hold together, as the members of an `allOf` do, give a value types that no value \
      has at once. It is read and written as any JSON value.
      """,
      before: """
        components:
          schemas:
            Pet:
              allOf:
                - {type: object, properties: {age: {type: string}}}
                - {type: object, properties: {age: {type: integer}}}

        """,
      after: """
        components:
          schemas:
            Pet: {type: object, properties: {age: {type: integer}}}

        """
    ),
    Entry(
      .defaultMismatch,
      "Default that is no value of its type",
      """
      An element of the default's list has another type, or a number is beyond the range that the \
      format gives. The default is left out.
      """,
      before: """
        components:
          schemas:
            Page:
              type: object
              properties: {sizes: {type: array, items: {type: integer}, default: [many]}}

        """,
      after: """
        components:
          schemas:
            Page:
              type: object
              properties: {sizes: {type: array, items: {type: integer}, default: [10]}}

        """
    ),
    Entry(
      .enumOfContainers,
      "Enum of objects or lists",
      """
      Swift's enums are made of texts and numbers. An enum that lists objects or lists is read and \
      written as any JSON value.
      """,
      before: "components:\n  schemas:\n    Corner: {enum: [[0, 0], [1, 1]]}\n",
      after: "components:\n  schemas:\n    Corner: {type: array, items: {type: integer}}\n"
    ),
    Entry(
      .recursiveAlias,
      "List or map of itself",
      """
      A list or map that contains itself without an object between has no Swift type. Its elements \
      are read and written as any JSON value.
      """,
      before:
        "components:\n  schemas:\n    Tree: {type: array, items: {$ref: '#/components/schemas/Tree'}}\n",
      after: """
        components:
          schemas:
            Tree:
              type: object
              properties: {branches: {type: array, items: {$ref: '#/components/schemas/Tree'}}}

        """
    ),
    Entry(
      .tuple,
      "List with a type for each position",
      "A list whose positions have different types is read and written as a list of JSON values.",
      before:
        "components:\n  schemas:\n    Pair: {type: array, prefixItems: [{type: string}, {type: integer}]}\n",
      after: """
        components:
          schemas:
            Pair: {type: object, properties: {name: {type: string}, count: {type: integer}}}

        """
    ),
    Entry(
      .patternProperties,
      "Pattern properties of different types",
      """
      Keys are not matched against patterns. Where all pattern properties have one type, a map of \
      it holds them; otherwise a map of JSON values does.
      """,
      before: """
        components:
          schemas:
            Labels:
              type: object
              patternProperties: {'^x-': {type: string}, '^n-': {type: integer}}

        """,
      after: """
        components:
          schemas:
            Labels: {type: object, patternProperties: {'^x-': {type: string}}}

        """
    ),
    Entry(
      .ignoredHeaderParameter,
      "Header that is no parameter",
      """
      `Accept` follows from the responses, `Content-Type` from the body and `Authorization` from \
      the security schemes, as OpenAPI has it. Such parameters are no arguments.
      """,
      before: """
        paths:
          /a:
            get:
              parameters: [{name: Authorization, in: header, schema: {type: string}}]
              responses: {'204': {description: Done.}}

        """,
      after: """
        paths:
          /a:
            get:
              security: [{token: []}]
              responses: {'204': {description: Done.}}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}

        """
    ),
    Entry(
      .xmlBody,
      "XML",
      """
      XML is sent and handed over as it is; the client has no models for it. Objects in parts of \
      multipart bodies are written as elements of the names of their keys; `xml` keywords of the \
      schema are not followed.
      """,
      before: """
        paths:
          /a:
            get:
              responses:
                '200': {description: Got., content: {application/xml: {schema: {type: object}}}}

        """,
      after: """
        paths:
          /a:
            get:
              responses:
                '200': {description: Got., content: {application/json: {schema: {type: object}}}}

        """
    ),
    Entry(
      .alternativeForm,
      "Second form of the same response",
      """
      A response that may be JSON is asked for as JSON. Other media types with the same schema, and \
      XML, are not asked for.
      """,
      before: """
        paths:
          /a:
            get:
              responses:
                '200':
                  description: Got.
                  content:
                    application/json: {schema: {$ref: '#/components/schemas/A'}}
                    application/yaml: {schema: {$ref: '#/components/schemas/A'}}
        components:
          schemas: {A: {type: object}}

        """,
      after: """
        paths:
          /a:
            get:
              responses:
                '200':
                  description: Got.
                  content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}
        components:
          schemas: {A: {type: object}}

        """
    ),
    Entry(
      .contentWithoutBody,
      "Content of a response that has none",
      """
      HTTP sends no content with 204 and 205, so nothing that the document describes there can \
      arrive: the response is read as an empty one.
      """,
      before: """
        paths:
          /a:
            delete:
              responses:
                '204':
                  description: Deleted.
                  content: {application/json: {schema: {type: object}}}

        """,
      after: """
        paths:
          /a:
            delete:
              responses:
                '204':
                  description: Deleted.

        """
    ),
    Entry(
      .partHeaders,
      "Header fields of a part",
      """
      An `encoding` describes header fields of one part of a multipart body. The client sends media \
      type and file name with a part, and no other fields, unless the parts are put together by \
      hand.
      """,
      before: """
        paths:
          /a:
            post:
              requestBody:
                content:
                  multipart/form-data:
                    schema: {type: object, properties: {photo: {type: string, format: binary}}}
                    encoding: {photo: {headers: {X-Kind: {schema: {type: string}}}}}
              responses: {'204': {description: Done.}}

        """,
      after: """
        paths:
          /a:
            post:
              requestBody:
                content:
                  multipart/form-data:
                    schema: {type: object, properties: {photo: {type: string, format: binary}}}
              responses: {'204': {description: Done.}}

        """
    ),
    Entry(
      .webhookPayload,
      "Webhook whose payload is not JSON",
      "Only payloads in JSON have a model. Others are left to the code that receives them.",
      before: """
        openapi: 3.1.0
        webhooks:
          paid:
            post:
              requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object}}}}
              responses: {'204': {description: Heard.}}

        """,
      after: """
        openapi: 3.1.0
        webhooks:
          paid:
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {'204': {description: Heard.}}

        """
    ),
    Entry(
      .oauth2Metadata,
      "OAuth2 metadata",
      """
      The address at which an authorization server describes itself is not asked. The addresses of \
      the flows in the document are used.
      """,
      before: """
        openapi: 3.2.0
        components:
          securitySchemes:
            id:
              type: oauth2
              oauth2MetadataUrl: https://id.example/.well-known/oauth-authorization-server
              flows:
                clientCredentials: {tokenUrl: 'https://id.example/token', scopes: {}}

        """,
      after: """
        openapi: 3.2.0
        components:
          securitySchemes:
            id:
              type: oauth2
              flows:
                clientCredentials: {tokenUrl: 'https://id.example/token', scopes: {}}

        """
    ),
    Entry(
      .nestedTag,
      "Tag below another one",
      "Each tag is a group of the client; groups are not nested in one another.",
      before: """
        openapi: 3.2.0
        tags: [{name: shop}, {name: orders, parent: shop}]
        paths:
          /orders: {get: {tags: [orders], responses: {'204': {description: None.}}}}

        """,
      after: """
        openapi: 3.2.0
        tags: [{name: shop}, {name: orders}]
        paths:
          /orders: {get: {tags: [orders], responses: {'204': {description: None.}}}}

        """
    ),
    Entry(
      .links,
      "Links between operations",
      """
      A link tells which operation can follow a response, and with which arguments. The client has \
      no counterpart; call the other operation with what the response holds.
      """,
      before: """
        paths:
          /a:
            get:
              operationId: a
              responses: {'204': {description: None., links: {next: {operationId: a}}}}

        """,
      after: """
        paths:
          /a:
            get:
              operationId: a
              responses: {'204': {description: None.}}

        """
    ),
  ])
}
