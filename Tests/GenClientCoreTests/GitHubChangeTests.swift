import Testing

@testable import GenClientCore

/// What changes of a large document do to what was generated from it.
@Suite struct GitHubChangeTests {
  private static let document = "\(repository)/Specs/github.yaml"

  private let folder = TestFolder()

  /// The document with one text in place of another, which has to be there once.
  private func document(_ old: String = "", _ new: String = "") throws -> String {
    let text = String(decoding: try FileSystem.contents(of: Self.document), as: UTF8.self)
    if old.isEmpty { return text }
    try #require(text.ranges(of: old).count == 1)
    return text.replacing(old, with: new)
  }

  /// The document with an operation before those on issues, whose answer is a type of its own.
  private func withOperation() throws -> String {
    let place = "\n  /repos/{owner}/{repo}/issues:\n"
    return try document(
      place,
      """

        /repos/{owner}/{repo}/mood:
          get:
            tags: [issues]
            summary: Tell the mood of a repository
            operationId: issues/get-mood
            parameters:
              - $ref: "#/components/parameters/owner"
              - $ref: "#/components/parameters/repo"
              - {name: hour, in: query, schema: {type: integer}}
            responses:
              "204": {description: None.}
      \(place)
      """
    )
  }

  @Test func anOperationInTheMiddleAddsLinesAndChangesNone() throws {
    let path = try folder.write(try document(), to: "github.yaml")
    let words = [path, "-o", folder("out"), "--no-config", "--lock", folder("names.lock"), "-q"]
    #expect(runTool(words).code == .success)
    var old = folder.tree("out")
    old["names.lock"] = folder.text("names.lock")
    try folder.write(try withOperation(), to: "github.yaml")
    let outcome = runTool(words)
    #expect(outcome.code == .success, "\(outcome.error)")
    var new = folder.tree("out")
    new["names.lock"] = folder.text("names.lock")

    let changed = Set(old.keys).union(new.keys)
      .filter { old[$0] != new[$0] && $0 != Manifest.fileName }
    #expect(
      changed.sorted() == [
        "Operations/GitHub+Issues.swift", "Targets/IssuesTarget.swift", "names.lock",
      ]
    )
    for path in changed {
      let difference = UnifiedDiff.text(
        old: old[path].map { Array($0.utf8) },
        new: new[path].map { Array($0.utf8) },
        path: path
      )
      let lines = difference.split(separator: "\n").filter { !$0.hasPrefix("---") }
      #expect(lines.contains { $0.hasPrefix("+ ") || $0.hasPrefix("+getMood ") })
      #expect(!lines.contains { $0.hasPrefix("-") }, "\(difference)")
    }
    #expect(new["Targets/IssuesTarget.swift"]?.contains("case getMood(") == true)
  }

  @Test func anOperationMoreIsMinor() throws {
    let path = try folder.write(try withOperation(), to: "new.yaml")
    let output = runTool(["diff", Self.document, path, "--no-config"]).output
    let line = try #require(output.split(separator: "\n").first { $0.contains("getMood") })
    #expect(line.hasPrefix("  GitHub.issues.getMood: added (GET /repos/{owner}/{repo}/mood)  "))
    #expect(line.hasSuffix("new.yaml:2831:5"))
    #expect(output.contains("Added (1)\n") && !output.contains("Breaking"))
    #expect(output.contains("Suggested version step: minor"))
  }

  @Test func aPropertyLessIsBreakingWhereItWas() throws {
    let color = """
              color:
                type: string
                description: The colour as six hexadecimal digits without `#`.
                pattern: ^[0-9a-fA-F]{6}$
                example: d73a4a
              default:
                type: boolean
                description: Whether every new repository

      """.dropLast()
    let rest = color.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(5)
    let path = try folder.write(
      try document(String(color), rest.joined(separator: "\n"))
        .replacing("description, color, default]", with: "description, default]"),
      to: "new.yaml"
    )
    let line = try #require(
      try document().split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex(of: "          pattern: ^[0-9a-fA-F]{6}$")
    )
    let output = runTool(["diff", Self.document, path, "--no-config"]).output
    #expect(
      output.contains("  GitHub.Label.color: removed (String)  \(Self.document):\(line - 2):9\n"),
      "\(output)"
    )
    #expect(output.contains("Breaking (1)\n"))
    #expect(output.contains("Suggested version step: major"))
  }
}
