import Diagnostics

extension DiagnosticCatalogue {
  static let operationEntries: [Entry] = [
    Entry(
      .invalidPath,
      "Path that cannot be read",
      """
      The braces of a path have to match, must not be nested, and hold a name; and a path begins \
      with a slash.
      """,
      before: "paths:\n  /pets/{id: {}\n",
      after: "paths:\n  \"/pets/{id}\": {}\n"
    ),
    Entry(
      .oddPath,
      "Path with a small fault",
      """
      A path should begin with a slash, and hold no `#`: what follows it is never sent, and at \
      best tells two operations of one path apart.
      """,
      before: "paths:\n  pets: {get: {responses: {}}}\n",
      after: "paths:\n  /pets: {get: {responses: {}}}\n"
    ),
    Entry(
      .ambiguousPath,
      "Paths that match the same requests",
      """
      Two paths differ in the names of their placeholders alone, so that no request can tell them \
      apart. Both are kept.
      """,
      before: """
        paths:
          /pets/{id}: {}
          /pets/{name}: {}

        """,
      after: """
        paths:
          /pets/{id}: {}
          /pets/by-name/{name}: {}

        """
    ),
    Entry(
      .undeclaredPathParameter,
      "Undeclared path parameter",
      """
      A path has a placeholder for which the operation declares no parameter with `in: path`. A \
      required string is taken. Where a declared one differs in letter case, `-` or `_` alone, it \
      is taken as that.
      """,
      before: "paths:\n  /pets/{id}:\n    get: {responses: {}}\n",
      after: """
        paths:
          /pets/{id}:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses: {}

        """
    ),
    Entry(
      .unusedPathParameter,
      "Path parameter without a placeholder",
      """
      A parameter with `in: path` has no place in the path, so that its value would go nowhere. It \
      is left out.
      """,
      before: """
        paths:
          /pets:
            get:
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses: {}

        """,
      after: "paths:\n  /pets:\n    get: {responses: {}}\n"
    ),
    Entry(
      .duplicateParameter,
      "Parameter declared twice",
      """
      One list has two parameters of the same name and place, or an operation has two bodies. The \
      first one counts. A parameter of an operation may replace one of its path; that is no fault.
      """,
      before: """
        paths:
          /pets:
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer}}
                - {name: page, in: query, schema: {type: string}}
              responses: {}

        """,
      after: """
        paths:
          /pets:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}]
              responses: {}

        """
    ),
    Entry(
      .duplicateOperationID,
      "Operation id used twice",
      """
      Two operations have the same `operationId`. The first one keeps it; the others are named by \
      their methods and paths.
      """,
      before: """
        paths:
          /pets:
            get: {operationId: pets, responses: {}}
            post: {operationId: pets, responses: {}}

        """,
      after: """
        paths:
          /pets:
            get: {operationId: listPets, responses: {}}
            post: {operationId: createPet, responses: {}}

        """
    ),
    Entry(
      .unusableParameter,
      "Parameter that cannot be understood",
      """
      A parameter does not say what it is called or where it goes, or cannot stand beside another \
      one. It is left out.
      """,
      before: """
        paths:
          /pets:
            get: {parameters: [{in: query, schema: {type: integer}}], responses: {}}

        """,
      after: """
        paths:
          /pets:
            get: {parameters: [{name: page, in: query, schema: {type: integer}}], responses: {}}

        """
    ),
    Entry(
      .unsuitableStyle,
      "Style that does not go with the place",
      """
      Each place has its styles: `simple`, `label` and `matrix` for paths, `form`, \
      `spaceDelimited`, `pipeDelimited` and `deepObject` for queries, `simple` for headers, `form` \
      and `cookie` for cookies. The default of the place is taken.
      """,
      before: """
        paths:
          /pets:
            get:
              parameters: [{name: tag, in: query, style: label, schema: {type: string}}]
              responses: {}

        """,
      after: """
        paths:
          /pets:
            get:
              parameters: [{name: tag, in: query, style: form, schema: {type: string}}]
              responses: {}

        """
    ),
    Entry(
      .malformedMediaType,
      "Malformed media type",
      """
      A key of `content` is no media type. Where it is clear which is meant, as with `json`, that \
      is taken; otherwise JSON where there is a schema, and bytes where there is none.
      """,
      before: """
        paths:
          /pets:
            get:
              responses:
                "200": {description: All pets., content: {json: {schema: {type: array, items: {}}}}}

        """,
      after: """
        paths:
          /pets:
            get:
              responses:
                "200":
                  description: All pets.
                  content: {application/json: {schema: {type: array, items: {}}}}

        """
    ),
    Entry(
      .invalidStatus,
      "Key that is no status",
      """
      Responses are listed by a status such as `404`, by a range such as `4XX`, or as `default` \
      for all others. A response under any other key is left out.
      """,
      before: """
        paths:
          /pets:
            get: {responses: {error: {description: It failed.}}}

        """,
      after: """
        paths:
          /pets:
            get: {responses: {default: {description: It failed.}}}

        """
    ),
  ]
}
