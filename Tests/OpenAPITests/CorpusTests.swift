import Diagnostics
import Foundation
import OpenAPI
import Testing

/// Published documents and other projects' test documents, where they are on this machine.
@Suite(.enabled(if: Repository.corpus != nil)) struct CorpusTests {
  /// Documents that are valid to a validator that follows no reference, and cannot be used.
  static let unusable: Set<String> = []

  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let isReal: Bool
    let isValid: Bool
    var testDescription: String { path }
  }

  static let roots: [Row] = {
    guard let corpus = Repository.corpus,
      let text = try? String(
        contentsOf: corpus.appendingPathComponent("specs/MANIFEST.tsv"),
        encoding: .utf8
      )
    else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count > 9, columns[8] == "root" else { return nil }
      return Row(
        path: columns[0],
        isReal: columns[0].hasPrefix("real/"),
        isValid: columns[9] == "y"
      )
    }
  }()

  @Test(arguments: roots.filter { ($0.isReal || $0.isValid) && !unusable.contains($0.path) })
  func aUsableDocumentLoads(row: Row) throws {
    let outcome = try load(row)
    let document = try #require(outcome.document, "\(outcome.diagnostics)")
    #expect(outcome.codes(.error).isEmpty)
    checkConsistency(of: document)
  }

  @Test(arguments: roots.filter { !$0.isReal && !$0.isValid })
  func anyOtherDocumentLoadsOrSaysWhereItIsWrong(row: Row) throws {
    let outcome = try load(row)
    if let document = outcome.document {
      checkConsistency(of: document)
    } else {
      #expect(outcome.diagnostics.contains { $0.severity == .error && $0.location != nil })
    }
  }

  private func load(_ row: Row) throws -> Outcome {
    let corpus = try #require(Repository.corpus)
    return OpenAPITests.load(path: corpus.appendingPathComponent("specs/\(row.path)").path)
  }

  /// What every document promises.
  private func checkConsistency(of document: Document) {
    for (position, schema) in document.schemas.enumerated() {
      #expect(schema.id.index == position)
    }
    let ids = document.operations.compactMap(\.operationID)
    #expect(Set(ids).count == ids.count)
    for operation in document.operations {
      #expect(operation.path.hasPrefix("/"))
      for parameter in operation.parameters {
        #expect(!parameter.name.isEmpty)
        #expect((parameter.schema != nil) != (parameter.content != nil))
        if parameter.place == .path {
          #expect(parameter.isRequired)
          #expect(operation.path.contains("{\(parameter.name)}"))
        }
      }
      #expect(operation.requestBody?.content.isEmpty != true)
    }
  }
}
