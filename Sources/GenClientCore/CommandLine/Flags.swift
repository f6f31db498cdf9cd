import Diagnostics

extension Flag {
  // MARK: Input and output

  static let output = option(
    "output",
    "o",
    .folder("DIR"),
    \.output,
    "Where generated files go",
    detail: """
      Without it, the configuration's `output` counts, else `Sources/` and the client's name. With \
      several documents, each client gets a folder of its name in DIR.
      """
  )

  static let config = option(
    "config",
    "c",
    .file("FILE"),
    \.config,
    "The configuration file",
    detail: """
      Without it, `gen-client.yaml` in the working folder is read if it is there. What the command \
      line says goes before what the file says.
      """
  )

  static let noConfig = toggle(
    "no-config",
    nil,
    \.noConfig,
    "Read no configuration file",
    detail: "Not even a `gen-client.yaml` in the working folder."
  )

  static let name = option(
    "name",
    "n",
    .text("NAME"),
    \.name,
    "The client's type name",
    detail: "Without it, the name follows from the document's title: GitHub REST API gives GitHub."
  )

  static let access = option(
    "access",
    nil,
    .choice("LEVEL", ["public", "package", "internal"]),
    \.access,
    "Access level of what is generated"
  )

  static let layout = option(
    "layout",
    nil,
    .choice("LAYOUT", Layout.allCases.map(\.rawValue)),
    \.layout,
    "grouped, perType (one file a type) or sharded (fixed file names)",
    detail: """
      `grouped` puts types whose names begin with the same word into one file, in a large \
      client by their initials where they are few: the compiler reads a module again for every few files of it. `perType` writes one file a type. `sharded` \
      always writes the same set of files, which build plugins have to know beforehand.
      """
  )

  static let templates = option(
    "templates",
    nil,
    .folder("DIR"),
    \.templates,
    "Templates that go before the built-in ones",
    detail: "`gen-client templates export DIR` writes the built-in ones out to begin with."
  )

  static let emit = list(
    "emit",
    .text("NAME"),
    \.emit,
    "smoke-tests, samples, or a template of your own that makes one more file",
    detail: """
      `smoke-tests` writes tests that call every operation, for a client in `Sources/NAME` to \
      `Tests/NAMESmokeTests`. `samples` adds the responses that the document shows to the client, \
      for stubs and previews. Any other NAME is a template's in the folder of `--templates`, and \
      names the file made of it.
      """
  )

  static let overlay = list(
    "overlay",
    .file("FILE"),
    \.overlays,
    "An OpenAPI Overlay to apply first"
  )

  static let root = option(
    "root",
    nil,
    .folder("DIR"),
    \.root,
    "The folder that no reference may leave",
    detail: "Symbolic links are followed before the comparison."
  )

  static let map = list(
    "map",
    .text("PREFIX=DIR"),
    \.map,
    "A folder that stands for a URL in references",
    detail: """
      Nothing is ever fetched from the network. References to URLs that begin with PREFIX are read \
      from DIR; of several prefixes that fit, the longest counts.
      """
  )

  static let server = option(
    "server",
    nil,
    .text("URL"),
    \.server,
    "The default server: a URL, or one of the document's"
  )

  // MARK: Filter

  static let tag = list("tag", .text("TAG"), \.tags, "Only operations with this tag")
  static let path = list(
    "path",
    .text("PATH"),
    \.paths,
    "Only operations of this path; * stands for anything"
  )
  static let operation = list(
    "operation",
    .text("ID"),
    \.operations,
    "Only this operation",
    detail: """
      ID is an operation id, or a method and a path. Flags of the filter add up: an operation is \
      taken if any fits it. Everything an operation needs comes with it; all else is left out.
      """
  )
  static let schema = list(
    "schema",
    .text("NAME"),
    \.schemas,
    "This schema, even if no operation needs it"
  )

  // MARK: Names

  static let lock = option(
    "lock",
    nil,
    .file("FILE"),
    \.lock,
    "The file that keeps names stable",
    detail: """
      With a configuration file, it is `gen-client.lock` beside it; without one, names are kept \
      only when this flag is given.
      """
  )
  static let noLock = toggle("no-lock", nil, \.noLock, "Neither read nor write a lock file")
  static let frozen = toggle(
    "frozen",
    nil,
    \.frozen,
    "Read the lock file, but do not write it",
    detail: "For builds, which must not change sources."
  )

  // MARK: Findings

  static let format = option(
    "format",
    nil,
    .choice("FORMAT", DiagnosticRenderer.Format.allCases.map(\.rawValue)),
    \.format,
    "How findings are written: human, xcode, json or sarif",
    detail: """
      `human` has excerpts, `xcode` is one line each as editors read them, `json` one object a \
      line, `sarif` one log of SARIF 2.1.0.
      """
  )
  static let color = option(
    "color",
    nil,
    .choice("WHEN", ["auto", "always", "never"]),
    \.color,
    "auto, always or never; NO_COLOR counts, too",
    detail: """
      `auto` colours findings on a terminal, unless the environment has a `NO_COLOR` that is not \
      empty, or `TERM=dumb`.
      """
  )
  static let strict = toggle("strict", nil, \.strict, "Warnings count as errors")
  static let report = option(
    "report",
    nil,
    .file("FILE"),
    \.report,
    "Write everything approximated to a file",
    detail: "JSON where the name ends in `.json`, else text."
  )
  static let quiet = toggle("quiet", "q", \.quiet, "Print errors and warnings only")
  static let verbose = toggle(
    "verbose",
    "v",
    \.verbose,
    "Print notices and the time of each stage, too"
  )

  // MARK: Single commands

  static let dryRun = toggle(
    "dry-run",
    nil,
    \.dryRun,
    "Print what would be written, write nothing"
  )
  static let inputsOnly = toggle(
    "inputs-only",
    nil,
    \.inputsOnly,
    "Compare recorded hashes; generate nothing",
    detail: """
      The last run recorded the hashes of what it read beside its output. Comparing them takes no \
      time, but does not see edits of generated files.
      """
  )
  static let warn = toggle("warn", nil, \.warn, "Stale output is a warning, and the exit code 0")
  static let stamp = option(
    "stamp",
    nil,
    .file("FILE"),
    \.stamp,
    "A file to write when the check is done",
    detail: "Build systems take its time as the time of the check."
  )
  static let form = option(
    "as",
    nil,
    .choice("FORM", ["text", "markdown", "json"]),
    \.form,
    "How the result is written: text, markdown or json"
  )
  static let port = option(
    "port",
    "p",
    .number("PORT"),
    \.port,
    "The port to listen on; 0 for any that is free"
  )

  static let help = toggle("help", "h", \.help, "Print help")
  static let version = toggle("version", nil, \.version, "Print the version")

  // MARK: Sets

  static let inputs = [config, noConfig, overlay, root, map]
  static let filters = [tag, path, operation, schema]
  static let generation =
    [output, config, noConfig, name, access, layout, templates, emit, overlay, root, map, server]
    + filters + [lock, noLock, frozen]
  static let findings = [format, color, strict, report, quiet, verbose]
  static let always = [help]
}
