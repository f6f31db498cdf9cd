import Diagnostics
import Foundation
import OpenAPI
import Testing

/// Documents with one slip or defect each, whose findings are pinned beside them.
@Suite struct SpecsTableTests {
  @Test(arguments: Repository.specs(in: "Malformed"))
  func aDefectIsAnErrorAtItsPlace(name: String) throws {
    let folder = Repository.root.appendingPathComponent("Specs/Malformed")
    let outcome = load(in: folder, name)
    #expect(outcome.document == nil)
    let expected = try expectations(folder, name)
    #expect(!expected.isEmpty)
    for line in expected { check(line, in: outcome, folder) }
  }

  @Test(arguments: Repository.specs(in: "Tolerated"))
  func aSlipIsRepairedAndReported(name: String) throws {
    let folder = Repository.root.appendingPathComponent("Specs/Tolerated")
    let outcome = load(in: folder, name)
    #expect(outcome.document != nil)
    #expect(outcome.codes(.error).isEmpty)
    let expected = try expectations(folder, name)
    for line in expected { check(line, in: outcome, folder) }
    if expected.isEmpty { #expect(outcome.codes(.warning).isEmpty) }
  }

  @Test(arguments: Repository.specs(in: "Golden") + ["../github.yaml", "../petstore.yaml"])
  func ourOwnDocumentsAreWithoutFault(name: String) {
    let folder = Repository.root.appendingPathComponent("Specs/Golden")
    let outcome = load(in: folder, name)
    #expect(outcome.document != nil)
    #expect(outcome.codes(.error).isEmpty)
  }

  private func load(in folder: URL, _ name: String) -> Outcome {
    var options = LoadOptions()
    options.root = folder.path
    return OpenAPITests.load(
      path: folder.appendingPathComponent(name).path,
      options: options
    )
  }

  private func expectations(_ folder: URL, _ name: String) throws -> [String] {
    let file = folder.appendingPathComponent(name).deletingPathExtension()
      .appendingPathExtension("expect")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// `SEVERITY [FILE:]LINE:COLUMN WORDS`
  private func check(_ line: String, in outcome: Outcome, _ folder: URL) {
    let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
    let isThere = outcome.diagnostics.contains { diagnostic in
      guard let location = diagnostic.location, diagnostic.severity.rawValue == parts[0] else {
        return false
      }
      var place = "\(location.line):\(location.column)"
      if parts[1].split(separator: ":").count == 3 {
        place = location.file.replacingOccurrences(of: folder.path + "/", with: "") + ":" + place
      }
      return place == parts[1]
        && diagnostic.message.lowercased().contains(parts[2].lowercased())
    }
    #expect(isThere, "\(line) is not among \(outcome.diagnostics)")
  }
}
