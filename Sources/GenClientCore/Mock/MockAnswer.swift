import OpenAPI
import SpecTree

/// Chooses and writes the response of an operation.
struct MockAnswer {
  let document: Document
  let operation: OpenAPI.Operation
  let request: MockRequest

  /// The response that the request prefers, else the first success, else the first of all.
  var response: MockResponse {
    guard let (response, status) = chosen else {
      return request.preference("code") == nil
        ? MockResponse(status: 204)
        : .problem(400, "No response is documented for the preferred code")
    }
    let fields = response.headers.map { ($0.name, sample($0)) }
    guard !response.content.isEmpty, status != 204, status != 304 else {
      return MockResponse(status: status, fields: fields)
    }
    guard let content = preferred(response.content) else {
      return .problem(
        406,
        "The response cannot be written as \(request.field("Accept") ?? "")",
        ["it can be \(Wording.list(response.content.map(\.range.essence), last: "or"))"]
      )
    }
    let type = concrete(content.range)
    return MockResponse(
      status: status,
      fields: [("Content-Type", type)] + fields,
      body: body(content, type)
    )
  }

  /// The same, on one line where it is JSON, and without examples that are not what their own
  /// schemas describe.
  var checkedResponse: MockResponse {
    var response = self.response
    if let line = checkedLine, !response.body.isEmpty { response.body = Array(line.utf8) }
    return response
  }

  /// The body of the checked response on one line; `nil` where it is no JSON.
  var checkedLine: String? {
    guard let (documented, _) = chosen, let content = preferred(documented.content),
      content.range.isJSON
    else { return nil }
    let example = content.examples.first?.value.map { MockValue($0) }
    let fitting = example.flatMap { example -> MockValue? in
      guard let schema = content.schema else { return example }
      let faults = SchemaCheck(document: document).faults(of: example, schema)
      return faults.isEmpty ? example : nil
    }
    let value =
      fitting ?? content.schema.map { SampleValue(document: document).value(of: $0) }
    return value?.json.line
  }

  private var chosen: (OpenAPI.Response, Int)? {
    if let preferred = request.preference("code") {
      guard let code = Int(preferred), (100..<600).contains(code) else { return nil }
      let order: [Response.Status] = [.code(code), .range(code / 100), .default]
      for status in order {
        if let found = operation.responses.first(where: { $0.status == status }) {
          return (found, code)
        }
      }
      return nil
    }
    for response in operation.responses {
      switch response.status {
      case .code(let code) where (200..<300).contains(code): return (response, code)
      case .range(2): return (response, 200)
      default: continue
      }
    }
    guard
      let first = operation.responses.first(where: { $0.status == .default })
        ?? operation.responses.first
    else { return nil }
    switch first.status {
    case .code(let code): return (first, code)
    case .range(let hundred): return (first, hundred * 100)
    case .default: return (first, 200)
    }
  }

  /// The first content that `Accept` allows.
  private func preferred(_ content: [MediaType]) -> MediaType? {
    guard let accept = request.field("Accept") else { return content.first }
    let ranges = accept.split(separator: ",").map { range in
      range.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    }
    for range in ranges {
      if range == "*/*" { return content.first }
      let isType = range.hasSuffix("/*")
      if let found = content.first(where: { item in
        item.range.covers(range) || isType && range == "\(item.range.type)/*"
      }) {
        return found
      }
    }
    return nil
  }

  private func concrete(_ range: MediaRange) -> String {
    guard range.isWildcard else { return range.text }
    let types = [
      "text": "text/plain", "image": "image/png", "audio": "audio/mpeg", "video": "video/mp4",
    ]
    return types[range.type] ?? "application/json"
  }

  private func sample(_ header: Header) -> String {
    let example = header.examples.first?.value.map { MockValue($0) }
    let value =
      example ?? header.schema.map { SampleValue(document: document).value(of: $0) } ?? .string("")
    return plain(value)
  }

  private func plain(_ value: MockValue) -> String {
    switch value {
    case .null: ""
    case .bool(let value): String(value)
    case .number(let text), .string(let text): text
    case .array(let elements): elements.map(plain).joined(separator: ",")
    case .object(let members):
      members.map { "\($0.name),\(plain($0.value))" }.joined(separator: ",")
    }
  }

  // MARK: Body

  private func body(_ content: MediaType, _ type: String) -> [UInt8] {
    let name = request.preference("example")
    let example = content.examples.first { $0.name == name } ?? content.examples.first
    if let text = example?.serializedValue { return Array(text.utf8) }
    let made =
      example?.value.map { MockValue($0) }
      ?? content.schema.map { SampleValue(document: document).value(of: $0) }
    let isStream = ["event-stream", "jsonl", "ndjson", "x-ndjson", "json-seq", "x-jsonlines"]
      .contains { type.hasPrefix("text/\($0)") || type.hasPrefix("application/\($0)") }
    if isStream { return stream(made, content, type) }
    guard let made else { return [] }
    if content.range.isJSON || type.hasSuffix("json") {
      return Array((made.json.pretty + "\n").utf8)
    }
    return Array(plain(made).utf8)
  }

  /// Three elements of a stream, or those of the example.
  private func stream(_ made: MockValue?, _ content: MediaType, _ type: String) -> [UInt8] {
    if case .string(let text)? = made { return Array(text.utf8) }
    var elements: [MockValue] = []
    if case .array(let found)? = made {
      elements = found
    } else if let item = content.itemSchema {
      let value = SampleValue(document: document).value(of: item)
      elements = Array(repeating: value, count: 3)
    } else if let made {
      elements = Array(repeating: made, count: 3)
    }
    let lines = elements.map { element in
      if type.hasPrefix("text/event-stream") { return event(element) }
      let prefix = type.hasPrefix("application/json-seq") ? "\u{1E}" : ""
      return prefix + element.json.line + "\n"
    }
    return Array(lines.joined().utf8)
  }

  /// A server-sent event: the members of an object that has `data`, else the value as its data.
  private func event(_ value: MockValue) -> String {
    guard case .object(let members) = value, let data = value["data"] else {
      return "data: \(value.json.line)\n\n"
    }
    var lines = members.filter { ["event", "id", "retry"].contains($0.name) }.map {
      "\($0.name): \(plain($0.value))\n"
    }
    if case .string(let text) = data {
      lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
    } else {
      lines.append("data: \(data.json.line)\n")
    }
    return lines.joined() + "\n"
  }
}
