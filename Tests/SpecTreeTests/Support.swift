import Diagnostics
import SpecTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What reading a document came to.
struct Outcome {
  var root: Node?
  var warnings: [Diagnostic]
  var errors: [Diagnostic]

  init(
    _ bytes: [UInt8],
    as format: DocumentFormat = .automatic,
    limits: ParsingLimits = ParsingLimits(),
    file: String = "t"
  ) {
    let sink = DiagnosticSink()
    do throws(DiagnosticError) {
      root = try parse(
        SourceFile(path: file, bytes: bytes),
        as: format,
        limits: limits,
        sink: sink
      )
      errors = []
    } catch {
      root = nil
      errors = error.diagnostics
    }
    warnings = sink.diagnostics
  }

  init(
    _ text: String,
    as format: DocumentFormat = .automatic,
    limits: ParsingLimits = ParsingLimits()
  ) {
    self.init(Array(text.utf8), as: format, limits: limits)
  }

  /// `line:column code` of everything found, warnings first.
  var findings: [String] {
    (warnings + errors).map { finding in
      let place = finding.location.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(finding.code)"
    }
  }
}

/// The root of a document that must be readable.
func tree(_ text: String, as format: DocumentFormat = .automatic) throws -> Node {
  try parse(
    SourceFile(path: "t", bytes: Array(text.utf8)),
    as: format,
    sink: DiagnosticSink()
  )
}

extension Node {
  /// The value as compact JSON-like text, to compare whole trees at a glance.
  var sketch: String {
    switch kind {
    case .null: "null"
    case .bool, .int, .float: text
    case .string: "\"\(text)\""
    case .sequence: "[" + elements.map(\.sketch).joined(separator: ",") + "]"
    case .mapping:
      "{" + entries.map { "\($0.key):\($0.value.sketch)" }.joined(separator: ",") + "}"
    }
  }
}

/// The optional corpus of published documents and test suites.
enum Corpus {
  /// Its folder, which the environment can name; by default beside the repository.
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["GENCLIENT_CORPUS"]
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let beside = tests.appending(path: "../../../shared").standardized.path()
    let path = named ?? beside
    return FileManager.default.fileExists(atPath: path + "/specs") ? path + "/specs" : nil
  }()

  static var isPresent: Bool { folder != nil }

  /// The paths of all files below a folder of the corpus, relative to it, sorted.
  static func files(in subfolder: String) -> [String] {
    guard let folder else { return [] }
    let root = "\(folder)/\(subfolder)"
    let names = try? FileManager.default.subpathsOfDirectory(atPath: root)
    return (names ?? []).sorted().filter { name in
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder)
        && !isFolder
    }
  }

  static func bytes(of path: String) -> [UInt8]? {
    folder.flatMap { FileManager.default.contents(atPath: "\($0)/\(path)") }.map { [UInt8]($0) }
  }
}
