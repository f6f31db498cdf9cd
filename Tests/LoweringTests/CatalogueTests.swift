import Diagnostics
import Lowering
import Testing

/// What `explain` says about the diagnostics of lowering.
@Suite struct CatalogueTests {
  /// The smallest document around a part of one.
  static func document(_ text: String) -> String {
    let version = text.contains("openapi:") ? "" : "openapi: 3.1.0\n"
    let paths = text.contains("paths:") || text.contains("webhooks:") ? "" : "paths: {}\n"
    return version + "info: {title: Test, version: '1'}\n" + paths + text
  }

  @Test(arguments: DiagnosticCatalogue.lowering.entries)
  func theExampleCausesItAndTheMendedOneDoesNot(_ entry: DiagnosticCatalogue.Entry) throws {
    let before = try Lowered(document: Self.document(entry.before))
    #expect(before.codes.contains(entry.code.rawValue))
    let after = try Lowered(document: Self.document(entry.after))
    #expect(!after.codes.contains(entry.code.rawValue))
  }
}
