import Diagnostics

extension Command {
  static let diff = Command(
    "diff",
    "OLD NEW",
    .documents,
    2...2,
    "Tell what a new document means for Swift callers",
    detail: """
      Compares what two documents make of the same client: what code that uses it can rely on, what \
      is new, and what no longer compiles, each with its place. Suggests by how much the version \
      should grow: a new case of an enum counts as an addition, since every enum has a case for what \
      is unknown. With `--strict`, breaking changes give exit code 1.
      """,
    examples: [
      ("gen-client diff v1.yaml v2.yaml", "as text"),
      ("git show HEAD:api.yaml | gen-client diff - api.yaml", "what is not yet committed"),
      ("gen-client diff v1.yaml v2.yaml --as markdown", "for release notes"),
    ],
    flags: Flag.inputs + Flag.filters + [Flag.name, .lock, .noLock, .form] + Flag.findings
      + Flag.always
  ) { run in
    let plan = try RunPlan(run)
    let lock = try plan.lockPath.map { try NameLock(path: $0) } ?? .none
    let pipeline = run.pipeline
    var clients: [LoweredClient] = []
    for var settings in plan.clients {
      // A name that follows from the title must not make everything different.
      if settings.name == nil, let first = clients.first {
        settings.name = Setting(first.model.name)
      }
      clients.append(
        try pipeline.lower(try pipeline.load(settings), settings: settings, lock: lock)
      )
    }
    run.report(run.sink.diagnostics.filter { $0.severity == .error })
    let report = SurfaceReport(from: clients[0], to: clients[1])
    run.console.output(report.text(run.invocation.form ?? "text"))
    return plan.isStrict && report.step == .major ? .failure : .success
  }
}
