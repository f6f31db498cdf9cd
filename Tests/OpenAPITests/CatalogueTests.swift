import Diagnostics
import Foundation
import OpenAPI
import Testing

/// Each code's example causes it, and the example put right does not.
@Suite struct CatalogueTests {
  @Test(arguments: DiagnosticCatalogue.openAPI.entries.map(\.code.rawValue))
  func anExampleCausesItsCodeAndThenNoMore(code: String) throws {
    let code = Diagnostic.Code(rawValue: code)
    let entry = try #require(DiagnosticCatalogue.openAPI[code])
    #expect(loadFragment(entry.before).diagnostics.contains { $0.code == code })
    let after = loadFragment(entry.after)
    #expect(after.document != nil)
    #expect(!after.diagnostics.contains { $0.code == code }, "\(after.diagnostics)")
  }

  @Test func everyCodeInTheSourcesIsInTheCatalogue() throws {
    let file = Repository.root.appendingPathComponent("Sources/OpenAPI/Faults/Codes.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let codes = text.split(separator: "\n").compactMap { line -> String? in
      guard line.contains("static let") else { return nil }
      return line.split(separator: "\"").dropFirst().first.map(String.init)
    }
    #expect(codes.count > 30)
    for code in codes {
      #expect(DiagnosticCatalogue.openAPI[.init(rawValue: code)] != nil, "\(code)")
    }
  }

  /// Completes a fragment with what every document has.
  private func loadFragment(_ fragment: String) -> Outcome {
    var text = fragment
    if !text.contains("openapi:"), !text.contains("opneapi:") {
      if !text.contains("info:") { text = "info: {title: Shop, version: \"1\"}\n" + text }
      text = "openapi: 3.0.3\n" + text
      if !text.contains("\npaths:") { text += "paths: {}\n" }
    }
    var options = LoadOptions()
    options.root = "specs"
    if text.contains("dependentRequired") {
      text = text.replacingOccurrences(of: "openapi: 3.0.3", with: "openapi: 3.1.0")
    }
    let files = FileReader.memory(["specs/api.yaml": text, "secret.yaml": "type: object\n"])
    return load(path: "specs/api.yaml", files: files, options: options)
  }
}
