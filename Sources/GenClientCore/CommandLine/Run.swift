import Diagnostics
import Lowering
import OpenAPI
import SpecTree

/// One run of a command: what was asked for, and where findings and results go.
struct Run: Sendable {
  let invocation: Invocation
  let console: Console
  /// The command line as it was given.
  let words: [String]
  let sink = DiagnosticSink()
  let stopwatch = Stopwatch()
  /// What need not be taken apart before the process ends.
  let kept: Kept
  private let sources = SourceLines()
  /// Standard input, which can be read but once.
  private let input = Locked<[UInt8]?>(nil)

  init(invocation: Invocation, console: Console, words: [String] = [], kept: Kept = Kept()) {
    self.kept = kept
    self.invocation = invocation
    self.console = console
    self.words = words
  }

  /// The stages, reporting to this run.
  var pipeline: Pipeline {
    var pipeline = Pipeline(sink: sink)
    pipeline.stopwatch = stopwatch
    return pipeline
  }

  /// Prints a line of results.
  func print(_ line: String = "") { console.output(line + "\n") }

  /// Prints a line about progress, unless the user wants none.
  func note(_ line: String) {
    if !invocation.quiet { console.output(line + "\n") }
  }

  /// A document of the command line.
  ///
  /// - Throws: Where standard input cannot be read.
  func source(_ argument: String) throws(DiagnosticError) -> SpecSource {
    guard argument == "-" else { return .file(argument) }
    if let bytes = input.withLock({ $0 }) { return .standardInput(bytes) }
    let bytes: [UInt8]
    do {
      bytes = try console.input()
    } catch {
      throw DiagnosticError(Diagnostic(.error, .cannotRead, "cannot read standard input: \(error)"))
    }
    input.withLock { $0 = bytes }
    sources.add(SourceFile(path: SpecSource.standardInput(bytes).name, bytes: bytes))
    return .standardInput(bytes)
  }

  /// Keeps a document at hand for excerpts.
  func show(_ file: SourceFile) { sources.add(file) }

  // MARK: Findings

  /// How findings are written where the user does not say.
  private var format: DiagnosticRenderer.Format {
    invocation.format.flatMap(DiagnosticRenderer.Format.init) ?? .human
  }

  /// Writes findings down.
  ///
  /// - Parameter asResult: Whether they are what the command was run for, and go to standard output.
  func report(_ diagnostics: [Diagnostic], asResult: Bool = false) {
    var renderer = DiagnosticRenderer(format)
    renderer.usesColour = console.usesColour(
      invocation.color,
      isTerminal: asResult ? console.outputIsTerminal : console.errorIsTerminal
    )
    renderer.sourceLine = { sources.text(ofLine: $1, in: $0) }
    renderer.catalogue = .all
    renderer.toolVersion = genClientVersion
    let shown = format == .human || format == .xcode ? abridged(diagnostics) : diagnostics
    var text = shown.isEmpty && format != .sarif ? "" : renderer.render(shown)
    if format == .human, let summary = DiagnosticRenderer.summary(of: diagnostics) {
      let hidden = diagnostics.count - shown.count
      text += summary + (hidden == 0 ? "" : " (\(hidden) not shown; --verbose shows all)") + "\n"
    }
    if invocation.quiet, !diagnostics.contains(where: { $0.severity > .notice }), format != .sarif {
      return
    }
    if asResult { console.output(text) } else { console.error(text) }
  }

  /// Leaves out what most users need not see each time.
  private func abridged(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    if invocation.verbose { return diagnostics }
    let serious = diagnostics.filter { $0.severity > .notice }
    let errors = serious.filter { $0.severity == .error }
    return errors.isEmpty ? Array(serious.prefix(20)) : Array(errors.prefix(50))
  }

  /// Prints the time of each stage.
  func reportTimes() {
    guard invocation.verbose else { return }
    let table = stopwatch.table
    let width = table.map(\.name.count).max() ?? 0
    for (name, milliseconds) in table {
      let padding = String(repeating: " ", count: width - name.count)
      console.error("\(name)\(padding)  \(milliseconds) ms\n")
    }
  }
}

extension DiagnosticCatalogue {
  /// All codes of the tool.
  static let all = specTree + openAPI + lowering + genClient
}

/// Lines of files for excerpts, read when someone asks.
private final class SourceLines: Sendable {
  private let files = Locked<[String: SourceFile?]>([:])

  func add(_ file: SourceFile) { files.withLock { $0[file.path] = file } }

  func text(ofLine line: Int, in path: String) -> String? {
    files.withLock { files in
      if let known = files[path] { return known?.text(ofLine: line) }
      let file = (try? FileSystem.contents(of: path)).map { SourceFile(path: path, bytes: $0) }
      files[path] = .some(file)
      return file?.text(ofLine: line)
    }
  }
}
