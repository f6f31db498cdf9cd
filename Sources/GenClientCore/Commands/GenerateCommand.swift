import Diagnostics

extension Command {
  static let generate = Command(
    "generate",
    "[SPEC…]",
    .documents,
    0...Int.max,
    "Generate Swift clients from OpenAPI documents (the default)",
    detail: """
      Reads each SPEC, or the documents of `gen-client.yaml` where none is given, and writes a \
      client. `-` reads standard input. Only files whose content changes are written, files of \
      earlier runs that are no longer needed are removed, and a file that the tool did not write is \
      never touched. If anything is wrong, nothing is written at all.
      """,
    examples: [
      ("gen-client Specs/github.yaml", "writes Sources/GitHub"),
      ("gen-client Specs/github.yaml -o Client --tag issues", "writes a part of it to Client"),
      ("gen-client", "does what gen-client.yaml says"),
    ],
    flags: Flag.generation + Flag.findings + [Flag.dryRun, .version] + Flag.always
  ) { run in
    let plan = try RunPlan(run)
    let gathered = try GatheredOutput(plan, run)
    let report = try plan.reportPath.map { path in
      try StagedFile(
        Array(FindingsReport.text(run.sink.diagnostics, path: path).utf8),
        for: path
      )
    }
    let plans = try Self.write(gathered, plan, run)
    try report?.commit()
    run.report(run.sink.diagnostics)
    for (position, client) in gathered.clients.enumerated() {
      let folder = gathered.folders[position]
      guard let plan = plans.first(where: { $0.folder == folder }) else { continue }
      run.note(Self.summary(client, plan, isDryRun: run.invocation.dryRun))
    }
    return .success
  }

  /// Brings the output folders and the lock up to date.
  private static func write(
    _ gathered: GatheredOutput,
    _ plan: RunPlan,
    _ run: Run
  ) throws -> [OutputPlan] {
    guard !run.invocation.dryRun else {
      let plans = gathered.outputs.map { OutputPlan($0) }
      try refuseForeign(plans)
      for plan in plans { Self.list(plan, run) }
      return plans
    }
    return try run.stopwatch.measure("write") {
      var transaction = try OutputTransaction(folders: gathered.outputs.map(\.folder))
      defer { transaction.close() }
      let plans = gathered.outputs.map { OutputPlan($0) }
      try refuseForeign(plans)
      try transaction.stage(plans)
      var lock: StagedFile?
      do {
        if let path = gathered.lock.path, !run.invocation.frozen {
          lock = try StagedFile(Array(gathered.lock.text.utf8), for: path)
        }
        try transaction.commit()
        try lock?.commit()
      } catch {
        transaction.discard()
        lock?.discard()
        throw error
      }
      return plans
    }
  }

  private static func refuseForeign(_ plans: [OutputPlan]) throws(DiagnosticError) {
    let refusals = plans.compactMap(\.refusal)
    if !refusals.isEmpty { throw DiagnosticError(refusals) }
  }

  private static func list(_ plan: OutputPlan, _ run: Run) {
    for change in plan.changes {
      let verb =
        switch change.kind {
        case .add: "add   "
        case .update: "update"
        case .remove: "remove"
        }
      run.note("\(verb) \(PathText.join(plan.folder, change.path))")
    }
  }

  private static func summary(
    _ client: GeneratedClient,
    _ plan: OutputPlan,
    isDryRun: Bool
  ) -> String {
    let operations = client.model.groups.reduce(0) { $0 + $1.operations.count }
    let written = plan.count(.add) + plan.count(.update)
    let removed = plan.count(.remove)
    var parts: [String] = []
    if written > 0 { parts.append("\(written) \(isDryRun ? "to write" : "written")") }
    if removed > 0 { parts.append("\(removed) \(isDryRun ? "to remove" : "removed")") }
    if plan.unchangedCount > 0 { parts.append("\(plan.unchangedCount) unchanged") }
    return "\(client.model.name): \(Wording.count(operations, "operation")), "
      + "\(Wording.count(client.model.types.count, "type")) in \(plan.folder) "
      + "(\(Wording.count(written + plan.unchangedCount, "file")): \(parts.joined(separator: ", ")))"
  }
}
