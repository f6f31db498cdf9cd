#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPRequest {
  /// The request as a command line for curl, with secrets left out.
  ///
  /// - Parameters:
  ///   - redaction: what is left out.
  ///   - bodyLimit: how many bytes of a body in memory are shown.
  public func curlCommand(redaction: Redaction = .standard, bodyLimit: Int = 4096) -> String {
    let redaction = redaction.hiding(secretNames)
    var parts = ["curl"]
    if method == .head {
      parts.append("--head")
    } else if method != .get || body != nil {
      parts.append("--request \(method.rawValue.shellQuoted)")
    }
    for field in fields {
      parts.append("--header \("\(field.name): \(redaction.value(field))".shellQuoted)")
    }
    if let body { parts.append(contentsOf: bodyArguments(body, redaction, bodyLimit)) }
    parts.append(redaction.url(url).shellQuoted)
    return parts.joined(separator: " \\\n  ")
  }

  private func bodyArguments(
    _ body: HTTPBody,
    _ redaction: Redaction,
    _ limit: Int
  ) -> [String] {
    switch body.source {
    case .file(let path): return ["--data-binary \("@\(path)".shellQuoted)"]
    case .stream, .parts: return ["--data-binary @-"]
    case .data(let data):
      guard data.count <= limit, let text = String(validating: data, as: UTF8.self) else {
        return ["--data-binary @-"]
      }
      let type = fields["Content-Type"].flatMap { MediaType($0) }
      if type?.essence == MediaType.form.essence {
        return ["--data-raw \(redaction.form(text).shellQuoted)"]
      }
      return ["--data-raw \(redaction.json(text).shellQuoted)"]
    }
  }
}

extension Redaction {
  /// JSON text with the secrets among its members replaced; other text as it is.
  func json(_ text: String) -> String {
    guard let value = try? JSONReader.decode(JSONValue.self, from: text), holdsSecret(value) else {
      return text
    }
    return (try? JSONWriter.text(redacted(value))) ?? mark
  }

  private func holdsSecret(_ value: JSONValue) -> Bool {
    if let object = value.object {
      return object.contains { parameters.contains($0.key.lowercased()) || holdsSecret($0.value) }
    }
    return value.array?.contains(where: holdsSecret) ?? false
  }

  private func redacted(_ value: JSONValue) -> JSONValue {
    if let object = value.object {
      return .object(
        JSONObject(
          object.map { member in
            let isSecret = parameters.contains(member.key.lowercased())
            return (member.key, isSecret ? .string(mark) : redacted(member.value))
          }
        )
      )
    }
    return value.array.map { .array($0.map(redacted)) } ?? value
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String {
    let plain = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:@%+=,")
    if !isEmpty, utf8.allSatisfy(plain.contains) { return self }
    return "'\(replacingText("'", with: "'\\''"))'"
  }
}
