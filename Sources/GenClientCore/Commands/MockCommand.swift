import Diagnostics

extension Command {
  static let mock = Command(
    "mock",
    "SPEC",
    .documents,
    1...1,
    "Serve a document's examples on this machine",
    detail: """
      Answers requests on 127.0.0.1 with the examples of the document, or with values made from its \
      schemas. Each request is compared with the document first; one that does not fit gets a 4xx \
      answer with the reason. The server is `gen-client-mock`, which has to be beside this tool.
      """,
    examples: [("gen-client mock Specs/petstore.yaml --port 8080", "until interrupted")],
    flags: Flag.inputs + [Flag.port, .quiet, .verbose, .color] + Flag.always
  ) { run in
    let path = PathText.join(PathText.folder(of: run.console.executablePath()), "gen-client-mock")
    guard FileSystem.isFile(path) else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          .cannotRead,
          "there is no \(path), which is the server",
          fix: "`swift build --product gen-client-mock` makes it"
        )
      )
    }
    // The server reads the same words, less the command's.
    var words = run.words
    if let position = words.firstIndex(of: "mock") { words.remove(at: position) }
    if let failure = run.console.replaceProcess(path, words) { throw failure }
    return .success
  }
}
