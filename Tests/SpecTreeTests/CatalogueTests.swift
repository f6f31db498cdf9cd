import Diagnostics
import SpecTree
import Testing

@Suite struct CatalogueTests {
  /// Codes whose cause is too large, or no text at all, to be shown as a document.
  static let undemonstrated: Set<Diagnostic.Code> = [
    .fileTooLarge, .nestingTooDeep, .invalidEncoding, .controlCharacter,
  ]

  static let demonstrated = DiagnosticCatalogue.specTree.entries.filter {
    !undemonstrated.contains($0.code)
  }

  @Test(arguments: demonstrated)
  func examplesShowTheDiagnosticBeforeAndNotAfter(entry: DiagnosticCatalogue.Entry) {
    var limits = ParsingLimits()
    limits.aliasedNodes = 5
    let before = Outcome(entry.before, limits: limits)
    #expect((before.errors + before.warnings).map(\.code) == [entry.code])
    #expect(Outcome(entry.after, limits: limits).findings == [])
  }

  @Test func everyCodeIsExplained() {
    let codes: [Diagnostic.Code] = [
      .yamlSyntax, .yamlTag, .yamlAlias, .yamlAliasBudget, .yamlMergeKey, .yamlComplexKey,
      .yamlMultipleDocuments, .jsonSyntax, .jsonLoneSurrogate, .duplicateKey, .nestingTooDeep,
      .emptyDocument, .invalidEncoding, .controlCharacter, .fileTooLarge,
    ]
    #expect(DiagnosticCatalogue.specTree.entries.map(\.code) == codes)
  }
}
