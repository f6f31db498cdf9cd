import Mustache
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The Mustache specification's own tests, where its files are at hand.
@Suite(.enabled(if: SpecificationCase.folder != nil, "the specification's files are not here"))
struct SpecificationTests {
  @Test(arguments: SpecificationCase.all)
  func rendersAsSpecified(_ example: SpecificationCase) throws {
    let library = try TemplateLibrary(
      example.partials.merging(["main under test": example.template]) { $1 }
    )
    #expect(try library.render("main under test", example.data) == example.expected)
  }

  @Test func coversEveryModule() {
    let modules = Set(SpecificationCase.all.map(\.module))
    #expect(
      modules == [
        "comments", "delimiters", "interpolation", "inverted", "partials", "sections",
        "~dynamic-names", "~inheritance", "~lambdas",
      ]
    )
    #expect(SpecificationCase.all.count >= 194)
  }
}

struct SpecificationCase: Sendable, CustomTestStringConvertible {
  var module: String
  var name: String
  var template: String
  var partials: [String: String]
  var data: Value
  var expected: String

  var testDescription: String { "\(module): \(name)" }

  static let folder: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let corpus =
      ProcessInfo.processInfo.environment["GENCLIENT_CORPUS"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared")
    let specs = corpus.appending(path: "mustache-spec/specs").path
    return FileManager.default.fileExists(atPath: specs) ? specs : nil
  }()

  static let all: [SpecificationCase] = {
    guard let folder,
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    return files.filter { $0.hasSuffix(".json") }.sorted().flatMap { file in
      read("\(folder)/\(file)", module: String(file.dropLast(5)))
    }
  }()

  private static func read(_ path: String, module: String) -> [SpecificationCase] {
    guard let data = FileManager.default.contents(atPath: path),
      case .object(let document)? = try? JSONText.parse(Array(data)),
      case .list(let tests)? = document["tests"]
    else {
      Issue.record("\(path) is not a file of specification tests")
      return []
    }
    return tests.compactMap { test in
      guard case .object(let test) = test, case .string(let name)? = test["name"],
        case .string(let template)? = test["template"],
        case .string(let expected)? = test["expected"]
      else { return nil }
      var partials: [String: String] = [:]
      if case .object(let sources)? = test["partials"] {
        for (name, source) in zip(sources.shape.names, sources.values) {
          if case .string(let text) = source { partials[name] = text }
        }
      }
      var data = test["data"] ?? .null
      if module == "~lambdas" { data = withLambda(data, named: name) }
      return SpecificationCase(
        module: module,
        name: name,
        template: template,
        partials: partials,
        data: data,
        expected: expected
      )
    }
  }

  /// The files hold lambdas as source text in other languages; these are the same in Swift.
  private static func withLambda(_ data: Value, named name: String) -> Value {
    guard case .object(let object) = data else { return data }
    let calls = Mutex(0)
    let lambda: @Sendable (String) -> String =
      switch name {
      case "Interpolation": { _ in "world" }
      case "Interpolation - Expansion": { _ in "{{planet}}" }
      case "Interpolation - Alternate Delimiters": { _ in "|planet| => {{planet}}" }
      case "Interpolation - Multiple Calls":
        { _ in
          String(
            calls.withLock {
              $0 += 1
              return $0
            }
          )
        }
      case "Escaping": { _ in ">" }
      case "Section": { $0 == "{{x}}" ? "yes" : "no" }
      case "Section - Expansion": { $0 + "{{planet}}" + $0 }
      case "Section - Alternate Delimiters": { $0 + "{{planet}} => |planet|" + $0 }
      case "Section - Multiple Calls": { "__\($0)__" }
      default: { _ in "" }
      }
    let pairs = zip(object.shape.names, object.values).map { key, value in
      (key, key == "lambda" ? Value.lambda(lambda) : value)
    }
    return .object(pairs)
  }
}
