import Diagnostics
import SpecTree

extension Command {
  static let check = Command(
    "check",
    "[SPEC…]",
    .documents,
    0...Int.max,
    "Compare generated sources with what would be generated now",
    detail: """
      Does all that generating does, but in memory, and prints a unified diff of what would change. \
      The exit code is 1 where anything would, so that a CI job can ask whether committed sources \
      are up to date. `patch -p0` would make the changes.
      """,
    examples: [
      ("gen-client check", "compares what gen-client.yaml says"),
      ("gen-client check api.yaml -o Sources/API", "compares one client"),
    ],
    flags: Flag.generation + [Flag.inputsOnly, .warn, .stamp] + Flag.findings + Flag.always
  ) { run in
    let plan = try RunPlan(run)
    let stale =
      run.invocation.inputsOnly
      ? try StaleInputs.find(plan, run) : try differences(plan, run)
    run.report(run.sink.diagnostics + stale)
    if let stamp = run.invocation.stamp {
      try StagedFile(Array("// Checked by gen-client.\n".utf8), for: stamp).commit()
    }
    if stale.isEmpty { run.note("up to date") }
    return stale.isEmpty || run.invocation.warn ? .success : .failure
  }

  /// Generates in memory and prints what differs.
  private static func differences(_ plan: RunPlan, _ run: Run) throws -> [Diagnostic] {
    let gathered = try GatheredOutput(plan, run)
    var stale: [Diagnostic] = []
    for output in gathered.outputs {
      let plan = OutputPlan(output)
      // Clients may share a folder, and have tests in one of their own.
      guard !plan.isEmpty,
        let position = gathered.folders.firstIndex(where: { folder in
          folder == output.folder || SmokeOutput(client: folder).folder == output.folder
        })
      else { continue }
      for change in plan.changes { print(change, in: output.folder, run) }
      let settings = gathered.clients[position].client.settings
      stale.append(staleness(settings, output.folder, plan, run))
    }
    if let path = gathered.lock.path, !run.invocation.frozen {
      let text = Array(gathered.lock.text.utf8)
      if !FileSystem.holds(text, at: path) {
        let old = try? FileSystem.contents(of: path)
        if !run.invocation.quiet {
          run.console.output(UnifiedDiff.text(old: old, new: text, path: path))
        }
        stale.append(
          Diagnostic(run.staleSeverity, .staleOutput, "\(path) is out of date", fix: advice)
        )
      }
    }
    return stale
  }

  private static func print(_ change: OutputPlan.Change, in folder: String, _ run: Run) {
    guard !run.invocation.quiet else { return }
    let path = PathText.join(folder, change.path)
    let old = change.kind == .add ? nil : try? FileSystem.contents(of: path)
    let new = change.kind == .remove ? nil : change.contents
    run.console.output(UnifiedDiff.text(old: old, new: new, path: path))
  }

  private static func staleness(
    _ settings: ClientSettings,
    _ folder: String,
    _ plan: OutputPlan,
    _ run: Run
  ) -> Diagnostic {
    let kinds: [(OutputPlan.Change.Kind, String)] = [
      (.add, "to add"), (.update, "to change"), (.remove, "to remove"),
    ]
    var counts = kinds.compactMap { kind, words in
      plan.count(kind) == 0 ? nil : "\(plan.count(kind)) \(words)"
    }
    if counts.isEmpty { counts = ["its record of inputs"] }
    return Diagnostic(
      run.staleSeverity,
      .staleOutput,
      "\(folder) is not what \(settings.spec.value.name) gives: \(Wording.list(counts))",
      at: run.place(of: settings),
      fix: advice
    )
  }

  fileprivate static let advice = "run `gen-client` again and commit the result"
}

extension Run {
  /// How bad stale output is.
  fileprivate var staleSeverity: Diagnostic.Severity { invocation.warn ? .warning : .error }

  /// The beginning of a document, which editors and services want of a finding about it as a whole;
  /// people need no excerpt of its first line.
  fileprivate func place(of settings: ClientSettings) -> SourceLocation? {
    guard case .file(let path) = settings.spec.value, invocation.format ?? "human" != "human"
    else { return nil }
    return SourceLocation(file: path, line: 1, column: 1, offset: 0)
  }
}

/// The check that generates nothing: hashes recorded beside the output against files as they are.
enum StaleInputs {
  /// Finds clients whose inputs have changed since they were generated.
  static func find(_ plan: RunPlan, _ run: Run) throws(DiagnosticError) -> [Diagnostic] {
    var stale: [Diagnostic] = []
    for settings in plan.clients {
      let folder = try folder(settings, plan, run)
      guard let manifest = Manifest.read(in: folder) else {
        stale.append(finding(settings, "\(folder) holds nothing that gen-client made", run))
        continue
      }
      if let reason = try reason(manifest, settings) {
        stale.append(finding(settings, "\(folder) is out of date: \(reason)", run))
      }
    }
    return stale
  }

  /// Where a client is; its name has to be known where no one says.
  private static func folder(
    _ settings: ClientSettings,
    _ plan: RunPlan,
    _ run: Run
  ) throws(DiagnosticError) -> String {
    let isShared =
      settings.layout != .sharded && plan.clients.count { $0.output == settings.output } > 1
    if let output = settings.output, !isShared { return PathText.normalized(output) }
    var name = settings.name?.value
    if name == nil {
      let pipeline = run.pipeline
      name = try pipeline.lower(try pipeline.load(settings), settings: settings, lock: .none).model
        .name
    }
    let base = settings.output.map { PathText.join($0, name ?? "") }
    return PathText.normalized(base ?? plan.defaultFolder(name: name ?? ""))
  }

  private static func finding(_ settings: ClientSettings, _ message: String, _ run: Run)
    -> Diagnostic
  {
    Diagnostic(
      run.staleSeverity,
      .staleOutput,
      message,
      at: run.place(of: settings),
      fix: Command.advice
    )
  }

  /// Why the output is stale; `nil` where it is not.
  private static func reason(
    _ manifest: Manifest,
    _ settings: ClientSettings
  ) throws(DiagnosticError) -> String? {
    if manifest.tool != genClientVersion {
      return "it was made by gen-client \(manifest.tool), and this is \(genClientVersion)"
    }
    if manifest.settings != SHA256.hex(Array(settings.fingerprint.utf8)) {
      return "the configuration has changed"
    }
    let specFolder = PathText.folder(of: settings.spec.value.name)
    for input in manifest.inputs {
      let path: String
      if input.name.hasPrefix("template:") {
        path = PathText.join(settings.templates ?? "", String(input.name.dropFirst(9)))
      } else {
        path = PathText.join(specFolder, input.name)
      }
      let bytes: [UInt8]
      if case .standardInput(let input) = settings.spec.value {
        bytes = input
      } else {
        do { bytes = try FileSystem.contents(of: path) } catch { return "\(path) is gone" }
      }
      if SHA256.hex(bytes) != input.hash { return "\(path) has changed" }
    }
    return nil
  }
}
