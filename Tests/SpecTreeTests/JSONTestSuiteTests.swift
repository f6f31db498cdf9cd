import Diagnostics
import SpecTree
import Testing

/// The JSON parsing test suite, as far as the corpus has it.
@Suite(.enabled(if: Corpus.isPresent)) struct JSONTestSuiteTests {
  static let folder = "json/test_parsing"
  static let files = Corpus.files(in: folder).filter { $0.hasSuffix(".json") }

  @Test(arguments: files.filter { $0.hasPrefix("y_") })
  func acceptsWhatIsJSON(file: String) throws {
    let outcome = Outcome(try #require(Corpus.bytes(of: "\(Self.folder)/\(file)")), as: .json)
    #expect(outcome.root != nil, "\(outcome.errors)")
  }

  @Test(arguments: files.filter { $0.hasPrefix("n_") })
  func rejectsWhatIsNotJSONWithALocation(file: String) throws {
    let outcome = Outcome(try #require(Corpus.bytes(of: "\(Self.folder)/\(file)")), as: .json)
    #expect(outcome.root == nil)
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.allSatisfy { $0.location != nil })
  }

  @Test(arguments: files.filter { $0.hasPrefix("i_") })
  func decidesWhatIsLeftOpen(file: String) throws {
    let outcome = Outcome(try #require(Corpus.bytes(of: "\(Self.folder)/\(file)")), as: .json)
    #expect((outcome.root == nil) == !outcome.errors.isEmpty)
    #expect((outcome.root == nil) == Self.refused.contains(file))
  }

  /// Bytes that are no UTF-8; all else that the standard leaves open is accepted.
  static let refused: Set<String> = [
    "i_string_UTF-16LE_with_BOM.json", "i_string_UTF-8_invalid_sequence.json",
    "i_string_invalid_utf-8.json", "i_string_iso_latin_1.json",
    "i_string_lone_utf8_continuation_byte.json", "i_string_not_in_unicode_range.json",
    "i_string_overlong_sequence_2_bytes.json", "i_string_overlong_sequence_6_bytes.json",
    "i_string_overlong_sequence_6_bytes_null.json", "i_string_truncated-utf-8.json",
    "i_string_utf16BE_no_BOM.json", "i_string_utf16LE_no_BOM.json",
  ]
}
