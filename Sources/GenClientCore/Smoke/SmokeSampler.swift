import ClientModel
import OpenAPI
import SpecTree

/// Makes sample arguments and sample responses for the smoke tests of a client.
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

  /// The samples by method and path.
  func samples() -> [String: OperationSamples] {
    var samples: [String: OperationSamples] = [:]
    for operation in document.operations {
      samples["\(operation.method) \(operation.path)"] = self.samples(of: operation)
    }
    return samples
  }

  private func samples(of operation: OpenAPI.Operation) -> OperationSamples {
    let response = MockAnswer(
      document: document,
      operation: operation,
      request: MockRequest(method: operation.method, path: operation.path)
    ).checkedResponse
    let type = response.fields.first { $0.name == "Content-Type" }?.value
    return OperationSamples(
      minimal: arguments(of: operation, isMinimal: true).line,
      full: arguments(of: operation, isMinimal: false).line,
      status: response.status,
      contentType: type,
      body: String(decoding: response.body, as: UTF8.self)
    )
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
      let type = content.range.isWildcard ? "application/octet-stream" : content.range.text
      let value = value(of: content, isMinimal: isMinimal)
      members.append(
        ("body", .object([("contentType", .string(type)), ("value", value.json)]))
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
    return value(examples: isMinimal ? [] : content.examples, schema: schema, isMinimal: isMinimal)
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
