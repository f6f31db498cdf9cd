import Diagnostics

extension DiagnosticCatalogue {
  /// The diagnostics of reading API descriptions.
  public static let openAPI =
    DiagnosticCatalogue(documentEntries) + DiagnosticCatalogue(referenceEntries)
    + DiagnosticCatalogue(operationEntries) + DiagnosticCatalogue(schemaEntries)

  static let documentEntries: [Entry] = [
    Entry(
      .notADescription,
      "No API description",
      """
      The file does not say which version of which format it follows, so that it cannot be read as \
      an API description. OpenAPI documents begin with `openapi`, Swagger ones with `swagger`.
      """,
      before: "opneapi: 3.1.0\npaths: {}\n",
      after: "openapi: 3.1.0\npaths: {}\n"
    ),
    Entry(
      .unsupportedVersion,
      "Unsupported version",
      """
      The document names a version of the format that is not known. Swagger 2.0 and OpenAPI 3.0, \
      3.1 and 3.2 are read; the last number does not matter.
      """,
      before: "openapi: 3.9.0\npaths: {}\n",
      after: "openapi: 3.2.0\npaths: {}\n"
    ),
    Entry(
      .oddVersion,
      "Oddly spelt version",
      """
      The version begins like one that is known and goes on like none. The document is read by the \
      rules of the version it begins like.
      """,
      before: "openapi: \"3.0.1 (draft)\"\npaths: {}\n",
      after: "openapi: 3.0.1\npaths: {}\n"
    ),
    Entry(
      .missingPaths,
      "Document that describes nothing",
      """
      A document needs `paths`; from 3.1 on `webhooks` or `components` will do instead. Without any \
      of them it is most likely cut off, or a part of another document.
      """,
      before: "openapi: 3.0.3\ninfo: {title: Shop, version: \"1\"}\n",
      after: "openapi: 3.0.3\ninfo: {title: Shop, version: \"1\"}\npaths: {}\n"
    ),
    Entry(
      .missingKeyword,
      "Missing keyword",
      """
      An object does not have a keyword that it needs. Where the client can do without, as without \
      a description, that is a warning; where its meaning depends on it, an error.
      """,
      before: "info: {version: \"1\"}\n",
      after: "info: {title: Shop, version: \"1\"}\n"
    ),
    Entry(
      .unknownKeyword,
      "Unknown keyword",
      """
      An object has a keyword that no version of the format gives it: a slip of the pen, or a \
      keyword that belongs elsewhere. It has no effect. Extensions begin with `x-`.
      """,
      before: "paths:\n  /pets:\n    get: {sumary: All pets, responses: {}}\n",
      after: "paths:\n  /pets:\n    get: {summary: All pets, responses: {}}\n"
    ),
    Entry(
      .ignoredKeyword,
      "Keyword without effect",
      """
      The keyword is right and says something that the client does not act on, most often a rule \
      for what is valid. What the service sends is not held to it.
      """,
      before: """
        components:
          schemas:
            Pet: {type: object, dependentRequired: {chip: [owner]}}

        """,
      after: "components:\n  schemas:\n    Pet: {type: object}\n"
    ),
    Entry(
      .keywordOfOtherVersion,
      "Keyword of another version",
      """
      The keyword belongs to an earlier or later version than the document says it follows. It is \
      understood as that version means it. Other tools may ignore it.
      """,
      before: """
        components:
          schemas:
            Name: {type: [string, "null"]}

        """,
      after: "components:\n  schemas:\n    Name: {type: string, nullable: true}\n"
    ),
    Entry(
      .wrongShape,
      "Value of the wrong kind",
      """
      There is text where an object should be, or a list where there should be text, and so on. \
      Where the client can do without, the value is left out; where nobody can tell what is meant, \
      it is an error.
      """,
      before: "tags: [{name: pets, description: [All, pets]}]\n",
      after: "tags: [{name: pets, description: All pets}]\n"
    ),
    Entry(
      .repairedShape,
      "Value of the wrong kind with a clear meaning",
      """
      The value is not of the kind that the format asks for, and it is clear what is meant: \
      `\"true\"` for `true`, or one name where a list should be. It is taken as that. Other tools \
      may refuse it.
      """,
      before: "paths:\n  /pets:\n    get: {deprecated: \"true\", responses: {}}\n",
      after: "paths:\n  /pets:\n    get: {deprecated: true, responses: {}}\n"
    ),
    Entry(
      .unknownValue,
      "Unknown value",
      """
      The value is none of those that the keyword may have.
      """,
      before: "paths:\n  /pets:\n    get:\n      parameters: [{name: page, in: querry}]\n",
      after: """
        paths:
          /pets:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}]

        """
    ),
    Entry(
      .undeclaredSecurityScheme,
      "Undeclared security scheme",
      """
      A security requirement names a scheme that the document does not declare, so that nobody can \
      tell how to sign the request. The requirement is left out; the others of the list still \
      count. With none left the request goes unsigned.
      """,
      before: "security: [{token: []}]\n",
      after: """
        security: [{token: []}]
        components:
          securitySchemes:
            token: {type: http, scheme: bearer}

        """
    ),
    Entry(
      .serverVariable,
      "Server variables that do not fit",
      """
      A server's URL and its variables have to agree: each `{name}` needs a variable with a \
      default, and the default has to be one of the values, where these are listed.
      """,
      before: "servers: [{url: \"https://{region}.example.com\"}]\n",
      after: """
        servers:
          - url: https://{region}.example.com
            variables: {region: {default: eu}}

        """
    ),
    Entry(
      .duplicateTag,
      "Tag declared twice",
      "Two tags of the document have one name. The first one counts.",
      before: "tags: [{name: pets}, {name: pets, description: All pets}]\n",
      after: "tags: [{name: pets, description: All pets}]\n"
    ),
  ]
}
