import ClientModel
import OpenAPI
import SpecTree

/// Makes sample arguments and sample responses, for the smoke tests of a client and for its stubs.
///
/// The document's examples go first where they are what their own schemas describe; else values are
/// made from the schemas. The same document gives the same samples.
struct SmokeSampler {
  private let document: Document
  private let check: SchemaCheck

  init(document: Document) {
    self.document = document
    check = SchemaCheck(document: document)
  }

  /// The samples by method and path, and those for one media type of several by that behind it.
  func samples() -> [String: OperationSamples] {
    var samples: [String: OperationSamples] = [:]
    for operation in document.operations {
      let route = "\(operation.method) \(operation.path)"
      let minimal = arguments(of: operation, isMinimal: true).line
      let full = arguments(of: operation, isMinimal: false).line
      func add(_ key: String, _ response: MockResponse) {
        samples[key] = OperationSamples(
          minimal: minimal,
          full: full,
          status: response.status,
          contentType: response.fields.first { $0.name == "Content-Type" }?.value,
          body: String(decoding: response.body, as: UTF8.self)
        )
      }
      add(route, response(of: operation))
      for type in Self.otherTypes(of: operation) {
        add("\(route) \(type)", response(of: operation, accepting: type))
      }
    }
    return samples
  }

  /// The responses by method and path, successes first.
  func responses() -> [String: [ResponseSample]] {
    var samples: [String: [ResponseSample]] = [:]
    for operation in document.operations {
      let statuses = Self.statuses(of: operation)
      samples["\(operation.method) \(operation.path)"] = statuses.flatMap { response, status in
        let types = response.content.map(\.range.essence)
        return (types.isEmpty ? [nil] : types.map(Optional.some)).map { type in
          let answer = answer(to: operation, accepting: type, status: status)
          let (made, line) = (answer.checkedResponse, answer.checkedLine)
          return ResponseSample(
            status: made.status,
            contentType: made.fields.first { $0.name == "Content-Type" }?.value,
            body: String(decoding: made.body, as: UTF8.self),
            isJSON: line != nil && !made.body.isEmpty
          )
        }
      }
    }
    return samples
  }

  /// The responses of an operation with a status each, successes first.
  private static func statuses(
    of operation: OpenAPI.Operation
  ) -> [(response: OpenAPI.Response, status: Int)] {
    func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
    let hasSuccess = operation.responses.contains { response in
      switch response.status {
      case .code(let code): isSuccess(code)
      case .range(let hundred): hundred == 2
      case .default: false
      }
    }
    let all = operation.responses.map { response in
      switch response.status {
      case .code(let code): (response, code)
      case .range(let hundred): (response, hundred * 100)
      case .default: (response, hasSuccess ? 500 : 200)
      }
    }
    return all.filter { isSuccess($0.1) } + all.filter { !isSuccess($0.1) }
  }

  private func response(
    of operation: OpenAPI.Operation,
    accepting type: String? = nil
  ) -> MockResponse {
    answer(to: operation, accepting: type).checkedResponse
  }

  private func answer(
    to operation: OpenAPI.Operation,
    accepting type: String?,
    status: Int? = nil
  ) -> MockAnswer {
    let accept = type.map { [(name: "Accept", value: $0)] } ?? []
    let prefer = status.map { [(name: "Prefer", value: "code=\($0)")] } ?? []
    let request = MockRequest(
      method: operation.method,
      path: operation.path,
      fields: accept + prefer
    )
    return MockAnswer(document: document, operation: operation, request: request)
  }

  /// Media types of responses behind the first, one of which may be asked for by a stream.
  private static func otherTypes(of operation: OpenAPI.Operation) -> [String] {
    operation.responses.flatMap { $0.content.dropFirst() }.map(\.range.essence)
  }

  // MARK: Arguments

  private func arguments(of operation: OpenAPI.Operation, isMinimal: Bool) -> JSONText {
    var members: [(String, JSONText?)] = []
    for place in OpenAPI.Parameter.Place.allCases {
      let parameters = operation.parameters.filter {
        $0.place == place && ($0.isRequired || place == .path || !isMinimal)
      }
      guard !parameters.isEmpty else { continue }
      members.append(
        (
          place.rawValue,
          .object(parameters.map { ($0.name, value(of: $0, isMinimal: isMinimal).json) })
        )
      )
    }
    if let body = operation.requestBody, body.isRequired || !isMinimal,
      let content = body.content.first
    {
      let value = value(of: content, isMinimal: isMinimal)
      members.append(
        ("body", .object([("contentType", .string(content.range.sample)), ("value", value.json)]))
      )
    }
    return .object(members)
  }

  private func value(of parameter: OpenAPI.Parameter, isMinimal: Bool) -> MockValue {
    value(
      examples: parameter.examples + (parameter.content?.examples ?? []),
      schema: parameter.schema ?? parameter.content?.schema,
      isMinimal: isMinimal
    )
  }

  private func value(of content: MediaType, isMinimal: Bool) -> MockValue {
    let schema = content.schema ?? content.itemSchema
    // An example shows more than is required.
    let value = value(
      examples: isMinimal ? [] : content.examples,
      schema: schema,
      isMinimal: isMinimal
    )
    return content.range.type == "multipart" ? withFiles(value, schema) : value
  }

  /// Puts bytes where a part's schema says nothing, as it does for files since 3.1.
  private func withFiles(_ value: MockValue, _ schema: SchemaReference?) -> MockValue {
    guard case .object(let members) = value, let schema else { return value }
    let properties = document[schema.siblings ?? schema.id].properties
    return .object(
      members.map { member in
        guard member.value == .object([]),
          let property = properties.first(where: { $0.name == member.name }),
          document[property.schema.siblings ?? property.schema.id].types.isEmpty
        else { return member }
        return MockValue.Member(name: member.name, value: .string(SampleValue.bytes))
      }
    )
  }

  private func value(
    examples: [Example],
    schema: SchemaReference?,
    isMinimal: Bool
  ) -> MockValue {
    let values = examples.compactMap { $0.value.map { MockValue($0) } }
    guard let schema else { return values.first ?? .string("text") }
    if let fitting = values.first(where: { check.faults(of: $0, schema).isEmpty }) {
      return fitting
    }
    return SampleValue(document: document, purpose: .request(isMinimal: isMinimal))
      .value(of: schema)
  }
}
