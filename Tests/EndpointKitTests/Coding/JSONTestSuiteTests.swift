import Foundation
import Testing

@testable import EndpointKit

/// The public conformance suite for JSON parsers, where the corpus is there.
@Suite(.enabled(if: !Corpus.files("specs/json/test_parsing").isEmpty, "the corpus is absent"))
struct JSONTestSuiteTests {
  static func names(_ prefix: String) -> [String] {
    Corpus.files("specs/json/test_parsing", prefix: prefix).map(\.lastPathComponent)
  }

  static func read(_ name: String) throws -> Data {
    try Data(
      contentsOf: Corpus.folder.appendingPathComponent("specs/json/test_parsing/\(name)")
    )
  }

  /// Skips the text, and has nothing else after it.
  struct Skipped: JSONRepresentable {
    init(json: inout JSONReader) throws { try json.skipValue() }
    func write(json: inout JSONWriter) throws { json.writeNull() }
  }

  @Test(arguments: names("y_"))
  func acceptsWhatIsValid(_ name: String) throws {
    let data = try Self.read(name)
    let value = try JSONReader.decode(JSONValue.self, from: data)
    #expect(throws: Never.self) { try JSONReader.decode(Skipped.self, from: data) }
    // What is written reads back as the same value.
    #expect(try JSONReader.decode(JSONValue.self, from: value.jsonData()) == value)
  }

  @Test(arguments: names("n_"))
  func rejectsWhatIsNot(_ name: String) throws {
    let data = try Self.read(name)
    #expect(throws: JSONDecodingError.self) { try JSONReader.decode(JSONValue.self, from: data) }
    #expect(throws: JSONDecodingError.self) { try JSONReader.decode(Skipped.self, from: data) }
  }

  @Test(arguments: names("i_"))
  func survivesWhatIsUpToTheParser(_ name: String) throws {
    let data = try Self.read(name)
    let value = try? JSONReader.decode(JSONValue.self, from: data)
    let skipped = try? JSONReader.decode(Skipped.self, from: data)
    #expect((value == nil) == (skipped == nil))
  }
}
