import Foundation
import Testing

@testable import EndpointKit

/// RFC 6570's own examples, for the operators that OpenAPI's styles are.
struct URITemplateCorpusTests {
  static let folder: String = {
    if let folder = ProcessInfo.processInfo.environment["GENCLIENT_CORPUS"] { return folder }
    var url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.deletingLastPathComponent().appendingPathComponent("shared").path
  }()

  static func cases(_ file: String) -> [(String, [String], JSONValue)] {
    guard let data = FileManager.default.contents(atPath: "\(folder)/uritemplate/\(file)"),
      let root = try? JSONReader.decode(JSONValue.self, from: data)
    else { return [] }
    var result: [(String, [String], JSONValue)] = []
    for (_, group) in root.object ?? [:] {
      for test in group["testcases"]?.array ?? [] {
        guard let template = test[0]?.string, let variables = group["variables"] else { continue }
        // An object's members may come in any order, so there can be several right answers.
        let expected = test[1]?.array?.compactMap(\.string) ?? [test[1]?.string].compactMap { $0 }
        if !expected.isEmpty { result.append((template, expected, variables)) }
      }
    }
    return result
  }

  static var hasCorpus: Bool { !cases("spec-examples.json").isEmpty }

  @Test(
    .enabled(if: hasCorpus, "the corpus folder is absent"),
    arguments: ["spec-examples.json", "spec-examples-by-section.json", "extended-tests.json"]
  )
  func expansionsOfTheRFCHold(_ file: String) throws {
    var checked = 0
    for (template, expected, variables) in Self.cases(file) {
      guard let text = Self.expand(template, variables) else { continue }
      checked += 1
      #expect(expected.contains(text), "\(template)")
    }
    #expect(checked > 10)
  }

  /// Expands a template with the style that stands for each expression; `nil` where the template
  /// uses what no style has (prefixes, `+`, `#`, `/`).
  private static func expand(_ template: String, _ variables: JSONValue) -> String? {
    var output = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      output += literal(rest[..<open])
      var expression = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      guard let first = expression.first else { return nil }
      let operation: Character = ";.?&".contains(first) ? expression.removeFirst() : " "
      if "+#/=,!@|".contains(first) { return nil }
      var parts: [String] = []
      for name in expression.split(separator: ",") {
        let explode = name.hasSuffix("*")
        let key = String(explode ? name.dropLast() : name)
        if key.contains(":") { return nil }
        guard let value = variables[key], !value.isNull, !value.parameterValue.isEmpty else {
          continue
        }
        parts.append(part(operation, key, value.parameterValue, explode))
      }
      let separator = ["?": "&", "&": "&", " ": ","][operation] ?? ""
      let prefix = parts.isEmpty || !"?&".contains(operation) ? "" : String(operation)
      output += prefix + parts.joined(separator: separator)
    }
    return output + literal(rest)
  }

  /// Text outside expressions: what is encoded already stays (RFC 6570 §3.1).
  private static func literal(_ text: Substring) -> String {
    var output = ""
    output.appendPercentEncoded(String(text), keeping: .reserved, keepingTriplets: true)
    return output
  }

  private static func part(
    _ operation: Character,
    _ key: String,
    _ value: ParameterValue,
    _ explode: Bool
  ) -> String {
    let writer = StyleWriter(
      name: key.removingPercentEncoding ?? key,
      explode: explode,
      kept: .unreserved
    )
    var text = EncodedText()
    switch operation {
    case ";": writer.matrix(value, to: &text)
    case ".": writer.label(value, to: &text)
    case " ": writer.simple(value, to: &text)
    default: writer.form(value, to: &text)
    }
    return text.string
  }
}
