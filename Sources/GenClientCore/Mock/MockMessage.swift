/// A request as the mock service sees it.
public struct MockRequest: Sendable {
  /// The method in capitals.
  public var method: String
  /// The path, still percent-encoded, without the query.
  public var path: String
  /// Names and values of the query, decoded, in order.
  public var query: [(name: String, value: String)]
  /// Header fields, in order.
  public var fields: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  public init(
    method: String,
    path: String,
    query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
  }

  /// The first value of a header field.
  func field(_ name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name.lowercased() == name }?.value
  }

  /// The cookies, names and values.
  var cookies: [(name: String, value: String)] {
    fields.filter { $0.name.lowercased() == "cookie" }.flatMap { field in
      field.value.split(separator: ";").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].drop { $0 == " " }
        return (String(name), parts.count > 1 ? String(parts[1]) : "")
      }
    }
  }

  /// The media type of the body, without parameters, in lower case.
  var contentType: String? {
    field("Content-Type").map { text in
      let essence = text.prefix { $0 != ";" }
      return essence.filter { $0 != " " }.lowercased()
    }
  }

  /// What `Prefer` says under a name (RFC 7240).
  func preference(_ name: String) -> String? {
    for field in fields where field.name.lowercased() == "prefer" {
      for part in field.value.split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1).map { text in
          text.filter { $0 != " " && $0 != "\"" }
        }
        if pair.count == 2, pair[0].lowercased() == name { return pair[1] }
      }
    }
    return nil
  }
}

/// What the mock service answers.
public struct MockResponse: Sendable {
  /// The status.
  public var status: Int
  /// Header fields, in order.
  public var fields: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  public init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A refusal with what is wrong, as JSON (RFC 9457).
  static func problem(
    _ status: Int,
    _ title: String,
    _ details: [String] = [],
    fields: [(name: String, value: String)] = []
  ) -> MockResponse {
    let text = JSONText.object([
      ("title", .string(title)), ("status", .int(status)),
      ("detail", details.isEmpty ? nil : .string(details.joined(separator: "; "))),
      ("errors", details.isEmpty ? nil : .array(details.map { .string($0) })),
    ])
    return MockResponse(
      status: status,
      fields: [("Content-Type", "application/problem+json")] + fields,
      body: Array((text.pretty + "\n").utf8)
    )
  }
}
