import Diagnostics

extension DiagnosticCatalogue {
  static let referenceEntries: [Entry] = [
    Entry(
      .danglingReference,
      "Reference that leads nowhere",
      """
      There is nothing at the place that a `$ref` names. For a schema any JSON is taken, and an \
      example or a header is left out; a parameter, a response or a request body that is not there \
      is an error, since the client would be wrong without it.
      """,
      before: """
        components:
          schemas:
            Pet: {type: object, properties: {owner: {$ref: "#/components/schemas/Owner"}}}

        """,
      after: """
        components:
          schemas:
            Pet: {type: object, properties: {owner: {$ref: "#/components/schemas/Owner"}}}
            Owner: {type: object}

        """
    ),
    Entry(
      .referenceCycle,
      "Reference that leads back to itself",
      """
      References may lead in circles through schemas, as in a tree of nodes. References that lead \
      to each other alone mean nothing.
      """,
      before: """
        components:
          schemas:
            A: {$ref: "#/components/schemas/B"}
            B: {$ref: "#/components/schemas/A"}

        """,
      after: """
        components:
          schemas:
            A: {$ref: "#/components/schemas/B"}
            B: {type: object}

        """
    ),
    Entry(
      .missingFile,
      "File that cannot be read",
      """
      A `$ref` names a file that is not there or cannot be read. The path is relative to the file \
      that holds the reference, not to the root of the description.
      """,
      before: "paths:\n  /pets:\n    $ref: paths/pets.yaml\n",
      after: "paths:\n  /pets:\n    get: {responses: {}}\n"
    ),
    Entry(
      .remoteReference,
      "Reference to the network",
      """
      A `$ref` names an address on the network. Nothing is fetched from there, so that the same \
      input always gives the same client. Download what it refers to, and name the folder that \
      stands for the address: `--map https://example.com/schemas/=schemas`.
      """,
      before: """
        components:
          schemas:
            Pet: {$ref: "https://example.com/schemas/pet.yaml"}

        """,
      after: "components:\n  schemas:\n    Pet: {type: object}\n"
    ),
    Entry(
      .referenceOutsideRoot,
      "Reference that leaves its folder",
      """
      A `$ref` names a file outside of the folder given with `--root`, directly or by way of a \
      symbolic link.
      """,
      before: """
        components:
          schemas:
            Pet: {$ref: "../secret.yaml"}

        """,
      after: "components:\n  schemas:\n    Pet: {type: object}\n"
    ),
    Entry(
      .looseReference,
      "Reference that is not quite right",
      """
      As written the reference leads nowhere, or stands where no version allows one, and it is \
      clear what is meant: letter case that differs, the list of another version, a missing `#`. \
      Other tools may not find it.
      """,
      before: """
        components:
          schemas:
            Pet: {type: object, properties: {owner: {$ref: "#/definitions/Owner"}}}
            Owner: {type: object}

        """,
      after: """
        components:
          schemas:
            Pet: {type: object, properties: {owner: {$ref: "#/components/schemas/Owner"}}}
            Owner: {type: object}

        """
    ),
    Entry(
      .referenceSiblings,
      "Keyword beside a reference",
      """
      Up to OpenAPI 3.0 nothing beside a `$ref` has a meaning, and later but a description beside \
      any other than a schema's. What is surely meant, such as a description or `nullable`, is \
      taken all the same; the rest is ignored. To add to a schema, combine both with `allOf`.
      """,
      before: """
        components:
          schemas:
            Owner: {type: object}
            Boss: {$ref: "#/components/schemas/Owner", required: [name]}

        """,
      after: """
        components:
          schemas:
            Owner: {type: object}
            Boss: {allOf: [{$ref: "#/components/schemas/Owner"}], required: [name]}

        """
    ),
  ]
}
