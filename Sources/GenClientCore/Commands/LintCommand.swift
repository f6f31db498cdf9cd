import Diagnostics

extension Command {
  static let lint = Command(
    "lint",
    "[SPEC…]",
    .documents,
    0...Int.max,
    "Validate documents",
    detail: """
      Reads documents with everything they refer to, and lists all that is wrong, repaired or can \
      only be approximated in Swift. Findings go to standard output. The exit code is 1 where one \
      of them is an error, or a warning with `--strict`.
      """,
    examples: [
      ("gen-client lint api.yaml --verbose", "notices, too"),
      ("gen-client lint api.yaml --format sarif > api.sarif", "for code hosting services"),
    ],
    flags: Flag.inputs + [Flag.lock, .noLock] + Flag.findings + Flag.always
  ) { run in
    let plan = try RunPlan(run)
    let pipeline = run.pipeline
    var found: [Diagnostic] = []
    var count = 0
    for settings in plan.clients {
      do {
        let loaded = try pipeline.load(settings)
        count += loaded.document.operations.count
        _ = try pipeline.lower(loaded, settings: settings, lock: .none)
      } catch let error as DiagnosticError {
        found += error.diagnostics
      }
    }
    let all = run.sink.diagnostics + found
    if let path = plan.reportPath {
      try StagedFile(Array(FindingsReport.text(all, path: path).utf8), for: path).commit()
    }
    run.report(all, asResult: true)
    let isBad = all.contains {
      $0.severity == .error || plan.isStrict && $0.severity == .warning
    }
    if !isBad, run.invocation.format ?? "human" == "human" {
      run.note(
        "\(Wording.count(plan.clients.count, "document")) with \(Wording.count(count, "operation")): no errors"
      )
    }
    return isBad ? .failure : .success
  }
}
