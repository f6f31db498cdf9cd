internal import EndpointKit

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Calls to make, from a file with one JSON object a line.
///
/// ```json
/// {"route": "GET /pets/{id}", "set": "seventh", "arguments": {"path": {"id": 7}},
///  "fields": {"X-Trace": "1"}, "call": "c1"}
/// ```
///
/// `arguments` is what ``SmokeArguments`` reads, `fields` are header fields to add, and `call` comes
/// back in the report.
struct SmokeCalls: Sendable {
  /// A call.
  struct Entry: Sendable {
    var set: String
    var call: String?
    var arguments: SmokeArguments
    var fields: [(name: String, value: String)] = []
  }

  private let path: String
  private let lines: Result<[String: [Substring]], SmokeFault>

  init(path: String) {
    self.path = path
    do {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var lines: [String: [Substring]] = [:]
      for line in text.split(separator: "\n") {
        guard let route = try Self.object(line)["route"]?.string else {
          throw SmokeFault("a call has no route")
        }
        lines[route, default: []].append(line)
      }
      self.lines = .success(lines)
    } catch {
      lines = .failure(SmokeFault("\(path) cannot be read: \(error)"))
    }
  }

  private static func object(_ line: Substring) throws -> JSONValue {
    try JSONReader.decode(JSONValue.self, from: String(line))
  }

  /// The calls of an operation.
  func entries(of route: String) throws -> [Entry] {
    try (lines.get()[route] ?? []).map { line in
      let value = try Self.object(line)
      return Entry(
        set: value["set"]?.string ?? "",
        call: value["call"]?.string,
        arguments: SmokeArguments(value["arguments"] ?? .object([:])),
        fields: (value["fields"]?.object ?? [:]).map { ($0.key, $0.value.string ?? "") }
      )
    }
  }
}

/// Where reports go.
final class SmokeOutput: Sendable {
  private let path: String?
  private let lock = Watched(())

  init(path: String?) { self.path = path }

  /// Writes a line, so that it is there even if the process ends the next moment.
  func write(_ line: String) {
    lock.withLock { _ in
      guard let path, let file = fopen(path, "a") else { return print(line) }
      fputs(line + "\n", file)
      fclose(file)
    }
  }
}
