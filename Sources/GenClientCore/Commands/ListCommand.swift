import ClientModel

extension Command {
  static let list = Command(
    "list",
    "[SPEC…]",
    .documents,
    0...Int.max,
    "List operations with their Swift names",
    detail: """
      Prints a table of operations: the Swift call, method, path, what it gives, and the scopes it \
      needs. The filter's flags choose among them.
      """,
    examples: [
      ("gen-client list api.yaml --tag issues", "operations with a tag"),
      ("gen-client list api.yaml --as json", "for programs"),
    ],
    flags: Flag.inputs + Flag.filters + [Flag.name, .lock, .noLock, .form] + Flag.findings
      + Flag.always
  ) { run in
    let plan = try RunPlan(run)
    let lock = try plan.lockPath.map { try NameLock(path: $0) } ?? .none
    let pipeline = run.pipeline
    var models: [Client] = []
    for settings in plan.clients {
      models.append(
        try pipeline.lower(try pipeline.load(settings), settings: settings, lock: lock).model
      )
    }
    try plan.check(run)
    run.report(run.sink.diagnostics.filter { $0.severity == .error })
    run.console.output(OperationTable(models).text(run.invocation.form ?? "text"))
    return .success
  }
}

/// Operations as a table.
struct OperationTable {
  private let rows: [Row]
  private let isNamed: Bool

  private struct Row {
    var client: String
    var call: String
    var method: String
    var path: String
    var result: String
    var scopes: [String]
    var id: String
    var isDeprecated: Bool
  }

  init(_ models: [Client]) {
    isNamed = models.count > 1
    rows = models.flatMap { model in
      model.groups.flatMap { group in
        group.operations.map { operation in
          Row(
            client: model.name,
            call: "\(group.accessor).\(operation.name)",
            method: operation.method,
            path: operation.path,
            result: TypeSpelling.text(of: operation),
            scopes: Self.scopes(operation.security),
            id: operation.id,
            isDeprecated: operation.deprecation != nil
          )
        }
      }
    }
  }

  private static func scopes(_ security: SecurityRequirement) -> [String] {
    var scopes: [String] = []
    for scope in security.alternatives.joined().flatMap(\.scopes) where !scopes.contains(scope) {
      scopes.append(scope)
    }
    return scopes
  }

  /// The table as `text`, `markdown` or `json`.
  func text(_ form: String) -> String {
    switch form {
    case "json": json
    case "markdown": markdown
    default: columns
    }
  }

  private func call(_ row: Row) -> String { isNamed ? "\(row.client).\(row.call)" : row.call }

  private var columns: String {
    let cells = rows.map { row in
      [call(row), row.method, row.path, row.result, row.scopes.joined(separator: ", ")]
    }
    let widths = (0..<5).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count + 2)
        line += cell + padding
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private var markdown: String {
    func cell(_ text: String) -> String {
      text.isEmpty ? "" : "`\(text.split(separator: "|").joined(separator: "\\|"))`"
    }
    let lines = rows.map { row in
      "| \(cell(call(row))) | \(row.method) | \(cell(row.path)) | \(cell(row.result)) "
        + "| \(row.scopes.map(cell).joined(separator: ", ")) |\n"
    }
    return "| Call | Method | Path | Result | Scopes |\n| --- | --- | --- | --- | --- |\n"
      + lines.joined()
  }

  private var json: String {
    let elements = rows.map { row in
      JSONText.object([
        ("client", .string(row.client)), ("call", .string(row.call)), ("id", .string(row.id)),
        ("method", .string(row.method)), ("path", .string(row.path)),
        ("result", .string(row.result)), ("scopes", .array(row.scopes.map { .string($0) })),
        ("deprecated", row.isDeprecated ? .bool(true) : nil),
      ])
    }
    return JSONText.array(elements).pretty + "\n"
  }
}
