extension ConfigurationKey {
  /// All keys of `gen-client.yaml`, in the order of the reference.
  static let all: [ConfigurationKey] = [specs] + client + [lock, strict, report]

  /// Keys that may stand at an entry of `specs`, too, and hold for that client alone there.
  static let client: [ConfigurationKey] = [
    output, name, access, layout, imports, header, filter, names, types, enums, mutability,
    pagination, oauth2, server, overlays, templates, emit, root, map,
  ]

  private static let specs = ConfigurationKey(
    "specs",
    .either([
      .path,
      .list(
        .either([
          .path,
          .object(
            [
              ConfigurationKey(
                "path",
                .path,
                "The document.",
                example: "Specs/github.yaml",
                fallback: "required"
              )
            ] + client
          ),
        ])
      ),
    ]),
    "The documents: a path, or a list of paths and of mappings with settings of their own.",
    example: "[Specs/github.yaml]",
    fallback: "those of the command line"
  )

  private static let output = ConfigurationKey(
    "output",
    .path,
    "The output folder; with several clients, each gets a folder of its name in it.",
    example: "Sources/GitHub",
    fallback: "`Sources/` and the client's name"
  )

  private static let name = ConfigurationKey(
    "name",
    .text,
    "The client's type, which everything else is nested in.",
    example: "GitHub",
    fallback: "the document's title"
  )

  private static let access = ConfigurationKey(
    "access",
    .choice(["public", "package", "internal"]),
    "The access level of generated declarations.",
    example: "internal",
    fallback: "public"
  )

  private static let layout = ConfigurationKey(
    "layout",
    .choice(Layout.allCases.map(\.rawValue)),
    "`grouped` puts types whose names begin with the same word into one file, in a large "
      + "client by their initials where they are few, which compiles fastest; `perType` writes one file a type; `sharded` writes files of fixed names, for "
      + "build plugins.",
    example: "perType",
    fallback: "grouped"
  )

  private static let imports = ConfigurationKey(
    "imports",
    .list(.text),
    "Modules that generated files import besides EndpointKit.",
    example: "[Money]",
    fallback: "none"
  )

  private static let header = ConfigurationKey(
    "header",
    .text,
    "Lines of comment at the top of each file, below the tool's own.",
    example: "Licensed under Apache-2.0.",
    fallback: "none"
  )

  private static let filter = ConfigurationKey(
    "filter",
    .object([
      ConfigurationKey(
        "tags",
        .list(.text),
        "Operations with any of these tags.",
        example: "[issues]"
      ),
      ConfigurationKey(
        "paths",
        .list(.text),
        "Operations of these paths; `*` stands for any characters.",
        example: "[\"/repos/*\"]"
      ),
      ConfigurationKey(
        "operations",
        .list(.text),
        "Operations of these ids, or of a method and a path.",
        example: "[issues/list, GET /user]"
      ),
      ConfigurationKey(
        "schemas",
        .list(.text),
        "Schemas that no such operation needs.",
        example: "[webhook-push]"
      ),
    ]),
    "What to generate. An operation is taken if any entry fits it, and everything it reaches comes "
      + "with it.",
    example: "{tags: [issues]}",
    fallback: "everything"
  )

  private static let names = ConfigurationKey(
    "names",
    .map(.text),
    "Swift names, by schema name, operation id, method and path, JSON pointer, or `tag` and a tag.",
    example: "{simple-user: Account}",
    fallback: "none"
  )

  private static let types = ConfigurationKey(
    "types",
    .object([
      ConfigurationKey(
        "schemas",
        .map(.text),
        "By schema name.",
        example: "{money: Money.Amount}"
      ),
      ConfigurationKey(
        "formats",
        .map(.text),
        "By the `format` of strings.",
        example: "{uri: URL}"
      ),
    ]),
    "Types of your own in place of generated ones.",
    example: "{formats: {uri: URL}}",
    fallback: "none"
  )

  private static let enums = ConfigurationKey(
    "enums",
    .choice(["open", "closed"]),
    "`open` enums have a case for values that the document does not list; `closed` ones have none, "
      + "and a response with such a value fails.",
    example: "closed",
    fallback: "open"
  )

  private static let mutability = ConfigurationKey(
    "mutability",
    .choice(["sent", "all"]),
    "Which models have properties that can be changed: those that requests carry (`sent`), while "
      + "what only arrives is constant; or `all`.",
    example: "all",
    fallback: "sent"
  )

  private static let pagination = ConfigurationKey(
    "pagination",
    .object([
      ConfigurationKey(
        "detect",
        .flag,
        "Whether usual forms of pages are recognized.",
        example: "false",
        fallback: "true"
      ),
      ConfigurationKey(
        "operations",
        .map(
          .either([
            .choice(["link", "none"]),
            .object([
              ConfigurationKey(
                "page",
                .text,
                "The query parameter with the page's number.",
                example: "page"
              ),
              ConfigurationKey("first", .number, "The first number.", example: "0", fallback: "1"),
              ConfigurationKey(
                "offset",
                .text,
                "The query parameter with the offset.",
                example: "offset"
              ),
              ConfigurationKey(
                "limit",
                .text,
                "The query parameter with the size of pages.",
                example: "limit"
              ),
              ConfigurationKey(
                "cursor",
                .text,
                "The query parameter with the cursor.",
                example: "cursor"
              ),
              ConfigurationKey(
                "pointer",
                .text,
                "Where the response has the next cursor, as a JSON pointer.",
                example: "/meta/next"
              ),
              ConfigurationKey(
                "next",
                .text,
                "Where the response has the next page's URL, as a JSON pointer.",
                example: "/links/next"
              ),
            ]),
          ])
        ),
        "By operation: `link`, `none`, or a mapping.",
        example: "{listItems: {page: p}}"
      ),
    ]),
    "How pages follow one another.",
    example: "{detect: false}",
    fallback: "recognized"
  )

  private static let oauth2 = ConfigurationKey(
    "oauth2",
    .map(
      .object([
        ConfigurationKey(
          "authorizationUrl",
          .text,
          "Where the user consents.",
          example: "https://login.example.com/authorize"
        ),
        ConfigurationKey(
          "tokenUrl",
          .text,
          "Where tokens come from.",
          example: "https://login.example.com/token"
        ),
        ConfigurationKey(
          "refreshUrl",
          .text,
          "Where refreshed tokens come from.",
          example: "https://login.example.com/refresh"
        ),
        ConfigurationKey(
          "deviceAuthorizationUrl",
          .text,
          "Where devices ask for a code.",
          example: "https://login.example.com/device"
        ),
        ConfigurationKey(
          "scopes",
          .list(.text),
          "Scopes that the document leaves out.",
          example: "[offline]"
        ),
      ])
    ),
    "What the document says wrongly about its OAuth2 schemes, by scheme.",
    example: "{oauth2: {tokenUrl: \"https://login.example.com/token\"}}",
    fallback: "none"
  )

  private static let server = ConfigurationKey(
    "server",
    .text,
    "The default server: one of the document's by URL, name or number from 1, or a URL of your own.",
    example: "https://staging.example.com",
    fallback: "the document's first"
  )

  private static let overlays = ConfigurationKey(
    "overlays",
    .list(.path),
    "OpenAPI overlays that are applied to the document, in order.",
    example: "[fixes.overlay.yaml]",
    fallback: "none"
  )

  private static let templates = ConfigurationKey(
    "templates",
    .path,
    "A folder of templates that go before the built-in ones.",
    example: "Templates",
    fallback: "none"
  )

  private static let emit = ConfigurationKey(
    "emit",
    .list(.text),
    "`smoke-tests` for tests that call every operation, `samples` for the responses that the "
      + "document shows, and templates of your own that make further files.",
    example: "[smoke-tests]",
    fallback: "none"
  )

  private static let root = ConfigurationKey(
    "root",
    .path,
    "The folder that no reference of the document may leave.",
    example: "Specs",
    fallback: "no limit"
  )

  private static let map = ConfigurationKey(
    "map",
    .map(.path),
    "Folders that stand for URLs in references.",
    example: "{\"https://schemas.example.com/\": Specs/Schemas}",
    fallback: "none"
  )

  private static let lock = ConfigurationKey(
    "lock",
    .either([.flag, .path]),
    "The file that keeps names stable from run to run, or `false` for none.",
    example: "gen-client.lock",
    fallback: "`gen-client.lock` beside the configuration"
  )

  private static let strict = ConfigurationKey(
    "strict",
    .flag,
    "Whether warnings count as errors.",
    example: "true",
    fallback: "false"
  )

  private static let report = ConfigurationKey(
    "report",
    .path,
    "A file that lists everything approximated; JSON if it ends in `.json`.",
    example: "gen-client-report.txt",
    fallback: "none"
  )
}
