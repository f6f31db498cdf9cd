import ClientModel
import OpenAPI
import SpecTree

/// A sample value of a document that its schema allows.
struct ExampleValue {
  /// Where it stands.
  var place: String
  /// The Swift type, as it is spelled.
  var type: String
  /// The value as JSON, without the keys that no schema declares.
  var json: String
  /// Whether it must be read, and may change where it is written again.
  var isReadOnly = false
}

/// Finds the examples of a document that belong to a type.
struct ExampleFinder {
  let document: Document
  let client: String
  /// Types where values are read, and where they are sent and the type is another then.
  let types: [SchemaID: TypeReference]
  let sentTypes: [SchemaID: TypeReference]

  /// How many examples were left out since their schemas do not allow them.
  private(set) var invalid = 0
  /// How many belong to schemas that have no type of their own, such as parts of a multipart body.
  private(set) var untyped = 0
  private(set) var found: [ExampleValue] = []
  private var seen: Set<Node> = []

  init(
    document: Document,
    client: String,
    types: [SchemaID: TypeReference],
    sentTypes: [SchemaID: TypeReference]
  ) {
    self.document = document
    self.client = client
    self.types = types
    self.sentTypes = sentTypes
  }

  /// Looks through operations first, whose examples know their direction, then through schemas.
  mutating func find() {
    for operation in document.operations {
      look(at: operation, isReceived: false)
      for callback in operation.callbacks {
        for operation in callback.pathItems.flatMap(\.operations) {
          look(at: operation, isReceived: true)
        }
      }
    }
    for operation in document.webhooks.flatMap(\.operations) {
      look(at: operation, isReceived: true)
    }
    for schema in document.schemas {
      for example in schema.examples { add(example, schema.id, isSent: false) }
    }
  }

  /// - Parameter isReceived: whether the service calls, so that the body is read.
  private mutating func look(at operation: OpenAPI.Operation, isReceived: Bool) {
    for parameter in operation.parameters {
      guard let schema = parameter.schema else { continue }
      for example in parameter.examples { add(example.value, schema, isSent: !isReceived) }
    }
    for media in operation.requestBody?.content ?? [] { add(media, isSent: !isReceived) }
    for response in operation.responses {
      for media in response.content { add(media, isSent: isReceived) }
    }
  }

  private mutating func add(_ media: MediaType, isSent: Bool) {
    guard media.range.isJSON, let schema = media.schema else { return }
    for example in media.examples { add(example.value, schema, isSent: isSent) }
  }

  private mutating func add(_ value: Node?, _ reference: SchemaReference, isSent: Bool) {
    add(value, reference.siblings ?? reference.id, isSent: isSent)
  }

  private mutating func add(_ value: Node?, _ schema: SchemaID, isSent: Bool) {
    guard let value, seen.insert(value).inserted else { return }
    let isSent = isSent || types[schema] == nil
    guard let type = isSent ? sentTypes[schema] ?? types[schema] : types[schema] else {
      untyped += 1
      return
    }
    let validator = Validator(document: document, isSent: isSent)
    guard validator.allows(value, schema), let json = validator.declared(value, [schema]) else {
      invalid += 1
      return
    }
    found.append(
      ExampleValue(place: value.location.description, type: spelled(type), json: json)
    )
  }

  /// A type as generated code outside of the client spells it.
  func spelled(_ type: TypeReference) -> String {
    switch type {
    case .builtin(.intString): "Quoted<Int>"
    case .builtin(.decimalString): "Quoted<EndpointKit.Decimal>"
    case .builtin(.unixTime): "UnixTime<EndpointKit.Date>"
    case .builtin(let builtin): builtin.rawValue
    case .named(let name):
      ([client] + name.components).map { "`\($0)`" }.joined(separator: ".")
    case .custom(let text): text
    case .array(let element): "[\(spelled(element))]"
    case .dictionary(let value): "[String: \(spelled(value))]"
    case .optional(let wrapped): "Optional<\(spelled(wrapped))>"
    }
  }
}
