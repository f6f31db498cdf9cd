import Diagnostics
import OpenAPI
import SpecTree

extension MockRequestCheck {
  /// What is wrong with a body of a type that the document allows.
  func faultsOfBody(_ content: MediaType, type: String) -> [String] {
    guard let schema = content.schema else { return [] }
    if content.range.isJSON || type.hasSuffix("json") { return faultsOfJSON(schema) }
    switch type {
    case "application/x-www-form-urlencoded": return faultsOfForm(schema)
    case "multipart/form-data": return faultsOfMultipart(schema)
    default: return []
    }
  }

  private func faultsOfJSON(_ schema: SchemaReference) -> [String] {
    let sink = DiagnosticSink()
    do {
      let root = try parse(SourceFile(path: "body", bytes: request.body), as: .json, sink: sink)
      let repeated = sink.diagnostics.filter { $0.code == .duplicateKey }
      return repeated.map { "the body is ambiguous: \($0.message)\(Self.place(of: $0))" }
        + faults(of: MockValue(root), schema)
    } catch {
      guard let found = error.diagnostics.first else { return ["the body is no JSON"] }
      return ["the body is no JSON: \(found.message)\(Self.place(of: found))"]
    }
  }

  private static func place(of finding: Diagnostic) -> String {
    finding.location.map { " (line \($0.line), column \($0.column))" } ?? ""
  }

  private func faults(of value: MockValue, _ schema: SchemaReference) -> [String] {
    SchemaCheck(document: document).faults(of: value, schema).map { fault in
      "\(fault.pointer.isEmpty ? "the body" : "`\(fault.pointer)`") \(fault.message)"
    }
  }

  /// Compares the fields of a form; those that are objects are taken as they are.
  private func faultsOfForm(_ schema: SchemaReference) -> [String] {
    let shape = document[schema.siblings ?? schema.id]
    var members: [MockValue.Member] = []
    for pair in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { part in
          let text = String(part).replacing("+", with: " ")
          return JSONPointer.percentDecode(text) ?? text
        }
      let (name, text) = (parts[0], parts.count > 1 ? parts[1] : "")
      guard let property = shape.properties.first(where: { $0.name == name }) else {
        members.append(.init(name: name, value: .string(text)))
        continue
      }
      let type = document[property.schema.siblings ?? property.schema.id]
      if type.types.contains(.object) { continue }
      guard type.types.contains(.array) else {
        members.append(.init(name: name, value: .scalar(text, types: type.types)))
        continue
      }
      let types = type.items.map { document[$0.siblings ?? $0.id].types } ?? []
      let element = MockValue.scalar(text, types: types)
      if let position = members.firstIndex(where: { $0.name == name }),
        case .array(let elements) = members[position].value
      {
        members[position].value = .array(elements + [element])
      } else {
        members.append(.init(name: name, value: .array([element])))
      }
    }
    return faults(of: .object(members), schema)
  }

  /// Looks for the parts that are required; their contents are not read.
  private func faultsOfMultipart(_ schema: SchemaReference) -> [String] {
    guard request.field("Content-Type")?.lowercased().contains("boundary=") == true else {
      return ["the body has no `boundary` in its Content-Type"]
    }
    let text = String(decoding: request.body, as: UTF8.self)
    return document[schema.siblings ?? schema.id].required
      .filter { !text.contains("name=\"\($0)\"") && !text.contains("name=\($0)\r") }
      .map { "the body has no part `\($0)`, which is required" }
  }
}
